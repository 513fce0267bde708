import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Manifest, readJson, root } from '../lib/workspace.ts';
import { withAbsoluteLinks } from './readme-links.ts';

const manifest = readJson<Manifest>(join(root, 'packages/mock/package.json'));
const site = 'https://org.github.io/payments-sdk';

test.each([
  ['../../docs/wallet.md', `${site}/wallet`],
  ['../../docs/wallet.md#threats', `${site}/wallet#threats`],
  ['../../docs/guides/stampers.md', `${site}/guides/stampers`],
  ['../sdk/README.md', `${site}/packages/sdk`],
  ['src/mock.ts', 'https://github.com/org/payments-sdk/blob/main/packages/mock/src/mock.ts'],
])('a link to %s leads to %s', (target, address) => {
  expect(withAbsoluteLinks(`[text](${target})`, manifest)).toBe(`[text](${address})`);
});

test('addresses and anchors are left unchanged', () => {
  const text = '[a](https://example.com/b) [c](#d)';
  expect(withAbsoluteLinks(text, manifest)).toBe(text);
});
