import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from '../lib/workspace.ts';

/**
 * Whether a bundler's warning is the one that every application with `@hpke/core` gets: the library
 * asks Node 18 for its `crypto` where WebCrypto is missing, and bundlers do not find that module
 * for browsers. The library is published as its authors wrote it, and browsers never ask.
 */
export function isKnownWarning(text: string): boolean {
  return /["']crypto["']/.test(text) && /node_modules[\\/]@hpke[\\/]common[\\/]/.test(text);
}

/** The fields of a bundle's file that are read. */
interface Chunk {
  readonly type: string;
  readonly fileName: string;
  readonly code?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

/**
 * Bundles a program for browsers with Vite, and measures the first load, after gzip.
 *
 * @throws Error when Vite warns: about a module of Node, for instance, that it cannot bundle
 */
export async function weighWithVite(program: string): Promise<number> {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'size-'));
  const warnings: string[] = [];
  const warn = (message: string) => {
    if (!isKnownWarning(message)) warnings.push(message);
  };
  const ignore = () => {};
  // Vite minifies, and warns of modules of Node, as it does for users only in production.
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    writeFileSync(join(folder, 'main.js'), program);
    const output = await build({
      root: folder,
      configFile: false,
      customLogger: {
        info: ignore,
        warn,
        warnOnce: warn,
        error: warn,
        clearScreen: ignore,
        hasErrorLogged: () => false,
        hasWarned: false,
      },
      build: { write: false, rollupOptions: { input: join(folder, 'main.js') } },
    });
    if (warnings.length > 0) throw new Error(`Vite warns: ${warnings.join('; ')}`);
    const chunks = (Array.isArray(output) ? output : [output]).flatMap((part) =>
      'output' in part ? (part.output as readonly Chunk[]) : [],
    );
    const found = new Set<string>();
    const visit = (name: string) => {
      if (found.has(name)) return;
      found.add(name);
      for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
        visit(next);
    };
    for (const { fileName, isEntry } of chunks) if (isEntry === true) visit(fileName);
    return chunks
      .filter(({ fileName, code }) => found.has(fileName) && code !== undefined)
      .reduce((sum, { code = '' }) => sum + gzipSync(code, { level: 9 }).length, 0);
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns what is wrong with a first load of that size, or undefined within the limit. */
export function firstLoadProblem(bytes: number, limit: number): string | undefined {
  if (bytes <= limit) return undefined;
  return `The first load has ${bytes} bytes, ${bytes - limit} more than its limit.`;
}
