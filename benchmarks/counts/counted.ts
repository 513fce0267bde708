import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Counted } from './budgets.ts';
import { countImports } from './bundles.ts';

const calls = fileURLToPath(new URL('calls.ts', import.meta.url));

/** Counts everything: calls in a separate process, imports and bundles. */
export async function countAll(): Promise<Counted> {
  const args = ['--conditions=source', '--disable-warning=ExperimentalWarning', calls];
  const [{ stdout }, imports] = await Promise.all([
    promisify(execFile)(process.execPath, args),
    countImports(),
  ]);
  return { ...(JSON.parse(stdout) as Counted), ...imports };
}
