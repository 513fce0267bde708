import { idsInText } from './id-kinds.ts';
import { isPlain } from './is-plain.ts';
import { invalidInput } from './refusal.ts';

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
