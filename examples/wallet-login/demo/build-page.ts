import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defaultClientConditions } from 'vite';

const app = fileURLToPath(new URL('../app', import.meta.url));

/** The built page. */
export interface BuiltPage {
  readonly folder: string;
  /** Deletes it. */
  remove(): Promise<void>;
}

/**
 * Builds the page and the signer's from `app/` into a folder of its own below the system's temporary
 * one, with the packages of this repository taken from their sources.
 */
export async function buildPage(): Promise<BuiltPage> {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-login-'));
  await build({
    configFile: false,
    root: app,
    plugins: [react()],
    resolve: { conditions: ['source', ...defaultClientConditions] },
    logLevel: 'error',
    build: {
      outDir: folder,
      rolldownOptions: { input: [join(app, 'index.html'), join(app, 'signer.html')] },
      emptyOutDir: true,
      // Under the page's policy nothing may be inlined: neither images as data, nor script.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
