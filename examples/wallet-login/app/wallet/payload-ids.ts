const idPattern = /^[A-Z][A-Za-z]+:\S+$/;

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return idPattern.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}

/**
 * Whether a payload names every card and session that the page asked to change. The person reads
 * the other contents.
 */
export function isAboutInput(payload: string, input: unknown): boolean {
  return idsIn(input).every((id) => payload.includes(id));
}

/** The operation that a payload names; undefined if it cannot be read. */
export function operationOf(payload: string): unknown {
  try {
    const { operation } = JSON.parse(payload) as { readonly operation?: unknown };
    return operation;
  } catch {
    return undefined;
  }
}
