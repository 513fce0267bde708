import { describe, expect, it } from 'vitest';
import { stableKey } from './stable-key.ts';

describe('stableKey', () => {
  it('is the same for equal values in any order', () => {
    const one = { id: 'a', team: { roles: ['x', 'y'], n: 1 } };
    expect(stableKey(one)).toBe(stableKey({ team: { n: 1, roles: ['x', 'y'] }, id: 'a' }));
    expect(stableKey({ at: new Date(5) })).toBe(stableKey({ at: new Date(5) }));
  });

  it.each<[unknown, unknown]>([
    [
      { a: 'x', b: 'y' },
      { a: 'y', b: 'x' },
    ],
    [{ a: '1' }, { a: 1 }],
    [{ a: null }, { a: undefined }],
    [{ a: undefined }, {}],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [
      [['a'], 'b'],
      ['a', ['b']],
    ],
    [[], {}],
    [{ 'a":1,"b': 2 }, { a: 1, b: 2 }],
    [{ a: 'b' }, { a: ['b'] }],
    [{ at: new Date(5) }, { at: new Date(6) }],
    [0, -0],
  ])('differs between %o and %o', (one, other) => {
    expect(stableKey(one)).toBeDefined();
    expect(stableKey(one)).not.toBe(stableKey(other));
  });

  it('is undefined for values without a distinct text', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const others = [
      () => 1,
      Symbol('a'),
      1n,
      new Map(),
      new (class User {})(),
      cycle,
      'x'.repeat(9_000),
    ];
    expect(others.map((value) => stableKey({ value }))).toEqual(others.map(() => undefined));
  });
});
