import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/workspace.ts';

/**
 * Returns the paths of the files of a bundle that are loaded before the entry runs: the entry, what it
 * imports, and what that imports in turn, but nothing that is imported when it is first needed.
 */
function loadedFirst({ outputs }: Pick<Metafile, 'outputs'>, entry: string): ReadonlySet<string> {
  const importsOf = new Map(
    Object.entries(outputs).map(([path, { imports }]) => [
      path,
      imports.filter(({ kind }) => kind === 'import-statement').map((imported) => imported.path),
    ]),
  );
  const found = new Set([entry]);
  for (const name of found) {
    for (const imported of importsOf.get(name) ?? []) {
      if (importsOf.has(imported)) found.add(imported);
    }
  }
  return found;
}

const report = join(root, 'node_modules/.cache/build/sdk.esm.json');
const metafile = JSON.parse(readFileSync(report, 'utf8')) as Metafile;
const first = loadedFirst(metafile, 'dist/index.js');
const modules = Object.entries(metafile.outputs).flatMap(([path, { inputs }]) =>
  first.has(path) ? Object.keys(inputs) : [],
);

test('the SDK is imported in few files', () => {
  expect(first.size).toBeLessThanOrEqual(7);
});

test('the SDK is imported without the events of webhooks', () => {
  expect(modules.filter((path) => path.endsWith('/operations.ts')).length).toBeGreaterThan(20);
  expect(modules.filter((path) => path.includes('event-areas'))).toEqual([]);
});

test.each(['sdk', 'mock', 'relay', 'wallet'])('%s loads a dialect only when it is named', (id) => {
  const path = join(root, `node_modules/.cache/build/${id}.esm.json`);
  const { outputs } = JSON.parse(readFileSync(path, 'utf8')) as Metafile;
  const entries = Object.entries(outputs);
  const isDialect = (name: string) => name.endsWith('/2026-08.ts');
  const own = entries.filter(([, { inputs }]) => Object.keys(inputs).some(isDialect));
  const imports = entries.flatMap(([, output]) => output.imports);
  const kinds = imports.filter((one) => own.some(([file]) => file === one.path));
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['dynamic-import']));
});

/** An application's files with the wallet: the bytes without those of the dialect, and whether it has them. */
async function walletFiles(external: string[]) {
  const contents = "export { createWallet } from '@org/payments-wallet';";
  const { metafile } = await build({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    ...{ bundle: true, splitting: true, minify: true, metafile: true, write: false },
    ...{ format: 'esm', platform: 'browser', outdir: 'out', logLevel: 'error', external },
  });
  const files = Object.values(metafile.outputs);
  const loaded = files.filter(({ entryPoint }) => !entryPoint?.includes('/2026-08'));
  const bytes = loaded.reduce((sum, file) => sum + file.bytes, 0);
  return { bytes, hasDialect: loaded.length < files.length };
}

test('a page that names no dialect loads nothing that only a dialect uses', async () => {
  const [whole, alone] = [await walletFiles([]), await walletFiles(['./2026-08-*'])];
  expect([whole.hasDialect, alone.hasDialect]).toEqual([true, false]);
  // Less than 1,000 are the names that the files import of each other.
  expect(whole.bytes - alone.bytes).toBeLessThan(1_000);
});

test('the SDK is imported without evaluating zod', () => {
  const program = `
    const sdk = await import('@org/payments-sdk');
    const evaluated = () => '__zod_globalRegistry' in globalThis;
    const before = evaluated();
    const payments = sdk.createPaymentsClient({ tokenId: 't', clientSecret: 's' });
    await payments.config.update({ supportedCurrencies: 1 }).catch(() => undefined);
    console.log(before, evaluated());`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: join(root, 'packages/sdk'),
    encoding: 'utf8',
  });
  expect(output.trim()).toBe('false true');
});
