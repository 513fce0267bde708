import * as fc from 'fast-check';
import { anyCharacter } from '../../packages/crypto/test/any-character.ts';
import { MARK } from './subject.ts';

const circular: Record<string, unknown> = {};
circular.self = circular;

/** Values that JSON cannot hold, or that have side effects when they are read. */
export const hostile = fc.constantFrom<unknown>(
  undefined,
  null,
  `${MARK} as the input`,
  10n,
  Symbol('input'),
  () => 'function',
  new Date(Number.NaN),
  new Map([['id', 'Card:1']]),
  Object.create(null),
  circular,
  Array.from({ length: 5 }),
  new Proxy({}, { ownKeys: () => ['id'] }),
  { toJSON: () => Promise.reject(new Error('toJSON')).catch(() => 1) },
);

/** Strings that often break code. */
export const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '.',
    '..',
    '/',
    '%2e%2e',
    '%',
    '\0',
    '\r\nx: y',
    '\ud800',
    '\u2028',
    '\ufeff',
    '__proto__',
    'constructor',
    'toString',
    'null',
    '9007199254740993',
    '-0',
    '1e400',
    '2026-02-30T25:61:61Z',
    'x'.repeat(10_000),
  ),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);

/** Values of every type that JSON has, the unusual ones first. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e21, 2 ** 53, [], {}, [[]]),
  oddText,
  fc.jsonValue({ maxDepth: 3 }),
);

interface Step {
  readonly position: number;
  readonly kind: 'replace' | 'remove' | 'rename' | 'add' | 'wrap';
  readonly text: string;
  readonly value: unknown;
}

const step: fc.Arbitrary<Step> = fc.record({
  position: fc.nat(),
  kind: fc.constantFrom('replace', 'replace', 'remove', 'rename', 'add', 'wrap'),
  text: oddText,
  value: oddValue,
});

type Holder = Record<string, unknown>;

function holders(value: unknown, found: Holder[] = []): Holder[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return found;
  found.push(value as Holder);
  for (const child of Object.values(value)) holders(child, found);
  return found;
}

/**
 * Sets an own property, also one named `__proto__`: an assignment would change the prototype. The
 * length of an array stays, because only a length can be assigned to it.
 */
function setOwn(holder: Holder, key: string, value: unknown): void {
  if (Array.isArray(holder) && key === 'length') return;
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function apply(root: Holder, { position, kind, text, value }: Step): void {
  const all = holders(root);
  const holder = all[position % all.length] ?? root;
  const keys = Object.keys(holder);
  const key = keys[Math.floor(position / all.length) % Math.max(1, keys.length)] ?? text;
  const old = Object.hasOwn(holder, key) ? holder[key] : null;
  if (kind === 'remove' || kind === 'rename') delete holder[key];
  if (kind === 'wrap') setOwn(holder, key, [old]);
  if (kind === 'replace') setOwn(holder, key, structuredClone(value));
  if (kind === 'add') setOwn(holder, text, structuredClone(value));
  if (kind === 'rename') setOwn(holder, text, old);
}

/** Copies of a JSON value, changed in a few places. */
export function mutated(original: unknown): fc.Arbitrary<unknown> {
  return fc.array(step, { maxLength: 3 }).map((steps) => {
    const root = { value: structuredClone(original) };
    for (const one of steps) apply(root, one);
    return root.value;
  });
}
