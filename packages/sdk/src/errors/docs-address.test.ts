import { readFileSync } from 'node:fs';
import { DOCS_ADDRESS, errorAddress } from '@org/payments-contract/internal';
import { expect, test } from 'vitest';

const packages = ['contract', 'crypto', 'mcp', 'mock', 'sdk', 'wallet'];

test.each(packages)('the homepage of %s is the site with the errors page', (name) => {
  const path = new URL(`../../../${name}/package.json`, import.meta.url);
  const { homepage } = JSON.parse(readFileSync(path, 'utf8')) as { homepage: string };
  expect(homepage).toBe(DOCS_ADDRESS);
});

test.each(['crypto/src/crypto-error.ts', 'wallet/src/errors/wallet-error.ts'])(
  'the errors of %s are explained at the same place',
  (path) => {
    const source = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    expect(source).toContain(`'${DOCS_ADDRESS}errors/'`);
  },
);

test('the address of a code is absolute', () => {
  expect(errorAddress('INVALID_INPUT')).toBe(
    'https://org.github.io/payments-sdk/errors/INVALID_INPUT',
  );
});

test.each(['a/../b?c#d', '', '\ud800', 'INVALID INPUT'])(
  'the invalid code %j leads to the list',
  (code) => {
    expect(errorAddress(code)).toBe('https://org.github.io/payments-sdk/errors/');
  },
);
