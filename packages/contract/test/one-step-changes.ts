import type { Fields } from '../src/format/fields.ts';
/** The kinds of one-step changes, so that a rule can name the harmless ones. */
export type StepKind =
  /** A value that becomes another one of the same form. */
  | 'value'
  /** An id that keeps its kind and names another resource. */
  | 'other id'
  /** An id that keeps its text and names another kind of resource. */
  | 'other kind'
  /** A number that becomes its negative, or another amount. */
  | 'amount'
  /** A value of another JSON type. */
  | 'type'
  | 'left out'
  | 'added'
  /** Items of a list in another order, once more, or one fewer. */
  | 'items'
  /** The same fields in another order. */
  | 'order'
  /** A field that occurs twice in the text, with different values. */
  | 'twice';

/** JSON that differs from another one by one step. */
export interface OneStep {
  readonly kind: StepKind;
  /** The field, such as `data.0.amount`; empty for the whole value. */
  readonly path: string;
  /** In words, for the title of a test. */
  readonly name: string;
  readonly text: string;
}

type Change = readonly [kind: StepKind, what: string, value: unknown];

const ID = /^([A-Z][A-Za-z]+):(.+)$/;
const DIGITS = /\d(?=\D*$)/;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a string of the same form with another last digit, or with a letter more. */
function otherText(text: string): string {
  if (!DIGITS.test(text)) return `${text}x`;
  return text.replace(DIGITS, (digit) => String((Number(digit) + 1) % 10));
}

function leafChanges(value: unknown): Change[] {
  if (typeof value === 'string') {
    const [, kind, rest] = ID.exec(value) ?? [];
    if (kind === undefined) {
      return [
        ['value', 'another string', otherText(value)],
        ['value', 'empty', ''],
        ['type', 'a number', 1],
      ];
    }
    return [
      ['other id', 'another id', `${kind}:${otherText(rest ?? '')}`],
      ['other kind', 'another kind of id', `${kind === 'Customer' ? 'Card' : 'Customer'}:${rest}`],
      ['value', 'empty', ''],
      ['type', 'a number', 1],
    ];
  }
  if (typeof value === 'number') {
    return [
      ['amount', 'one more', value + 1],
      ['amount', 'ten times as much', value === 0 ? 10 : value * 10],
      ['amount', 'negative', value === 0 ? -1 : -value],
      ['type', 'a string', String(value)],
    ];
  }
  if (typeof value === 'boolean') return [['value', 'the opposite', !value]];
  return value === null ? [['type', 'a string', 'x']] : [];
}

function listChanges(list: readonly unknown[]): Change[] {
  const changes: Change[] = [
    ['type', 'an object', {}],
    ['items', 'one item more', [...list, ...list.slice(-1), ...(list.length === 0 ? ['x'] : [])]],
  ];
  if (list.length > 0) changes.push(['items', 'one item fewer', list.slice(1)]);
  const reversed = list.toReversed();
  if (JSON.stringify(reversed) !== JSON.stringify(list)) {
    changes.push(['items', 'another order', reversed]);
  }
  return changes;
}

function fieldChanges(fields: Fields): Change[] {
  const entries = Object.entries(fields);
  const changes: Change[] = [
    ['type', 'a list of it', [fields]],
    ['added', 'a field more', { ...fields, unexpected: 'Customer:eve' }],
  ];
  if (entries.length > 1) {
    changes.push(['order', 'fields in another order', Object.fromEntries(entries.toReversed())]);
  }
  return changes;
}

/** Returns every JSON value, as text, in which one thing of a value is changed. */
function* changesOf(value: unknown, path: string): Generator<OneStep> {
  const own = isFields(value)
    ? fieldChanges(value)
    : Array.isArray(value)
      ? listChanges(value)
      : leafChanges(value);
  for (const [kind, what, changed] of [...own, ['type', 'null', null] as const]) {
    if (value === null && changed === null) continue;
    const name = `${path === '' ? 'the whole' : path}: ${what}`;
    yield { kind, path, name, text: JSON.stringify(changed) };
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const rebuild = (text: string) => {
        const texts = value.map((each) => JSON.stringify(each)).with(index, text);
        return `[${texts.join(',')}]`;
      };
      yield* within(item, `${path}.${index}`.replace(/^\./, ''), rebuild);
    }
  } else if (isFields(value)) {
    for (const [key, child] of Object.entries(value)) yield* ofField(value, key, child, path);
  }
}

function* within(
  value: unknown,
  path: string,
  rebuild: (text: string) => string,
): Generator<OneStep> {
  for (const step of changesOf(value, path)) yield { ...step, text: rebuild(step.text) };
}

function textOf(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

function* ofField(fields: Fields, key: string, child: unknown, parent: string): Generator<OneStep> {
  const entries = Object.entries(fields).map(
    ([name, value]) => [name, JSON.stringify(value)] as const,
  );
  const index = entries.findIndex(([name]) => name === key);
  const path = parent === '' ? key : `${parent}.${key}`;
  const rebuild = (text: string) => textOf(entries.with(index, [key, text]));
  yield* within(child, path, rebuild);
  const others = entries.filter(([name]) => name !== key);
  yield { kind: 'left out', path, name: `${path}: left out`, text: textOf(others) };
  const other = leafChanges(child)[0]?.[2];
  if (other === undefined) return;
  const second = [key, JSON.stringify(other)] as const;
  const name = (where: string) => `${path}: twice, another value ${where}`;
  yield { kind: 'twice', path, name: name('last'), text: textOf([...entries, second]) };
  yield { kind: 'twice', path, name: name('first'), text: textOf([second, ...entries]) };
}

/**
 * Returns every JSON text that differs from a value by one step: a leaf, a kind of id, an amount, a
 * field left out, added or given twice, the items of a list, the order of fields.
 */
export function oneStepChanges(value: unknown): readonly OneStep[] {
  return [...changesOf(value, '')];
}
