/** An environment variable, if the runtime has any; an empty one counts as missing. */
export function fromEnvironment(name: string): string | undefined {
  const value = globalThis.process?.env?.[name];
  return value === '' ? undefined : value;
}
