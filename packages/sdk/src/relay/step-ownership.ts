import type { PendingStepJSON } from '../call/pending-step.ts';
import type { RelayUser } from './actions.ts';
import type { Ownership } from './ownership.ts';
import { forbidden, invalidInput } from './refusal.ts';

/** An input that names more things than this is refused rather than looked up. */
const MAX_IDS = 50;
const idPattern = /^(?:InternalAccount|AuthMethod|Session|Card|Customer):/;

/** Not recursive: a browser chooses how deep its input is. */
function idsIn(input: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const waiting = [input];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && idPattern.test(value)) found.add(value);
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const child of Object.values(value)) waiting.push(child);
  }
  if (found.size > MAX_IDS) throw invalidInput('input: names too many resources');
  return found;
}

/** @throws RelayRefusal 403 unless every id anywhere in an action's input is the user's own */
export async function requireOwnInput(
  ownership: Ownership,
  user: RelayUser,
  input: unknown,
): Promise<void> {
  for (const id of idsIn(input)) await ownership.requireOwned(user, id);
}

function accountIn(body: string | null): string | undefined {
  const parsed: unknown = body === null ? undefined : JSON.parse(body);
  const accountId = (parsed as { accountId?: unknown } | undefined)?.accountId;
  return typeof accountId === 'string' ? accountId : undefined;
}

/**
 * Checks that what a first leg was about is the user's own. What cannot be told is refused.
 *
 * @throws RelayRefusal 403
 */
export async function requireOwnStep(
  ownership: Ownership,
  user: RelayUser,
  step: PendingStepJSON,
): Promise<void> {
  const named = [...step.path.split('/').map(decodeURIComponent), accountIn(step.body)];
  const ids = named.filter((name): name is string => name !== undefined && idPattern.test(name));
  if (ids.length === 0) throw forbidden('The action is about nothing that can be checked.');
  for (const id of ids) await ownership.requireOwned(user, id);
}
