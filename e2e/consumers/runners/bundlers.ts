import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as buildWithEsbuild } from 'esbuild';
import webpack from 'webpack';
import { run } from '../../../scripts/lib/run.ts';
import { root } from '../../../scripts/lib/workspace.ts';
import { readText } from '../commands.ts';
import type { Consumer } from '../layout.ts';

/**
 * Whether a bundler's warning is the one that every application with `@hpke/core` gets: the library
 * asks Node 18 for its `crypto` where WebCrypto is missing, and bundlers do not find that module
 * for browsers. The library is published as its authors wrote it, and browsers never ask.
 */
function isKnownWarning(text: string): boolean {
  return /["']crypto["']/.test(text) && /node_modules[\\/]@hpke[\\/]common[\\/]/.test(text);
}

/** Copies the project of a page with a wallet to where a bundler builds it. */
function projectIn({ folder }: Consumer, bundler: string): string {
  const place = join(folder, bundler);
  cpSync(join(root, 'e2e/consumers/projects/page'), place, { recursive: true });
  symlinkSync(join(folder, 'node_modules'), join(place, 'node_modules'), 'junction');
  return place;
}

/** The lazy chunk must stay separate: a page loads the cryptography after the first paint. */
export function chunkProblems(bundler: string, folder: string): string[] {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.m?js$/.test(file),
  );
  return scripts.length > 1 ? [] : [`${bundler}: the wallet is one file: ${scripts.join()}`];
}

/** Builds a page with a wallet, and a program for servers which sends a signed change. */
export async function esbuildConsumer(consumer: Consumer): Promise<string[]> {
  const project = projectIn(consumer, 'esbuild');
  const shared = {
    bundle: true,
    format: 'esm',
    logLevel: 'silent',
    absWorkingDir: project,
  } as const;
  const page = await buildWithEsbuild({
    ...shared,
    entryPoints: ['main.js'],
    splitting: true,
    minify: true,
    outdir: 'page',
  });
  const program = readText('e2e/consumers/programs/signed-change.ts');
  writeFileSync(join(project, 'signed-change.ts'), `${program}signedChange();`);
  const server = await buildWithEsbuild({
    ...shared,
    entryPoints: ['signed-change.ts'],
    platform: 'node',
    target: 'node22.12',
    outfile: 'server/signed-change.mjs',
  });
  const warnings = [...page.warnings, ...server.warnings].map(({ text }) => `esbuild: ${text}`);
  const args = [join(project, 'server/signed-change.mjs')];
  const { ok, output } = await run(process.execPath, args, { timeoutSeconds: 120 });
  const failed = ok ? [] : [`esbuild: the program as one file failed:\n${output}`];
  return [...warnings, ...failed, ...chunkProblems('esbuild', join(project, 'page'))];
}

/** Builds a page with a wallet with webpack, in its default configuration. */
export async function webpackConsumer(consumer: Consumer): Promise<string[]> {
  const project = projectIn(consumer, 'webpack');
  const output = { path: join(project, 'dist') };
  const compiler = webpack({ mode: 'production', context: project, entry: './main.js', output });
  if (compiler === null) return ['webpack did not return a compiler'];
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  await new Promise((resolve) => compiler.close(resolve));
  const { warnings = [], errors = [] } =
    stats?.toJson({ all: false, warnings: true, errors: true }) ?? {};
  const unknown = warnings.filter(({ message }) => !isKnownWarning(message));
  const messages = [...unknown, ...errors].map(({ message }) => `webpack: ${message}`);
  return [...messages, ...chunkProblems('webpack', join(project, 'dist'))];
}
