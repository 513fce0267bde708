import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles a writer and its journal's thread, so that hundreds of processes start quickly. */
export async function bundleWriter(folder: string, writer = './writer.ts'): Promise<string> {
  const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  await build({
    entryPoints: {
      writer: source(writer),
      thread: source('../../packages/sdk/src/journal/sqlite/thread/main.ts'),
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    conditions: ['source'],
    external: ['pg-native', 'pg-cloudflare'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  return join(folder, 'writer.mjs');
}
