import type { PendingStepJSON } from '@org/payments-sdk';
import type { AnyAction } from '../options/actions.ts';
import { checkableKinds, idsInText, kindOf } from '../options/id-kinds.ts';
import { forbidden, invalidInput } from '../refusals/refusal.ts';
import type { Caller, Ownership } from './ownership.ts';
import { isPlain } from './short-cache.ts';

/** An input with more ids than this is refused instead of looked up. */
const MAX_IDS = 50;
/** An input with more values than this is refused instead of searched. */
const MAX_PARTS = 50_000;

/** Returns the parts of a value; the caller searches its strings for ids. */
function partsOf(value: object): readonly unknown[] {
  if (value instanceof Map) return [...value].flat();
  if (value instanceof Set) return [...value];
  if (Array.isArray(value)) return value;
  if (value instanceof URL || value instanceof URLSearchParams) return [String(value)];
  if (value instanceof Date || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return [];
  if (isPlain(value)) return Object.entries(value).flat();
  const name = (value.constructor as { name?: unknown } | undefined)?.name;
  throw new TypeError(
    `The action's input contains a ${String(name)}, which the relay cannot search for ids. ` +
      'Let the schema return plain values, or set `allowForeignIds` and use `requireOwned`.',
  );
}

/**
 * Every id anywhere in an input: in values, in keys, in maps and sets, and within strings. Not
 * recursive, because a browser may send input of any depth.
 *
 * @throws RelayRefusal 400 for an input that is too large
 * @throws TypeError for an instance of a class that cannot be searched
 */
export function idsIn(...inputs: readonly unknown[]): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const waiting = [...inputs];
  let parts = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    parts += 1;
    if (parts > MAX_PARTS) throw invalidInput('input: has too many values to check');
    if (typeof value === 'string') for (const id of idsInText(value)) found.add(id);
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const part of partsOf(value)) waiting.push(part);
  }
  if (found.size > MAX_IDS) throw invalidInput('input: has too many ids to check');
  return found;
}

/**
 * Checks an action's input before `run`: as the browser sent it, and as the schema returned it.
 *
 * @throws RelayRefusal 403 unless every id anywhere in it is the user's own, or of a kind that the
 *   action allows
 */
export async function requireOwnedInput(
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

/** The account that a body is about, by either of its names in the contract. */
function accountIn(body: unknown): readonly string[] {
  const { accountId, internalAccountId } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return [accountId, internalAccountId].filter((id) => typeof id === 'string');
}

/**
 * Checks that every id in a first leg's path, and its account, are the user's own. A leg that
 * cannot be checked is refused. The ids elsewhere in its body are checked too, unless the action
 * allows ids of others.
 *
 * @throws RelayRefusal 403
 */
export async function requireOwnedStep(
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
