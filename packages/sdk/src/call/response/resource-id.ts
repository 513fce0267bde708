/** The id in a response, such as `Transaction:…`, if there is one. */
export function resourceIdOf(value: unknown): string | undefined {
  const { id } = (value ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' && /^[A-Z]\w+:[\w.:-]{1,200}$/.test(id) ? id : undefined;
}
