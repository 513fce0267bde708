import { describe, expect, it } from 'vitest';
import { AMBIGUOUS, leavesOf, NOT_JSON, readLeaves } from './leaves.ts';

const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

describe('a payload is read', () => {
  it.each<[string, object]>([
    ['"a"', { '': 'sa' }],
    ['{}', { '': '{' }],
    ['[]', { '': '[0' }],
    ['[0,-1,10,2.5,9]', { '': '[5', '0': 'n0', '1': 'n-1', '2': 'n10', '3': 'n2.5', '4': 'n9' }],
    ['[true,false,null]', { '': '[3', '0': 'true', '1': 'false', '2': 'null' }],
    ['{"a":{"b":[5]},"c":""}', { '': '{', a: '{', 'a/b': '[1', 'a/b/0': 'n5', c: 's' }],
    ['{"__proto__":"x"}', { '': '{', ['__proto__']: 'sx' }],
  ])('as JSON.parse reads it: %s', (payload, leaves) => {
    expect(readLeaves(payload)).toEqual(Object.assign(Object.create(null), leaves));
    expect(readLeaves(payload)).toEqual(leavesOf(JSON.parse(payload)));
  });

  it('with spaces between its parts, and with every escape', () => {
    expect(readLeaves(' {\r\n\t"a" : [ 1 , true ] , "b" : "x" } ')).toEqual(
      readLeaves('{"a":[1,true],"b":"x"}'),
    );
    expect(readLeaves(String.raw`"\"\\\/:\b\f\n\r\t\u00e9\u00AFx"`)).toEqual(
      leavesOf('"\\/:\b\f\n\r\t\u00e9\u00afx'),
    );
  });

  it('up to 32 levels', () => {
    expect(readLeaves(nested(32))).toMatchObject({ '': '[1' });
    expect(readLeaves(nested(33))).toBe(AMBIGUOUS);
    expect(readLeaves(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toBe(AMBIGUOUS);
  });
});

it.each(['', ' ', '{', '"a', '{"a":1,}', '{} {}', 'NaN', '+1', '01', '1x', 'text', '"\n"'])(
  '%j is not JSON',
  (payload) => {
    expect(() => JSON.parse(payload)).toThrow();
    expect(readLeaves(payload)).toBe(NOT_JSON);
  },
);

it.each([
  '1.0',
  '0.0',
  '9.0',
  '1e2',
  '-0',
  '9007199254740993',
  '{"a":1,"a":1}',
  String.raw`{"a":1,"\u0061":2}`,
  '{"a/b":1}',
  '{"a":{"/":1}}',
  '{"b/":1}',
])('%s is ambiguous', (payload) => {
  expect(readLeaves(payload)).toBe(AMBIGUOUS);
});

describe('a request', () => {
  it('has only values of its own', () => {
    const request = Object.assign(Object.create({ inherited: 'x' }), { own: [null, true] });
    expect(leavesOf(request)).toEqual(readLeaves('{"own":[null,true]}'));
  });

  it.each([{ 'a/b': 1 }, { a: { '/': 1 } }])('%j matches no payload', (request) => {
    expect(leavesOf(request)).toHaveProperty(AMBIGUOUS);
  });
});
