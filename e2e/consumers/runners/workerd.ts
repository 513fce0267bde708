import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { copyProgram, type Toolbox } from './toolbox.ts';

/** The part of Miniflare that is used; its types are not installed. */
interface Worker {
  dispatchFetch(url: string, init?: RequestInit): Promise<Response>;
  dispose(): Promise<void>;
}

interface Miniflare {
  readonly Miniflare: new (options: Readonly<Record<string, unknown>>) => Worker;
}

/** The worker as one module, as Wrangler builds it. */
async function bundle(project: string): Promise<{ script: string; warnings: string[] }> {
  const result = await build({
    entryPoints: [join(project, 'worker.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*'],
    logLevel: 'silent',
  });
  return {
    script: result.outputFiles[0]?.text ?? '',
    warnings: result.warnings.map(({ text }) => `workerd: the bundle of the worker: ${text}`),
  };
}

async function problemsIn(worker: Worker): Promise<string[]> {
  const changed = await worker.dispatchFetch('http://worker.example/change');
  const text = await changed.text();
  const problems = text === '{"state":"FROZEN"}' ? [] : [`workerd: /change returned ${text}`];
  const webhooks = await worker.dispatchFetch('http://worker.example/webhooks');
  const received = await webhooks.text();
  if (received !== '{"received":true}') problems.push(`workerd: /webhooks returned ${received}`);
  const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  const { status } = await worker.dispatchFetch('http://worker.example/api/v1/account', init);
  if (status !== 500) problems.push(`workerd: a relay without its secret responded ${status}`);
  return problems;
}

/**
 * Sends a signed change, receives webhooks, and mounts the relay without its secret, in
 * Cloudflare's runtime.
 */
export async function runWorkerd(toolbox: Toolbox): Promise<string[]> {
  const programs = join(toolbox.folder, 'programs');
  mkdirSync(programs, { recursive: true });
  copyProgram(programs, 'webhooks.ts');
  const { script, warnings } = await bundle(toolbox.project('workerd'));
  const { Miniflare } = createRequire(join(toolbox.folder, 'x'))('miniflare') as Miniflare;
  const worker = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: script }],
    compatibilityDate: '2026-01-01',
    compatibilityFlags: ['nodejs_compat'],
  });
  try {
    return [...warnings, ...(await problemsIn(worker))];
  } finally {
    await worker.dispose();
  }
}
