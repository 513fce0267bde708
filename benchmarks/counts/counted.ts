import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pendingKilobytes } from '../lib/pending.ts';
import type { Counted } from './budgets.ts';
import { countImports, withBundledSdk } from './bundles.ts';

const calls = fileURLToPath(new URL('calls.ts', import.meta.url));

/** Counts what calls create, with the SDK in a bundle. */
async function countCalls(bundle: string): Promise<Counted> {
  const args = ['--conditions=source', '--disable-warning=ExperimentalWarning', calls, bundle];
  const [{ stdout }, pending] = await Promise.all([
    promisify(execFile)(process.execPath, args),
    pendingKilobytes(bundle),
  ]);
  // Whole kilobytes: the rest depends on the release of Node.
  const heap = [...pending].map(([transport, size]) => [
    `sdk: 10,000 calls at once, ${transport}`,
    { 'kilobytes of heap each': Math.ceil(size) },
  ]);
  return { ...(JSON.parse(stdout) as Counted), ...(Object.fromEntries(heap) as Counted) };
}

/** Counts everything: calls in a process of its own, imports and bundles. */
export async function countAll(): Promise<Counted> {
  const [counted, imports] = await Promise.all([withBundledSdk(countCalls), countImports()]);
  return { ...counted, ...imports };
}
