import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as bundle, type Plugin } from 'esbuild';
import { build, createLogger } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { root } from '../lib/workspace.ts';
import { leanHpke } from './lean-hpke.ts';

const entry = join(root, 'packages/crypto/src/index.ts');
let folder: string;

beforeAll(() => {
  // Vite warns only when it builds for production.
  vi.stubEnv('NODE_ENV', 'production');
  folder = mkdtempSync(join(tmpdir(), 'lean-hpke-'));
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** The published package as one file, as an application's bundler reads it. */
async function published(name: string, plugins: readonly Plugin[]): Promise<string> {
  const outfile = join(folder, `${name}.js`);
  await bundle({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['source', 'browser'],
    external: ['node:*', 'crypto'],
    logLevel: 'silent',
    plugins: [...plugins],
  });
  return outfile;
}

async function warningsOfVite(file: string): Promise<string[]> {
  const warnings: string[] = [];
  const keep = (message: string) => {
    warnings.push(message);
  };
  const application = join(folder, 'application.js');
  writeFileSync(application, `import * as api from ${JSON.stringify(file)}; globalThis.api = api;`);
  await build({
    configFile: false,
    root: folder,
    customLogger: { ...createLogger('warn'), warn: keep, warnOnce: keep, error: keep },
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: application, formats: ['es'] },
      rollupOptions: { onwarn: ({ message }) => keep(message) },
    },
  });
  return warnings;
}

async function warningsOfEsbuild(file: string): Promise<string[]> {
  const build = bundle({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'silent',
  });
  return build.then(
    ({ warnings }) => warnings.map(({ text }) => text),
    ({ errors }: { errors: { text: string }[] }) => errors.map(({ text }) => text),
  );
}

describe('an application that bundles the cryptography for browsers', () => {
  test('produces no bundler warning', async () => {
    const file = await published('lean', [leanHpke]);
    expect(readFileSync(file, 'utf8')).not.toMatch(/(?:import|require)\(?\s*["'](?:node:)?crypto/);
    expect(await warningsOfVite(file)).toEqual([]);
    expect(await warningsOfEsbuild(file)).toEqual([]);
  }, 120_000);

  test('produces a warning with the library as published', async () => {
    const file = await published('whole', []);
    expect(await warningsOfVite(file)).toContainEqual(expect.stringContaining('"crypto"'));
  }, 120_000);
});
