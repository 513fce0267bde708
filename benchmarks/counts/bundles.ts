import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { leanPlugins } from '../../scripts/build/options.ts';
import type { Counts } from './instruments.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Program {
  readonly text: string;
  readonly platform: 'node' | 'browser';
  /** The code that the build leaves out of the package. */
  readonly plugins: readonly Plugin[];
}

const programs: Readonly<Record<string, Program>> = {
  'import: sdk': {
    platform: 'node',
    plugins: leanPlugins.sdk ?? [],
    text: `import { createPaymentsClient } from '@org/payments-sdk'; globalThis.used = createPaymentsClient;`,
  },
  'import: crypto': {
    platform: 'node',
    plugins: leanPlugins.crypto ?? [],
    text: `import { openSealedKey } from '@org/payments-crypto'; globalThis.used = openSealedKey;`,
  },
  'import: mock': {
    platform: 'node',
    plugins: [],
    text: `import { createMock } from '@org/payments-mock'; globalThis.used = createMock;`,
  },
  'import: wallet': {
    platform: 'browser',
    plugins: leanPlugins.wallet ?? [],
    text: `import { createWallet } from '@org/payments-wallet'; globalThis.used = createWallet;`,
  },
};

/** A file of a bundle, the one that loads first at the front. */
interface File {
  readonly name: string;
  readonly contents: Uint8Array;
}

async function bundle({ text, platform, plugins }: Program): Promise<readonly File[]> {
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: root, sourcefile: 'program.ts', loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    splitting: true,
    outdir: 'out',
    format: 'esm',
    platform,
    conditions: ['source'],
    target: 'es2023',
    logLevel: 'silent',
    external: platform === 'browser' ? ['crypto', 'node:*'] : [],
    plugins: [...plugins],
    banner: {
      js:
        platform === 'node'
          ? `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`
          : '',
    },
  });
  const isEntry = ({ path }: { path: string }) => path.endsWith('stdin.js');
  return outputFiles
    .toSorted((a, b) => Number(isEntry(b)) - Number(isEntry(a)))
    .map(({ path, contents }) => ({ name: basename(path), contents }));
}

const encoder = new TextEncoder();
const report = encoder.encode('\nconsole.log(process.moduleLoadList.length); process.exit(0);');

/** Counts the built-in modules of Node that a program has loaded at the end of its first file. */
function builtinsLoadedBy(files: readonly File[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'counts-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const [index, { name, contents }] of files.entries()) {
      const parts = index === 0 ? [contents, report] : [contents];
      writeFileSync(join(folder, name), Buffer.concat(parts));
    }
    const file = join(folder, files[0]?.name ?? '');
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The program failed: ${stderr}`);
    return Number(stdout.trim().split('\n').at(-1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function gzipBytes(contents: Uint8Array): number {
  return gzipSync(contents, { level: 9 }).byteLength;
}

/**
 * The bytes of each import in a bundle, and the built-in modules it loads. Bundled from source, as
 * the build does.
 */
export async function countImports(): Promise<Readonly<Record<string, Counts>>> {
  const empty = `import { createRequire } from 'node:module'; createRequire;`;
  const none = builtinsLoadedBy([{ name: 'empty.js', contents: encoder.encode(empty) }]);
  const entries = await Promise.all(
    Object.entries(programs).map(async ([name, program]) => {
      const files = await bundle(program);
      const sizes = files.map(({ contents }) => gzipBytes(contents));
      const counts: Counts = {
        'gzip bytes, first file': sizes[0] ?? Number.NaN,
        'gzip bytes, all files': sizes.reduce((sum, size) => sum + size, 0),
        ...(program.platform === 'node' && {
          'built-in modules loaded': builtinsLoadedBy(files) - none,
        }),
      };
      return [name, counts] as const;
    }),
  );
  return Object.fromEntries(entries);
}
