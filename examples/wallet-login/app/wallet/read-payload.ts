/** A name and a value in a payload. */
export type PayloadFact = readonly [name: string, value: string];

/** What says most comes first; names not known here come last. */
const order = ['operation', 'resource', 'fields'];

function rank(name: string): number {
  const found = order.indexOf(name);
  return found === -1 ? order.length : found;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function factsOf([name, value]: readonly [string, unknown]): PayloadFact[] {
  if (name !== 'fields' || typeof value !== 'object' || value === null) {
    return [[name, shown(value)]];
  }
  return Object.entries(value).map(([field, child]) => [field, shown(child)]);
}

/**
 * Names and values of a payload, as far as it can be read: the service may write it in any way it
 * likes, and what is signed is always the text itself.
 */
export function readPayload(payload: string): readonly PayloadFact[] {
  try {
    const value: unknown = JSON.parse(payload);
    if (typeof value !== 'object' || value === null) return [];
    const entries = Object.entries(value).toSorted(([a], [b]) => rank(a) - rank(b));
    return entries.flatMap(factsOf);
  } catch {
    return [];
  }
}

const idPattern = /^[A-Z][A-Za-z]+:\S+$/;

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return idPattern.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}

/**
 * Whether a payload speaks of every card and session that the page asked to change. What else it
 * says is for the person to read.
 */
export function isAboutInput(payload: string, input: unknown): boolean {
  return idsIn(input).every((id) => payload.includes(id));
}
