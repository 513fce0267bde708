import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { root } from '../../scripts/lib/workspace.ts';

/** Bundles programs by name, so that hundreds of processes start quickly. */
async function bundle(outdir: string, programs: Readonly<Record<string, string>>): Promise<void> {
  await build({
    entryPoints: programs,
    outdir,
    absWorkingDir: root,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    conditions: ['source'],
    external: ['esbuild', 'pg-native', 'pg-cloudflare'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the commands as they are in the sources: `payments.mjs`. */
    readonly programs: string;
  }
}

/**
 * Bundles the commands once for all files of a run that start one: each process takes a third of the
 * time. A run of other files does without.
 */
export async function setup({ provide, vitest }: TestProject): Promise<void> {
  const starts = (path: string) => readFileSync(path, 'utf8').includes("inject('programs')");
  if (!vitest.state.getPaths().some(starts)) return;
  const folder = join(root, 'node_modules/.cache/programs');
  await bundle(folder, {
    mcp: 'packages/mcp/src/bin/mcp.ts',
    payments: 'packages/mcp/src/bin/payments.ts',
    'payments-mock': 'packages/mock/src/server/cli.ts',
  });
  provide('programs', folder);
}
