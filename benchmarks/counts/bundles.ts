import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Counts } from './instruments.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Program {
  readonly text: string;
  readonly platform: 'node' | 'browser';
}

const programs: Readonly<Record<string, Program>> = {
  'import: sdk': {
    platform: 'node',
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

async function bundle({ text, platform }: Program): Promise<readonly Uint8Array[]> {
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
    .map(({ contents }) => contents);
}

/** How many of Node's own modules a program has loaded, beyond those of an empty one. */
function builtinsLoadedBy(program: Uint8Array | string): number {
  const folder = mkdtempSync(join(tmpdir(), 'counts-'));
  try {
    const file = join(folder, 'program.mjs');
    const report = '\nconsole.log(process.moduleLoadList.length); process.exit(0);';
    writeFileSync(file, Buffer.concat([Buffer.from(program), Buffer.from(report)]));
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

/** Bytes of each import in a bundle, and what it loads of Node. Bundled from source. */
export async function countImports(): Promise<Readonly<Record<string, Counts>>> {
  const none = builtinsLoadedBy(`import { createRequire } from 'node:module'; createRequire;`);
  const entries = await Promise.all(
    Object.entries(programs).map(async ([name, program]) => {
      const files = await bundle(program);
      const [first = new Uint8Array()] = files;
      const counts: Counts = {
        'gzip bytes, first file': gzipBytes(first),
        'gzip bytes, all files': files.reduce((sum, file) => sum + gzipBytes(file), 0),
        ...(program.platform === 'node' && files.length === 1
          ? { 'built-in modules loaded': builtinsLoadedBy(first) - none }
          : {}),
      };
      return [name, counts] as const;
    }),
  );
  return Object.fromEntries(entries);
}
