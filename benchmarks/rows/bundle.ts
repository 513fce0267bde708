import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { atMost, type Row } from '../lib/row.ts';

const program = fileURLToPath(new URL('../programs/cold-sdk.ts', import.meta.url));

/** A program with one call, bundled and minified. */
export async function bundleRow(): Promise<Row> {
  const { outputFiles } = await build({
    entryPoints: [program],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'es2023',
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('There is no bundle.');
  const size = gzipSync(file.contents, { level: 9 }).byteLength / 1000;
  const figure = { name: 'SDK, gzip', value: size, unit: 'KB', target: atMost(45) };
  return { work: 'one call, bundled by its consumer', figures: [figure] };
}
