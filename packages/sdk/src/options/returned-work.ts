/** Lists in lists are read to this depth. */
const DEPTH = 3;

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
    if (Object(value) === value) (await import('./left-to-do.ts')).requireDone(name, value);
  };
  const value = await returned;
  const ends = await Promise.allSettled([value].flat(DEPTH).map(finishOne));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return value;
}
