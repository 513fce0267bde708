import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the writer into one file, so that hundreds of processes start quickly. */
export async function bundleWriter(folder: string): Promise<string> {
  const outfile = join(folder, 'writer.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./writer.ts', import.meta.url))],
    outfile,
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
  return outfile;
}
