import { build } from 'esbuild';

/** Bundles the inspector's program from its sources. Not part of the package. */
export async function bundleProgram(entry: string): Promise<string> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    conditions: ['source'],
    legalComments: 'none',
    logLevel: 'silent',
  });
  return result.outputFiles[0]?.text ?? '';
}
