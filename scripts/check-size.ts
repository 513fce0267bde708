import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { root } from './lib/workspace.ts';
import { type SizeBudget, sizeBudgets } from './size-budgets.ts';
import { weighWithVite } from './weigh-with-vite.ts';

/**
 * Bundles each budget's program with the built packages, minified, and weighs it after gzip.
 * Peers and Node's modules are the consumer's own and do not count.
 */
const peers = ['react', 'react-dom', 'vue', 'undici', '@opentelemetry/api', 'msw'];

/** The entry and all that it imports statically. */
function firstLoad({ outputs }: Metafile, entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const { path, kind } of outputs[entry]?.imports ?? []) {
    if (kind !== 'dynamic-import' && path in outputs)
      firstLoad({ outputs } as Metafile, path, seen);
  }
  return seen;
}

async function weigh({ program, platform, counts, without }: SizeBudget): Promise<number> {
  const outdir = mkdtempSync(join(tmpdir(), 'size-'));
  try {
    const { metafile, outputFiles } = await build({
      stdin: { contents: program, resolveDir: root, sourcefile: 'consumer.js' },
      bundle: true,
      minify: true,
      splitting: true,
      format: 'esm',
      platform,
      external: peers,
      metafile: true,
      write: false,
      outdir,
      absWorkingDir: root,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    const entry = Object.keys(metafile.outputs).find(
      (path) => metafile.outputs[path]?.entryPoint !== undefined,
    );
    if (entry === undefined) throw new Error('esbuild gave no entry');
    const loaded = [...firstLoad(metafile, entry)].map((path) => join(root, path));
    return outputFiles
      .filter(({ path }) => counts === 'all' || loaded.includes(path))
      .filter(({ path }) => without === undefined || !path.includes(without))
      .reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

for (const budget of sizeBudgets) {
  const { name, limit, goal = limit } = budget;
  const bytes =
    budget.bundler === 'vite'
      ? await weighWithVite(budget.program)
      : (await weigh(budget)) -
        (budget.beyond === undefined ? 0 : await weigh({ ...budget, program: budget.beyond }));
  const verdict = bytes > limit ? ', too much' : bytes > goal ? `, goal ${kilobytes(goal)}` : '';
  console.log(`${name}: ${kilobytes(bytes)} of ${kilobytes(limit)}${verdict}`);
  if (bytes > limit) process.exitCode = 1;
}
