import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url));

/** The built page. */
export interface BuiltPage {
  readonly folder: string;
  /** Deletes it. */
  remove(): Promise<void>;
}

/** Builds the page into a folder of its own below the system's temporary one. */
export async function buildPage(): Promise<BuiltPage> {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-login-'));
  await build({ configFile, logLevel: 'error', build: { outDir: folder } });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
