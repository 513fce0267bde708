import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { loadedFirst } from './first-load.ts';
import { page, pageText, table } from './page.ts';
import { mergedRows, type Run } from './results.ts';
import { interleaved, median } from './rounds.ts';
import { atLeast, atMost, isMet, type Row, ratioRow, valueRow } from './row.ts';

const facts = { id: 'get', work: 'GET', unit: 'µs' };

describe('rounds', () => {
  it('run every contender once per round, in changing order', async () => {
    const turns: string[] = [];
    const contender = (name: string) => ({
      name,
      measure() {
        turns.push(name);
        return { wall: turns.length };
      },
    });
    const series = await interleaved(4, ['a', 'b', 'c'].map(contender), 0);
    const counted = turns.slice(-12);
    const rounds = [0, 3, 6, 9].map((start) => counted.slice(start, start + 3).join(''));
    expect(rounds.map((round) => [...round].sort().join(''))).toEqual(['abc', 'abc', 'abc', 'abc']);
    expect(new Set(rounds).size).toBeGreaterThan(2);
    expect(series.get('a')).toHaveLength(4);
  });

  it('have the middle value, or the mean of the two middle ones, as median', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });
});

describe('a row of ratios', () => {
  const series = new Map([
    [
      'base',
      [
        { wall: 10, cpu: 10 },
        { wall: 20, cpu: 10 },
        { wall: 40, cpu: 10 },
      ],
    ],
    [
      'ours',
      [
        { wall: 11, cpu: 5 },
        { wall: 22, cpu: 5 },
        { wall: 80, cpu: 5 },
      ],
    ],
  ]);

  it('compares round by round, so that a slow round does not count twice', () => {
    const [, ours] = ratioRow({ ...facts, targets: { ours: atMost(1.2) } }, series).figures;
    expect(ours).toMatchObject({ value: 22, ratio: 1.1, cpuRatio: 0.5, target: { limit: 1.2 } });
    expect(ours?.spread?.[1]).toBeGreaterThanOrEqual(1.1);
    expect(ours && isMet(ours)).toBe(true);
  });

  it('meets a target only on the correct side of it', () => {
    const figure = { name: 'x', unit: 'ms', value: 5 };
    expect(isMet({ ...figure, target: atMost(4) })).toBe(false);
    expect(isMet({ ...figure, target: atLeast(4) })).toBe(true);
    expect(isMet({ ...figure, ratio: 1, target: atLeast(4) })).toBe(false);
    expect(isMet(figure)).toBeUndefined();
  });

  it('is written with its verdict', () => {
    const row = valueRow({ ...facts, unit: 'KB', targets: { a: atMost(4) } }, new Map([['a', 5]]));
    expect(table([row])).toContain('| GET | a | 5.00 KB |  |  | ≤ 4 **not met** |');
  });
});

it('several runs are merged: the mean of ratios, the outer edges of spreads', () => {
  const row = (ratio: number, spread: [number, number]): Row => ({
    id: 'get',
    work: 'GET',
    figures: [{ name: 'ours', unit: 'µs', value: ratio * 10, ratio, spread }],
  });
  const run = (rows: Row[]): Run => ({
    node: 'v24',
    cores: 2,
    processor: 'x',
    pinned: true,
    quick: false,
    rows,
  });
  const merged = mergedRows([run([row(1, [0.9, 1.1])]), run([row(2, [1.8, 2.4])])]);
  expect(merged).toEqual([
    {
      id: 'get',
      work: 'GET',
      figures: [{ name: 'ours', unit: 'µs', value: 15, ratio: 1.5, spread: [0.9, 2.4] }],
    },
  ]);
});

function output(...imports: [path: string, kind: 'import-statement' | 'dynamic-import'][]) {
  const facts = imports.map(([path, kind]) => ({ path, kind }));
  return { bytes: 1, inputs: {}, exports: [], imports: facts };
}

test('the first load is the entry with all that it imports, and nothing that is imported later', () => {
  const outputs = {
    'out/stdin.js': output(
      ['out/shared.js', 'import-statement'],
      ['out/later.js', 'dynamic-import'],
    ),
    'out/shared.js': output(['out/deep.js', 'import-statement'], ['node:http', 'import-statement']),
    'out/deep.js': output(['out/shared.js', 'import-statement']),
    'out/later.js': output(['out/only-later.js', 'import-statement']),
    'out/only-later.js': output(),
  };
  expect([...loadedFirst({ outputs }, 'stdin.js')]).toEqual(['stdin.js', 'shared.js', 'deep.js']);
});

it('the page of results is up to date, and each missed target has a reason', () => {
  const text = readFileSync(page, 'utf8');
  expect(text).toBe(pageText());
  expect(text).not.toContain('No reason has been written down yet.');
});
