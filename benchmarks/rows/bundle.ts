import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { loadedFirst } from '../../scripts/lib/first-load.ts';
import type { Sample } from '../rounds.ts';
import { atMost, type Row } from '../table.ts';

const resolveDir = fileURLToPath(new URL('../peers', import.meta.url));

/** Programs that use one function of a library. */
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

/** Kilobytes of the files of a bundle after gzip, and of those that load at once. */
async function sizesOf(contents: string, platform: 'node' | 'browser') {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir, sourcefile: 'program.ts', loader: 'ts' },
    ...{ bundle: true, minify: true, splitting: true, metafile: true },
    write: false,
    outdir: 'out',
    format: 'esm',
    platform,
    target: 'es2023',
    logLevel: 'silent',
    external: platform === 'browser' ? ['crypto', 'node:*'] : [],
  });
  const first = loadedFirst(metafile, 'stdin.js');
  const size = (files: typeof outputFiles) =>
    files.reduce((sum, file) => sum + gzipSync(file.contents, { level: 9 }).byteLength, 0) / 1000;
  const early = outputFiles.filter(({ path }) => first.has(path.split(/[\\/]/).at(-1) ?? ''));
  return { whole: size(outputFiles), first: size(early) };
}

async function measured(
  programs: Readonly<Record<string, string>>,
  platform: 'node' | 'browser',
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const series = new Map<string, readonly Sample[]>();
  for (const [name, text] of Object.entries(programs)) {
    const { whole, first } = await sizesOf(text, platform);
    series.set(name, [{ wall: whole }]);
    if (first < whole) series.set(`${name}, first load`, [{ wall: first }]);
  }
  return series;
}

/** Measures one import in a consumer's bundle. */
export async function bundleRows(): Promise<Row[]> {
  const facts = { unit: 'KB gzip', compared: false };
  return [
    {
      ...facts,
      work: 'One import, bundled by its consumer',
      series: await measured(onServer, 'node'),
      targets: { 'SDK, first load': atMost(90) },
    },
    {
      ...facts,
      work: 'Wallet, bundled for a browser',
      series: await measured(inBrowser, 'browser'),
      targets: { 'wallet, first load': atMost(10) },
    },
  ];
}
