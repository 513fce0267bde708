import { endingOf, type Fields, isFields, payeeOf } from '@org/payments-contract';
import { counted } from '@org/payments-contract/internal';

interface Bounds {
  readonly fields: number;
  readonly items: number;
  readonly characters: number;
}

/** From generous to strict: the first whose result is small enough is used. */
const steps: readonly Bounds[] = [
  { fields: 100, items: 100, characters: 2_000 },
  { fields: 60, items: 50, characters: 500 },
  { fields: 30, items: 20, characters: 200 },
  { fields: 12, items: 5, characters: 100 },
];

/** What a further call needs whole: cut, a key would be another key. */
export const isHandle = (name: string): boolean =>
  /^id$|Ids?$|Key$|[cC]ursor$|^reference$/.test(name);

/** Characters of JSON a result may have, about 8,000 tokens. */
const MAX_CHARACTERS = 32_000;

function limited(value: unknown, bounds: Bounds, depth = 0): unknown {
  if (typeof value === 'string') {
    const { characters } = bounds;
    if (value.length <= characters) return value;
    return `${value.slice(0, characters)} [and ${counted(value.length - characters, 'more character')}]`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 12) return '[nested too deeply]';
  if (Array.isArray(value)) {
    const kept = value.slice(0, bounds.items).map((one) => limited(one, bounds, depth + 1));
    const rest = value.length - kept.length;
    return rest === 0 ? kept : [...kept, `[and ${counted(rest, 'more item')}]`];
  }
  const entries = Object.entries(value);
  const kept = entries.slice(0, bounds.fields).map(([name, child]) => {
    const isWhole = isHandle(name) && typeof child === 'string';
    return [name.slice(0, 200), isWhole ? child : limited(child, bounds, depth + 1)];
  });
  const rest = entries.length - kept.length;
  return Object.fromEntries(rest === 0 ? kept : [...kept, ['[more fields]', rest]]);
}

/** A list of at most so many items. The cursor of a longer one would skip what is cut. */
function shortened(value: Fields, items: number): Fields {
  const { data, nextCursor, hasMore, ...rest } = value;
  if (!Array.isArray(data) || data.length <= items) return value;
  const again =
    hasMore === undefined
      ? 'Ask for single fields of all with `fields`.'
      : `Call again with \`limit\` ${items} and the same \`cursor\`, if there was one, for these and a \`nextCursor\` to the rest.`;
  const cut = `These are the first ${items} of ${data.length} items. ${again}`;
  return { cut, data: data.slice(0, items), ...rest };
}

/** A value that is small enough for a model to read; it names what was left out. */
export function bounded(value: object): Fields {
  for (const bounds of steps) {
    const smaller = limited(shortened({ ...value }, bounds.items), bounds) as Fields;
    if (JSON.stringify(smaller).length <= MAX_CHARACTERS) return smaller;
  }
  return { '[too large]': 'Ask for single fields with `fields`, or for fewer items with `limit`.' };
}

/** Fields of an item that tell one from another. */
const digestField =
  /^(?:id|agentId|type|status|state|name|nickname|fullName|legalName|platformCustomerId|customerType|\w*[cC]urrency|last4|createdAt|isPaused|operation|code|kycStatus|kybStatus|documentType|accountType|\w*[aA]mount|balance|\w*Reason|exchangeRate|event|umaAddress|(?:\w+A|a)ccountId)$/;

/** Fields with parts of an item: who is paid, and what an action of an agent would pay. */
const partField = /^(?:beneficiary|businessInfo|destination|quote|transferDetails)$/;

/** Money and currencies by their code: `{ "amount": 15000, "currency": "USD" }`. */
function brief(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { amount, currency, code } = value;
  if (typeof amount === 'number' && isFields(currency)) return { amount, currency: currency.code };
  return typeof code === 'string' && 'decimals' in value ? code : value;
}

/** The number by which a person recognizes an account, by its end. */
function recognized(accountInfo: unknown): Fields {
  const { field, number } = payeeOf(accountInfo);
  if (field === undefined || number === undefined) return {};
  const end = endingOf(number);
  return { [field]: end === undefined ? number : `ending ${end}` };
}

function itemDigest(item: unknown): unknown {
  if (!isFields(item)) return item;
  const short = Object.entries(item).flatMap(([name, value]) => {
    if (name === 'accountInfo')
      return [[name, { ...Object(itemDigest(value)), ...recognized(value) }]];
    if (partField.test(name)) return [[name, itemDigest(value)]];
    return digestField.test(name) ? [[name, brief(value)]] : [];
  });
  return short.length === 0 ? item : Object.fromEntries(short);
}

function pick(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => pick(one, path));
  return isFields(value) && Object.hasOwn(value, name) ? pick(value[name], rest) : undefined;
}

function merged(target: unknown, value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || value === undefined) return value;
  if (Array.isArray(value)) {
    const before: unknown[] = Array.isArray(target) ? target : [];
    return value.map((one, index) => merged(before[index], one, path));
  }
  const own = isFields(target) ? target : {};
  return { ...own, [name]: merged(own[name], pick(value, [name]), rest) };
}

/** Whether a value has something at a path, in any item of a list on the way. */
export function has(value: unknown, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (Array.isArray(value)) return value.some((one) => has(one, path));
  return isFields(value) && Object.hasOwn(value, name) && has(value[name], rest);
}

/** What is returned even if other fields are wanted: what became of the call, and where it goes on. */
const always = [
  ...['id', 'status', 'outcome', 'because', 'action', 'hasMore', 'nextCursor', 'totalCount'],
  ...['data.id', 'data.status', 'data.agentId'],
];

/**
 * Selects fields of a result, and makes a digest of each item of a list. What a result lacks is named
 * in `notInResult`: a result without a field looks like one where nothing was found.
 *
 * @param fields paths such as `data.id`, or `id` for each item of a list; `*` for all; undefined for
 *   the usual selection
 */
export function selected(value: Fields, fields: readonly string[] | undefined): Fields {
  if (fields?.includes('*')) return value;
  if (fields === undefined) {
    const { data } = value;
    return Array.isArray(data) ? { ...value, data: data.map(itemDigest) } : value;
  }
  const { data } = value;
  const isEmpty = Array.isArray(data) && data.length === 0;
  const kept = [...always, ...(isEmpty ? ['data'] : [])].filter((path) =>
    has(value, path.split('.')),
  );
  const placeOf = (path: string) =>
    Array.isArray(data) && !has(value, path.split('.', 1)) ? `data.${path}` : path;
  const all = [...new Set([...fields.map(placeOf), ...kept])].map((path) => path.split('.'));
  const lacking = isEmpty ? [] : all.filter((path) => !has(value, path));
  const picked = all
    .filter((path) => has(value, path))
    .reduce<Fields>((result, path) => merged(result, value, path) as Fields, {});
  if (lacking.length === 0) return picked;
  return { ...picked, notInResult: lacking.map((path) => path.join('.')) };
}
