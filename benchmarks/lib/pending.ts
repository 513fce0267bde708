import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('../programs/pending.ts', import.meta.url));
const transports = ['default transport', 'fetch given'] as const;

/**
 * Measures the kilobytes of heap for each of 10,000 calls at once, by their transport.
 *
 * @param sdk the path or URL of the SDK's file
 */
export async function pendingKilobytes(sdk: string): Promise<ReadonlyMap<string, number>> {
  const each = new Map<string, number>();
  for (const transport of transports) {
    const args = ['--expose-gc', '--disable-warning=ExperimentalWarning', program, sdk, transport];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    each.set(transport, Number(stdout));
  }
  return each;
}
