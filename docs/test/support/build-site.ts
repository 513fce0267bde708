import { existsSync } from 'node:fs';
import { runScript } from '../../../scripts/lib/run.ts';
import { siteFolder } from './site.ts';

/**
 * Builds the site before the first test, from packages that have been built. `DOCS_BUILT=1` uses
 * the existing build.
 */
export async function setup(): Promise<void> {
  if (process.env.DOCS_BUILT === '1' && existsSync(siteFolder)) return;
  const { ok, output } = await runScript('scripts/docs.ts', 'build', '--no-build');
  if (!ok) throw new Error(`The site cannot be built:\n${output}`);
}
