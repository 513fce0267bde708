/** A payload to sign, for people. */
export interface ReadablePayload {
  /** Names and values, when the text is JSON; empty when it is anything else. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The text itself, broken into lines where it is JSON. What is signed is the original. */
  readonly pretty: string;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function factsOf(value: object): (readonly [string, string])[] {
  return Object.entries(value).flatMap(([name, child]: [string, unknown]) =>
    name === 'fields' && typeof child === 'object' && child !== null
      ? Object.entries(child).map(([field, inner]): [string, string] => [field, shown(inner)])
      : [[name, shown(child)] as const],
  );
}

/** Reads a payload as far as it can be read. The service may write it in any way it likes. */
export function readPayload(payload: string): ReadablePayload {
  try {
    const value: unknown = JSON.parse(payload);
    if (typeof value !== 'object' || value === null) return { facts: [], pretty: payload };
    return { facts: factsOf(value), pretty: JSON.stringify(value, null, 2) };
  } catch {
    return { facts: [], pretty: payload };
  }
}

const idPattern = /^[A-Z][A-Za-z]+:\S+$/;

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return idPattern.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}

/** Whether a payload speaks of every card, session or account that the page asked to change. */
export function isAboutInput(payload: string, input: unknown): boolean {
  return idsIn(input).every((id) => payload.includes(id));
}
