import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DOCS_ADDRESS, errorAddress } from './docs-address.ts';

const packages = ['contract', 'crypto', 'mock', 'sdk', 'wallet'];

test.each(packages)('the homepage of %s is where the errors are explained', (name) => {
  const path = new URL(`../../../${name}/package.json`, import.meta.url);
  const { homepage } = JSON.parse(readFileSync(path, 'utf8')) as { homepage: string };
  expect(homepage).toBe(DOCS_ADDRESS);
});

test('the address of a code is absolute, also of one that this version does not know', () => {
  expect(errorAddress('INVALID_INPUT')).toBe(
    'https://org.github.io/payments-sdk/errors/INVALID_INPUT',
  );
  expect(new URL(errorAddress('a/../b?c#d')).pathname).toBe(
    '/payments-sdk/errors/a%2F..%2Fb%3Fc%23d',
  );
});
