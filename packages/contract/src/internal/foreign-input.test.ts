import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  asciiDigits,
  headerEntries,
  isTooDeep,
  MAX_JSON_DEPTH,
  parseForeignJson,
  readCode,
} from './foreign-input.ts';

const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;

test('JSON is taken up to 64 levels, and refused beyond, however deep', () => {
  expect(parseForeignJson(nested(MAX_JSON_DEPTH))).toEqual({ a: [expect.anything()] });
  for (const levels of [MAX_JSON_DEPTH + 2, 100_000]) {
    expect(() => parseForeignJson(nested(levels))).toThrow(
      new SyntaxError('it is nested deeper than 64 levels'),
    );
  }
  for (const value of [1, null, 'text', [], {}]) expect(isTooDeep(value)).toBe(false);
});

test('a field that is there twice is refused, wherever it is', () => {
  for (const text of [
    '{"a":1,"a":1}',
    '[{"b":{"a":1,"\\u0061" :2}}]',
    '{"__proto__":1,"__proto__":{}}',
  ]) {
    expect(() => parseForeignJson(text)).toThrow(new SyntaxError('it has a field twice'));
  }
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      expect(parseForeignJson(text)).toEqual(JSON.parse(text));
    }),
  );
  const texts = { a: ['":', '\\":{', { 'a":': ':"' }], b: [{ a: 1 }, { a: 1 }] };
  expect(parseForeignJson(JSON.stringify(texts, undefined, 2))).toEqual(texts);
});

const name = fc.stringMatching(/^[a-z][a-z-]{0,8}$/);
const value = fc.stringMatching(/^[a-z0-9]{1,8}$/);

test('the same headers are read from every form in which a host hands them over', () => {
  const record = fc.dictionary(name, fc.array(value, { minLength: 1, maxLength: 1 }));
  fc.assert(
    fc.property(record, (many) => {
      const one = Object.entries(many).map(([key, [only]]) => [key, String(only)] as const);
      const expected = one.map((entry) => [...entry]);
      const raw = one.flat();
      const lists = [raw, raw.map((text) => Buffer.from(text)), Object.entries(many)];
      const forms = [many, Object.fromEntries(one), one, new Map(one), ...lists];
      for (const form of forms) expect(headerEntries(form)).toEqual(expected);
      expect(headerEntries(new Headers(Object.fromEntries(one))).sort()).toEqual(expected.sort());
    }),
  );
});

test('a value that a host has decoded is one that a request can carry, byte by byte', () => {
  // As CloudFront names the city of a client, in the JSON of an event.
  const [city = ['', '']] = headerEntries({ 'cloudfront-viewer-city': 'Łódź' });
  expect(Buffer.from(new Headers([city]).get(city[0]) ?? '', 'latin1').toString()).toBe('Łódź');
});

test('numbers are text, values that are missing and fields that are not headers are left out', () => {
  const headers = {
    ':path': '/webhooks',
    'content-length': 412,
    'x-forwarded-for': ['10.0.0.1', '10.0.0.2'],
    origin: undefined,
    cookie: null,
  };
  expect(headerEntries(headers)).toEqual([
    ['content-length', '412'],
    ['x-forwarded-for', '10.0.0.1'],
    ['x-forwarded-for', '10.0.0.2'],
  ]);
});

const systems = Intl.supportedValuesOf('numberingSystem').filter((system) =>
  /^\p{Nd}+$/u.test(new Intl.NumberFormat('en', { numberingSystem: system }).format(0)),
);

test.each(systems)('digits of %s are those of ASCII', (numberingSystem) => {
  const { format } = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
  expect(asciiDigits(format(1_234_567_890))).toBe('1234567890');
});

test('a code is read however it was typed', () => {
  const signs = ' -.,_·/\t\n"\u2011\u2013\u200b\u00ad\ufeff\u00a0\u3164\u2800\ufe0f\u20e3';
  const joints = ['', ...signs];
  const digits = fc.array(fc.nat(9), { minLength: 6, maxLength: 8 });
  const system = fc.constantFrom(...systems);
  const joint = fc.constantFrom(...joints);
  fc.assert(
    fc.property(digits, system, joint, (code, numberingSystem, between) => {
      const { format } = new Intl.NumberFormat('en', { numberingSystem });
      const typed = `\u202a${code.map(format).join(between)}${between}\u202c`;
      expect(readCode(typed)).toBe(code.join(''));
    }),
  );
});

test.each([
  ['ＡＢ１２', 'AB12'],
  ['ab-12', 'ab12'],
  ['“123456.”', '123456'],
  [' \u200b ', ''],
])('%j is %j', (typed, code) => {
  expect(readCode(typed)).toBe(code);
});
