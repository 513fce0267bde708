import { ConfigurationError } from '../errors/caller-errors.ts';

/** Lists in lists are read to this depth. */
const DEPTH = 3;

type Members = Readonly<Record<PropertyKey, unknown>>;

/** Names what a value has left to do; undefined for a value that is only a result. */
function leftToDo(value: unknown): string | undefined {
  if (typeof value === 'function') return 'a function, which nobody calls: call it, and await it';
  const members = Object(value) as Members;
  const has = (name: PropertyKey) => typeof members[name] === 'function';
  if (members.ok === false && has('clone')) {
    return `a response of status ${String(members.status)}: throw if it failed`;
  }
  if (has('next') && (has(Symbol.iterator) || has(Symbol.asyncIterator))) {
    return 'a generator, which nobody iterates: use an async function, or iterate it';
  }
  if (has('subscribe') && has('pipe')) return 'an observable: await `firstValueFrom` of it';
  const start = ['execute', 'exec', 'promise'].find(has);
  return start && `a query or request that did not start: await its \`${start}()\``;
}

/** @throws ConfigurationError for what has something left to do; an error that was returned */
function requireDone(name: string, value: unknown): void {
  if (value instanceof Error) throw value;
  const left = leftToDo(value);
  if (left === undefined) return;
  const action = `Await all work in ${name}, and return nothing.`;
  throw new ConfigurationError(name, `${name} returned ${left}.`, action);
}

/** Waits for a value, or for each one of a list, and refuses what has something left to do. */
export async function finishAll(name: string, value: unknown): Promise<void> {
  const each = [value].flat(DEPTH).map(async (one) => requireDone(name, await one));
  const failed = (await Promise.allSettled(each)).find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
