import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { withoutDynamicImports } from '../../scripts/size/budget.ts';
import { loadedFirst } from '../lib/first-load.ts';
import { atMost, type Row, valueRow } from '../lib/row.ts';

const resolveDir = fileURLToPath(new URL('../peers', import.meta.url));

/** A program that uses one function of a library. */
const onServer: Readonly<Record<string, string>> = {
  SDK: `import { createPaymentsClient } from '@org/payments-sdk';
    export const card = createPaymentsClient().cards.get({ id: 'Card:1' });`,
  workos: `import { WorkOS } from '@workos-inc/node';
    export const organization = new WorkOS('sk').organizations.getOrganization('org');`,
  stripe: `import Stripe from 'stripe';
    export const customer = new Stripe('sk').customers.retrieve('cus');`,
  openai: `import OpenAI from 'openai';
    export const model = new OpenAI().models.retrieve('model');`,
};

const inBrowser: Readonly<Record<string, string>> = {
  wallet: `import { createWallet } from '@org/payments-wallet';
    export const wallet = createWallet({ relay: '/api/wallet' });`,
  'Turnkey crypto and stamper': `import { decryptCredentialBundle } from '@turnkey/crypto';
    import { ApiKeyStamper } from '@turnkey/api-key-stamper';
    export { decryptCredentialBundle, ApiKeyStamper };`,
};

interface Sizes {
  /** Kilobytes, gzip, of the first load and of all files. */
  readonly first: number;
  readonly whole: number;
}

async function sizesOf(
  contents: string,
  platform: 'node' | 'browser',
  plugins: Plugin[] = [],
): Promise<Sizes> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir, sourcefile: 'program.ts', loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    splitting: true,
    outdir: 'out',
    format: 'esm',
    platform,
    target: 'es2023',
    logLevel: 'silent',
    external: platform === 'browser' ? ['crypto', 'node:*'] : [],
    plugins,
  });
  const first = loadedFirst(metafile, 'stdin.js');
  const sizes = { first: 0, whole: 0 };
  for (const { path, contents: bytes } of outputFiles) {
    const size = gzipSync(bytes, { level: 9 }).byteLength / 1000;
    sizes.whole += size;
    if (first.has(basename(path))) sizes.first += size;
  }
  return sizes;
}

/** Measures one import in a consumer's bundle. */
export async function bundleRows(): Promise<Row[]> {
  const server = new Map<string, number>();
  for (const [name, text] of Object.entries(onServer)) {
    const { first, whole } = await sizesOf(text, 'node');
    server.set(name, whole);
    // ky loads with the first call over a given `fetch`.
    if (name === 'SDK') server.set('SDK, first load', first);
  }
  const browser = new Map<string, number>();
  for (const [name, text] of Object.entries(inBrowser)) {
    const { first, whole } = await sizesOf(text, 'browser');
    browser.set(name, whole);
    if (name !== 'wallet') continue;
    // The remote signer is loaded only with an option.
    const plain = await sizesOf(text, 'browser', [withoutDynamicImports('remote-wallet')]);
    browser.set('wallet', plain.whole);
    browser.set('wallet, first load', first);
    browser.set('wallet with the remote signer', whole);
  }
  const unit = 'KB gzip';
  return [
    valueRow(
      {
        id: 'bundle',
        work: 'One import, bundled by its consumer',
        unit,
        targets: { 'SDK, first load': atMost(90) },
      },
      server,
    ),
    valueRow(
      {
        id: 'bundle-wallet',
        work: 'Wallet, bundled for a browser',
        unit,
        targets: { wallet: atMost(46), 'wallet, first load': atMost(10) },
      },
      browser,
    ),
  ];
}
