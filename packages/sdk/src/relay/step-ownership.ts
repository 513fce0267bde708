import type { PendingStepJSON } from '../call/signing/pending-step.ts';
import type { AnyAction } from './actions.ts';
import { checkableKinds, idsInText, kindOf } from './id-kinds.ts';
import { idsIn } from './ids-in.ts';
import type { Caller, Ownership } from './ownership.ts';
import { forbidden } from './refusal.ts';

/**
 * Checks an action's input before `run`: as the browser sent it, and as the schema returned it.
 *
 * @throws RelayRefusal 403 unless every id anywhere in it is the user's own, or of a kind that the
 *   action allows
 */
export async function requireOwnInput(
  ownership: Ownership,
  caller: Caller,
  action: Pick<AnyAction, 'allowKinds'>,
  ...inputs: readonly unknown[]
): Promise<void> {
  const allowed = new Set(action.allowKinds);
  for (const id of idsIn(...inputs)) {
    if (allowed.has(kindOf(id)) || (await ownership.requireOwned(caller, id))) continue;
    throw forbidden(`The action does not accept ids of the kind ${kindOf(id).slice(0, 40)}.`);
  }
}

function parsed(body: string | null): unknown {
  return body === null ? undefined : JSON.parse(body);
}

function accountIn(body: unknown): readonly string[] {
  const accountId = (body as { accountId?: unknown } | null | undefined)?.accountId;
  return typeof accountId === 'string' ? [accountId] : [];
}

/**
 * Checks that every id in a first leg's path, and its account, are the user's own. A leg that
 * cannot be checked is refused. The ids elsewhere in its body are checked too, unless the action
 * allows ids of others.
 *
 * @throws RelayRefusal 403
 */
export async function requireOwnStep(
  ownership: Ownership,
  caller: Caller,
  step: Pick<PendingStepJSON, 'path' | 'search' | 'body'>,
  mayNameOthers: boolean,
): Promise<void> {
  const body = parsed(step.body);
  const segments = step.path.split('/').map(decodeURIComponent);
  const about = [...segments, decodeURIComponent(step.search)].flatMap(idsInText);
  const named = new Set([...about, ...accountIn(body)]);
  if (named.size === 0) throw forbidden('The action names no resource whose owner can be checked.');
  for (const id of named) {
    const isKnown = await ownership.requireOwned(caller, id);
    if (!isKnown) throw forbidden('The action names a resource whose owner cannot be checked.');
  }
  if (mayNameOthers) return;
  const others = [...idsIn(body)].filter((id) => checkableKinds.has(kindOf(id)));
  for (const id of others) if (!named.has(id)) await ownership.requireOwned(caller, id);
}
