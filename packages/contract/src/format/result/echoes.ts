import { type Fields, isFields } from '../fields.ts';
import {
  definition,
  isSecret,
  membersOf,
  objectFields,
  type Schema,
  unwrap,
} from '../introspect.ts';
import { metaOf } from '../schema-meta.ts';
import type { ResultRow } from './identity.ts';

/** A path in the result that depends on the value of another field of the input. */
export interface EchoBy {
  /** The field of the input, such as `lockedCurrencySide`. */
  readonly by: string;
  /** The path in the result, by the value of that field. */
  readonly paths: Readonly<Record<string, string>>;
  /** Of an amount: where input and result say its currency. In another one it is not compared. */
  readonly currency?: readonly [sent: string, shown: string];
}

/**
 * Where a result shows fields of its request under other names: its path by the path in the input. A field
 * whose name the result has for something else is null, with the reason in a comment.
 */
export type Echoes = Readonly<Record<string, string | EchoBy | null>>;

/** A field of a request that the result shows as well; both are dotted paths. */
export interface Echo {
  /** The path in the input. */
  readonly sent: string;
  /** The path in the result. */
  readonly shown: string | EchoBy;
  /** Whether it is an amount of money. */
  readonly isAmount: boolean;
  /** Whether its value must not be shown. */
  readonly isSecret: boolean;
  /** The amounts of the result in the receiving currency, which fees do not change: they are sent. */
  readonly received: ReadonlySet<string>;
}

/** A field whose values differ between a request and its result. */
export interface EchoDifference {
  /** The path in the input. */
  readonly field: string;
  /** The path in the result. */
  readonly shownAt: string;
  /** Left out for a secret field. */
  readonly sent?: string | number | boolean;
  /** Left out for a secret field. */
  readonly shown?: string | number | boolean;
}

/** The parts of a row that describe its request and its result. */
interface Row extends Pick<ResultRow, 'responses'> {
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly echoes?: Echoes;
}

type Scalar = string | number | boolean;

/** Visits the fields of a schema that hold a single value, by their dotted paths. */
export function visitScalars(
  schema: Schema,
  visit: (path: string, field: Schema) => void,
  at = '',
): void {
  for (const [name, fields] of objectFields(schema)) {
    const path = at === '' ? name : `${at}.${name}`;
    for (const field of fields) {
      const isObject = membersOf(field).some((member) => definition(member).shape !== undefined);
      if (isObject) visitScalars(field, visit, path);
      else visit(path, field);
    }
  }
}

const unitOf = (field: Schema) => metaOf(unwrap(field))?.unit;

function isMoney(path: string, field: Schema): boolean {
  return unitOf(field)?.startsWith('minorUnits') === true || path === 'amount';
}

/** Whether a field names what is paid or who is. */
const isName = (path: string) => /id$|address$|identifier$/i.test(path);

/** Amounts first, then what is paid and to whom, then the rest. */
function rank({ sent, isAmount }: Echo): number {
  if (isAmount) return 0;
  return isName(sent) ? 1 : 2;
}

function findEchoes({ params, query, body, responses, echoes = {} }: Row): readonly Echo[] {
  const shown = new Set<string>();
  const received = new Set<string>();
  for (const schema of Object.values(responses)) {
    if (schema === null) continue;
    visitScalars(schema, (path, field) => {
      shown.add(path);
      if (unitOf(field) === 'minorUnits of receivingCurrency') received.add(path);
    });
  }
  const found = new Map<string, Echo>();
  for (const part of [params, query, body]) {
    if (part === undefined) continue;
    visitScalars(part, (sent, field) => {
      const place = echoes[sent] === undefined && shown.has(sent) ? sent : echoes[sent];
      if (!place) return;
      const facts = { isAmount: isMoney(sent, field), isSecret: isSecret(field), received };
      found.set(sent, { sent, shown: place, ...facts });
    });
  }
  return [...found.values()].sort((left, right) => rank(left) - rank(right));
}

const known = new WeakMap<object, readonly Echo[]>();

