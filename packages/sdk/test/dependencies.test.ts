import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('the SDK installs two packages of ours, ky and zod, and nothing else', () => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { readonly dependencies: object };
  const expected = ['@org/payments-contract', '@org/payments-crypto', 'ky', 'zod'];
  expect(Object.keys(dependencies).toSorted()).toEqual(expected);
});

/** The files and functions that a call may run, at most. */
const limits: Readonly<Record<string, { readonly files: number; readonly functions: number }>> = {
  'read, fetch': { files: 25, functions: 100 },
  'read, default transport': { files: 25, functions: 100 },
  'signed change, default transport': { files: 35, functions: 150 },
};

const counter = fileURLToPath(new URL('./trip-counter.ts', import.meta.url));
const options = ['--conditions=source', '--disable-warning=ExperimentalWarning', counter];

test('a call runs no more of the client than it needs', () => {
  const counts = JSON.parse(
    execFileSync(process.execPath, options, { encoding: 'utf8' }),
  ) as typeof limits;
  expect(Object.keys(counts)).toEqual(Object.keys(limits));
  const over = Object.entries(limits).filter(([name, { files, functions }]) => {
    const counted = counts[name] ?? { files: Number.NaN, functions: Number.NaN };
    return !(counted.files <= files && counted.functions <= functions);
  });
  expect(over, JSON.stringify(counts)).toEqual([]);
});
