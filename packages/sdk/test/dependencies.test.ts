import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the SDK installs two packages of ours, ky and zod, and nothing else', () => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { readonly dependencies: object };
  expect(Object.keys(dependencies).toSorted()).toEqual([
    '@org/payments-contract',
    '@org/payments-crypto',
    'ky',
    'zod',
  ]);
});
