/**
 * Waits for what a function of the user returned: a promise or other thenable, and each one of a list.
 * Nothing is called or iterated.
 *
 * @param name names the function
 * @throws ConfigurationError for work that nobody would start, such as a function, a generator or a
 *   query; whatever a promise rejects with, when all of a list are settled
 */
export async function finish<Value>(name: string, returned: Value): Promise<Awaited<Value>> {
  const value = await returned;
  if (Object(value) === value) await (await import('./left-to-do.ts')).finishAll(name, value);
  return value;
}
