import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultOutcomes, sandboxAddresses, sandboxValues } from '../src/options/outcomes.ts';

const page = new URL('../../../docs/reference/sandbox-values.md', import.meta.url);

/** The sections of the page, and the cells of the table in each. */
const sections = readFileSync(page, 'utf8')
  .split(/^## /m)
  .map((text) => {
    const lines = text.split('\n').filter((line) => line.startsWith('| '));
    return { text, rows: lines.slice(2).map((line) => line.slice(2, -2).split(' | ')) };
  });

function rowsOf(words: string): readonly string[][] {
  return sections.find(({ text }) => text.includes(words))?.rows ?? [];
}

/** The words of a row of outcomes that its cell must have: values as they are sent, and times. */
function wordsOf(row: unknown): string[] {
  if (typeof row !== 'object' || row === null) return [];
  return Object.values(row).flatMap((value) => {
    if (typeof value === 'number') {
      return value === 0
        ? ['at once']
        : [value < 120_000 ? `${value / 1000} seconds` : `${value / 60_000} minutes`];
    }
    return typeof value === 'string' ? [`\`${value}\``] : wordsOf(value);
  });
}

test('the page of sandbox values has each value of the mock, with what it leads to', () => {
  for (const [name, outcomes] of Object.entries(defaultOutcomes)) {
    const rows = rowsOf(`\`outcomes.${name}\``);
    const ends = Object.entries<unknown>(outcomes).map(([end, row]) => {
      const shown = end === 'other' ? 'any other' : /^\d+$/.test(end) ? `\`${end}\`` : end;
      const [, cell = ''] = rows.find(([first]) => first === shown) ?? [];
      expect(cell, `${name} ${end}`).not.toBe('');
      for (const word of wordsOf(row)) expect(cell, `${name} ${end}`).toContain(word);
      return shown;
    });
    expect(rows.map(([first]) => first).sort()).toEqual(ends.sort());
  }
  const addresses = rowsOf('UMA addresses\n').map(([address, currency]) => [address, currency]);
  expect(addresses).toEqual(
    Object.entries(sandboxAddresses).map(([local, { currency }]) => [`\`$${local}@…\``, currency]),
  );
  const codes = rowsOf('Codes and signatures\n').map(([value]) => value);
  const { otpDigit, ...others } = sandboxValues;
  const values = [otpDigit.repeat(6), ...Object.values(others)];
  expect(codes.toSorted()).toEqual(values.map((value) => `\`${value}\``).sort());
});
