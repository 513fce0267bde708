import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Paths of the inspector's program, relative to this module in the build and in the sources. */
const places = ['./inspector/index.js', '../inspector/index.js', './app/index.tsx'];

function here(): string {
  return typeof __filename === 'string' ? pathToFileURL(__filename).href : import.meta.url;
}

/**
 * Bundles the program from its sources. Used only in the repository, if the package was not built.
 */
async function bundle(entry: string): Promise<string> {
  const bundler = 'esbuild';
  const { build } = (await import(bundler)) as typeof import('esbuild');
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

async function load(): Promise<string> {
  for (const place of places) {
    const path = fileURLToPath(new URL(place, here()));
    if (path.endsWith('.tsx')) return bundle(path);
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
  }
  throw new Error("The inspector's program is missing from the package.");
}

let script: Promise<string> | undefined;

/** Returns the inspector's program: one ES module for browsers. */
export function inspectorScript(): Promise<string> {
  script ??= load();
  return script;
}
