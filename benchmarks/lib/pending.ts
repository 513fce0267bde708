import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const transports = ['default transport', 'fetch given'] as const;

/** Runs a program that prints kilobytes of heap. */
async function kilobytes(name: string, ...given: readonly string[]): Promise<number> {
  const program = fileURLToPath(new URL(`../programs/${name}.ts`, import.meta.url));
  const args = ['--expose-gc', '--disable-warning=ExperimentalWarning', program, ...given];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout);
}

/**
 * Measures the kilobytes of heap for each of 10,000 calls at once, by their transport.
 *
 * @param sdk the path or URL of the SDK's file
 */
export async function pendingKilobytes(sdk: string): Promise<ReadonlyMap<string, number>> {
  const each = new Map<string, number>();
  for (const transport of transports) {
    each.set(transport, await kilobytes('pending', sdk, transport));
  }
  return each;
}

/** Measures the kilobytes that each finished call of 64 at once keeps from a young collection. */
export function finishedKilobytes(sdk: string): Promise<number> {
  return kilobytes('finished', sdk);
}
