import { describe, expect, test } from 'vitest';
import { allowedPairs, folderPairs } from './folder-pairs.ts';

const src = 'packages/sdk/src';

function modules(...imports: readonly (readonly [from: string, to: string])[]) {
  return imports.map(([from, to]) => ({
    source: `${src}/${from}`,
    dependencies: [{ resolved: `${src}/${to}` }],
  }));
}

describe('folders that import each other', () => {
  test('are named, with an import of each direction', () => {
    const found = folderPairs(modules(['call/a.ts', 'list/b.ts'], ['list/c.ts', 'call/d.ts']));
    expect(found).toEqual([
      `${src}/call and ${src}/list import each other: ${src}/call/a.ts -> ${src}/list/b.ts, ${src}/list/c.ts -> ${src}/call/d.ts`,
    ]);
  });

  test('are found at every level', () => {
    const found = folderPairs(
      modules(['call/send/a.ts', 'call/request/b.ts'], ['call/request/up/c.ts', 'call/send/d.ts']),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${src}/call/request and ${src}/call/send`);
  });

  test.each([
    ['one direction', [['call/a.ts', 'list/b.ts']]],
    [
      'a folder and the one it is in',
      [
        ['call/a.ts', 'call/send/b.ts'],
        ['call/send/c.ts', 'call/d.ts'],
      ],
    ],
    [
      'a test',
      [
        ['call/a.test.ts', 'list/b.ts'],
        ['list/c.ts', 'call/d.ts'],
      ],
    ],
  ] as const)('%s is not a pair', (_, imports) => {
    expect(folderPairs(modules(...imports))).toEqual([]);
  });

  test('an allowed pair is not named', () => {
    const pair = modules(['call/a.ts', 'list/b.ts'], ['list/c.ts', 'call/d.ts']);
    const folders = [`${src}/list`, `${src}/call`] as const;
    expect(folderPairs(pair, [{ folders, reason: 'an example' }])).toEqual([]);
  });

  test('at most two pairs are allowed, each with its reason', () => {
    expect(allowedPairs.length).toBeLessThanOrEqual(2);
    expect(allowedPairs.filter(({ reason }) => reason === '')).toEqual([]);
  });
});
