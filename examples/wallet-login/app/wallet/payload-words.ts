/** A name and a value in a payload, in words. */
export type PayloadFact = readonly [name: string, value: string];

/** The display names of ids, such as the person's card. */
export type Names = ReadonlyMap<string, string>;

const operations: Readonly<Record<string, string>> = {
  'cards.update': 'Change a card',
  'internalAccounts.update': 'Change the wallet',
  'sessions.revoke': 'End a session',
};

const fieldNames: Readonly<Record<string, string>> = {
  state: 'New state',
  privateEnabled: 'Wallet privacy',
};

const values: Readonly<Record<string, string>> = {
  FROZEN: 'Frozen',
  ACTIVE: 'Active',
  CLOSED: 'Closed for good',
  true: 'On',
  false: 'Off',
};

/** Numbers the request and does not describe it; shown in the exact text only. */
const unsaid = new Set(['requestId']);

const known = (words: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(words, name) ? words[name] : undefined;

/** A field's name with spaces: `fundingSources` is Funding sources. */
function spaced(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return known(values, text) ?? text;
}

function timeText(value: unknown): string {
  const time = new Date(Number(value));
  return Number.isNaN(time.getTime()) ? valueText(value) : time.toLocaleString();
}

/** Returns the display name of a path's resource, or the path itself. */
function resourceText(path: unknown, names: Names): string {
  const [, id = ''] = /\/([^/]+)$/.exec(String(path)) ?? [];
  return names.get(decodeURIComponent(id)) ?? valueText(path);
}

function fieldFacts(fields: unknown): PayloadFact[] {
  if (typeof fields !== 'object' || fields === null) return [['Fields', valueText(fields)]];
  return Object.entries(fields).map(([name, value]) => [
    known(fieldNames, name) ?? spaced(name),
    valueText(value),
  ]);
}

function factsOf(payload: Readonly<Record<string, unknown>>, names: Names): PayloadFact[] {
  const { operation, resource, fields, timestampMs, ...rest } = payload;
  const others = Object.entries(rest).filter(([name]) => !unsaid.has(name));
  return [
    ['What it does', known(operations, String(operation)) ?? valueText(operation)],
    ['To', resourceText(resource, names)],
    ...fieldFacts(fields),
    ...others.map(([name, value]): PayloadFact => [spaced(name), valueText(value)]),
    ['Asked for', timeText(timestampMs)],
  ];
}

/**
 * Describes a payload in words, as far as it can be read: the service chooses its format, and the
 * signature covers the text itself. Everything except the number of the request is described, also
 * fields without a label here.
 */
export function payloadFacts(payload: string, names: Names): readonly PayloadFact[] {
  try {
    const value: unknown = JSON.parse(payload);
    if (typeof value !== 'object' || value === null || !('operation' in value)) return [];
    return factsOf(value as Readonly<Record<string, unknown>>, names);
  } catch {
    return [];
  }
}
