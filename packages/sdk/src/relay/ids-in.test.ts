import { describe, expect, it } from 'vitest';
import { idsIn } from './step-ownership.ts';

const found = (...inputs: unknown[]) => [...idsIn(...inputs)].sort();

describe('idsIn', () => {
  const cycle: Record<string, unknown> = { id: 'Card:1' };
  cycle.self = cycle;

  it.each<[string, unknown]>([
    ['a value', 'Card:1'],
    ['a field', { a: [{ b: 'Card:1' }] }],
    ['a key of an object', { limits: { 'Card:1': 5 } }],
    ['a value of a map', new Map([['a', 'Card:1']])],
    ['a key of a map', new Map([['Card:1', 5]])],
    ['a set', new Set(['Card:1'])],
    ['a map in a set in a list', [new Set([new Map([[1, { x: 'Card:1' }]])])]],
    ['an object without prototype', Object.assign(Object.create(null), { a: 'Card:1' })],
    ['a cycle', cycle],
    ['a path', '/cards/Card:1'],
    ['a query', 'a=b&cardId=Card:1&c=d'],
    ['an encoded query', 'cardId=Card%3A1'],
    ['a query encoded three times', 'cardId=Card%25253a1'],
    ['JSON text', '{"cardId":"Card:1"}'],
    ['a sentence', 'Freeze Card:1.'],
    ['a URL', new URL('https://a.example/?id=Card:1')],
    ['white space', '  Card:1\n'],
  ])('finds an id in %s', (_where, input) => {
    expect(found(input)).toEqual(['Card:1']);
  });

  it('finds all of a list, of known and unknown kinds', () => {
    expect(found('Card:1,Card:2; Foo:3')).toEqual(['Card:1', 'Card:2', 'Foo:3']);
    const uuid = '0193b4c5-1111-4111-8111-111111111111';
    expect(found(`see Foo:${uuid} please`)).toEqual([`Foo:${uuid}`]);
    expect(found({ a: 'Transaction:1' }, ['Agent:2'])).toEqual(['Agent:2', 'Transaction:1']);
  });

  it('ignores other strings, times and numbers', () => {
    const none = [
      'Rent: March',
      '2026-01-05T09:00:00Z',
      'https://a.example:80/',
      'a:b',
      'Card',
      7n,
    ];
    expect(found(none, new Date(), new Uint8Array(2), null, undefined, true)).toEqual([]);
  });

  it('refuses values it cannot search, and values too large to search', () => {
    class Hidden {
      readonly #id = 'Card:1';
      toString() {
        return this.#id;
      }
    }
    expect(() => idsIn({ deep: [new Hidden()] })).toThrow(/Hidden.*allowForeignIds/s);
    const many = Array.from({ length: 51 }, (_none, index) => `Card:${index}`);
    expect(() => idsIn(many)).toThrow(expect.objectContaining({ status: 400 }));
    expect(() => idsIn(Array(60_000).fill(1))).toThrow(expect.objectContaining({ status: 400 }));
  });
});
