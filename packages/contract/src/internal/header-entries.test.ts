import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headerEntries } from './header-entries.ts';

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
