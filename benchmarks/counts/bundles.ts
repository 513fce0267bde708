import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { lazyAreas } from '../../scripts/build/lazy-areas.ts';
import { loadedFirst } from '../lib/first-load.ts';
import type { Counts } from './instruments.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Program {
  readonly text: string;
  readonly platform: 'node' | 'browser';
  /** The plugins with which the package is built. */
  readonly plugins?: readonly Plugin[];
}

const programs: Readonly<Record<string, Program>> = {
  'import: sdk': {
    platform: 'node',
    plugins: [lazyAreas],
    text: `import { createPaymentsClient } from '@org/payments-sdk'; globalThis.used = createPaymentsClient;`,
  },
  'import: crypto': {
    platform: 'node',
    text: `import { openSealedKey } from '@org/payments-crypto'; globalThis.used = openSealedKey;`,
  },
  'import: mock': {
    platform: 'node',
    text: `import { createMock } from '@org/payments-mock'; globalThis.used = createMock;`,
  },
  'import: wallet': {
    platform: 'browser',
    text: `import { createWallet } from '@org/payments-wallet'; globalThis.used = createWallet;`,
  },
};

/** A file of a bundle, the one that loads first at the front. */
interface File {
  readonly name: string;
  readonly contents: Uint8Array;
  /** Whether the program loads it before it runs, and not when it is first needed. */
  readonly isLoadedFirst: boolean;
}

async function bundle({ text, platform, plugins = [] }: Program): Promise<readonly File[]> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: text, resolveDir: root, sourcefile: 'program.ts', loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
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
  const first = loadedFirst(metafile, 'stdin.js');
  const isEntry = ({ path }: { path: string }) => path.endsWith('stdin.js');
  return outputFiles
    .toSorted((a, b) => Number(isEntry(b)) - Number(isEntry(a)))
    .map(({ path, contents }) => {
      const name = basename(path);
      return { name, contents, isLoadedFirst: first.has(name) };
    });
}

const encoder = new TextEncoder();
const report = encoder.encode('\nconsole.log(process.moduleLoadList.length); process.exit(0);');

/** Writes files to a folder of their own while they are used, and passes on the path of the first. */
async function written<T>(
  files: readonly File[],
  use: (path: string) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'counts-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const { name, contents } of files) writeFileSync(join(folder, name), contents);
    return await use(join(folder, files[0]?.name ?? ''));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many of Node's own modules a program has loaded at its end, which is that of its first file. */
function builtinsLoadedBy([first, ...files]: readonly File[]): Promise<number> {
  if (first === undefined) throw new Error('The program has no file.');
  const contents = Buffer.concat([first.contents, report]);
  return written([{ ...first, contents }, ...files], (path) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [path], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The program failed: ${stderr}`);
    return Number(stdout.trim().split('\n').at(-1));
  });
}

/** Bundles the SDK as its build does, and passes on the path of the bundle while it is used. */
export async function withBundledSdk<T>(use: (path: string) => Promise<T>): Promise<T> {
  const text = `export * from '@org/payments-sdk';`;
  return written(await bundle({ text, platform: 'node', plugins: [lazyAreas] }), use);
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
  const none = await builtinsLoadedBy([
    { name: 'empty.js', contents: encoder.encode(empty), isLoadedFirst: true },
  ]);
  const entries = await Promise.all(
    Object.entries(programs).map(async ([name, program]) => {
      const files = await bundle(program);
      const bytesOf = (some: readonly File[]) =>
        some.reduce((sum, { contents }) => sum + gzipBytes(contents), 0);
      const counts: Counts = {
        'gzip bytes, first load': bytesOf(files.filter(({ isLoadedFirst }) => isLoadedFirst)),
        'gzip bytes, all files': bytesOf(files),
        ...(program.platform === 'node' && {
          'built-in modules loaded': (await builtinsLoadedBy(files)) - none,
        }),
      };
      return [name, counts] as const;
    }),
  );
  return Object.fromEntries(entries);
}
