import { ConfigurationError } from '../errors/caller-errors.ts';

type Members = Readonly<Record<PropertyKey, unknown>>;

/** Lists in lists are read to this depth. */
const DEPTH = 3;

/** Names what a value has left to do; undefined for a value that is only a result. */
function leftToDo(value: unknown): string | undefined {
  if (typeof value === 'function') return 'a function, which nobody calls: call it, and await it';
  if (typeof value !== 'object' || value === null) return undefined;
  const has = (name: string) => typeof (value as Members)[name] === 'function';
  const { ok, status } = value as Members;
  if (ok === false && has('clone')) {
    return `a response of status ${String(status)}: throw if it failed`;
  }
  if (has('next') && (Symbol.iterator in value || Symbol.asyncIterator in value)) {
    return 'a generator, which nobody iterates: use an async function, or iterate it';
  }
  if (has('subscribe') && has('pipe')) return 'an observable: await `firstValueFrom` of it';
  const start = ['execute', 'exec', 'promise'].find(has);
  return start && `a query or request that did not start: await its \`${start}()\``;
}

/**
 * Waits for what a function of the user returned: a promise or other thenable, and each one of a list.
 * Nothing is called or iterated.
 *
 * @param name names the function
 * @throws ConfigurationError for work that nobody would start, such as a function, a generator or a
 *   query; whatever a promise rejects with, when all of a list are settled
 */
export async function finish<Value>(name: string, returned: Value): Promise<Awaited<Value>> {
  const finishOne = async (one: unknown) => {
    const value = await one;
    if (value instanceof Error) throw value;
    const left = leftToDo(value);
    if (left === undefined) return;
    const action = `Await all work in ${name}, and return nothing.`;
    throw new ConfigurationError(name, `${name} returned ${left}.`, action);
  };
  const value = await returned;
  const ends = await Promise.allSettled([value].flat(DEPTH).map(finishOne));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return value;
}