/**
 * Returns the fields of an operation's request that its result shows as well, amounts first: those with
 * the same path in both, and those that the row names.
 *
 * @example
 * ```ts
 * echoesOf(transfers.createOut); // amount is `sentAmount.amount`, destination.accountId is the same, ...
 * ```
 */
export function echoesOf(row: Row): readonly Echo[] {
  const found = known.get(row) ?? findEchoes(row);
  known.set(row, found);
  return found;
}

function valueAt(fields: unknown, path: string): Scalar | undefined {
  let value: unknown = fields;
  for (const name of path.split('.')) {
    if (!isFields(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  // A number that was rounded shows nothing.
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return undefined;
  return ['string', 'number', 'boolean'].includes(typeof value) ? (value as Scalar) : undefined;
}

function pathIn(place: Echo['shown'], sent: Fields): string {
  if (typeof place === 'string') return place;
  return place.paths[String(valueAt(sent, place.by))] ?? '';
}

/** Letters and digits alone: the service may write a text in another case, or without spaces and accents. */
function essence(value: Scalar): string {
  const text = String(value).normalize('NFKD').toUpperCase();
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The digits of an amount, without zeros that do not count: the point and the sign do. */
function amountText(value: Scalar): string {
  const text = String(value).trim();
  return text.replace(/^(-?)0*(\d+)\.?(\d*?)0*$/, '$1$2.$3');
}

/** Whether the fees that the result names are the difference: an amount may include them or not. */
function isByFees(sent: Scalar, shown: Scalar, result: Fields): boolean {
  const { fees, feesIncluded, platformFeesIncluded: ours } = result;
  const difference = Math.abs(Number(sent) - Number(shown));
  const rest = Number(feesIncluded) - Number(ours);
  return [fees, feesIncluded, ours, rest].some((part) => part === difference);
}

/** The shortest beginning of a text by which it is known again. */
const SHORTEST_CUT = 12;

/** A name in lower case: of two that differ in more, a dot or an end alone, each is somebody else's. */
const nameText = (value: Scalar) => String(value).replace(/^\$/, '').toLowerCase();

/** Whether a result says the same as the request. Only a text for people may be cut. */
function isSame(wanted: Scalar, found: Scalar, path: string): boolean {
  if (isName(path)) return nameText(wanted) === nameText(found);
  const [sent, shown] = [essence(wanted), essence(found)];
  const isCut = path === 'description' && shown.length >= SHORTEST_CUT && sent.startsWith(shown);
  return isCut || sent === shown;
}

/** Whether an amount is shown in another currency than it was sent in. */
function isConverted(place: Echo['shown'], sent: Fields, result: Fields): boolean {
  const [from, to] = (typeof place === 'string' ? undefined : place.currency) ?? ['', ''];
  const [wanted, found] = [valueAt(sent, from), valueAt(result, to)];
  return wanted !== undefined && found !== undefined && !isSame(wanted, found, from);
}

/**
 * Returns the fields in which a result contradicts its request, amounts first; empty if there are none.
 * Not compared are a field that the result does not show, the spelling of a text other than an id or an
 * address, the rest of a description that was cut, a number that a JavaScript number cannot hold, an
 * amount in another currency, and a sent amount that differs by the result's own fees.
 */
export function echoDifferences(row: Row, sent: Fields, result: unknown): EchoDifference[] {
  if (!isFields(result)) return [];
  return echoesOf(row).flatMap(({ sent: field, shown: place, ...echo }) => {
    const { isAmount, isSecret: isHidden, received } = echo;
    const wanted = valueAt(sent, field);
    const shownAt = pathIn(place, sent);
    const found = valueAt(result, shownAt);
    if (wanted === undefined || found === undefined) return [];
    if (isAmount ? amountText(wanted) === amountText(found) : isSame(wanted, found, field))
      return [];
    if (isConverted(place, sent, result)) return [];
    const isNet = received.has(shownAt) || shownAt === 'platformFeesIncluded';
    if (isAmount && !isNet && isByFees(wanted, found, result)) return [];
    return [{ field, shownAt, ...(isHidden ? {} : { sent: wanted, shown: found }) }];
  });
}
