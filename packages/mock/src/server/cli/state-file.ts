import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Snapshot } from '../../store/snapshot.ts';
import { ArgumentError } from './arguments.ts';

/**
 * The state in a file; undefined where there is none yet.
 *
 * @throws ArgumentError when the file holds something else
 */
export async function loadState(path: string): Promise<Snapshot | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const state = JSON.parse(text) as Partial<Snapshot> | null;
    if (state?.version === 1 && state.tables !== undefined) return state as Snapshot;
  } catch {
    // Said below, together with JSON that is no state.
  }
  throw new ArgumentError(`${path} does not hold a state of the mock`);
}

/** Writes a state so that a crash leaves either the old file or the new one. */
export async function saveState(path: string, state: Snapshot): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(state)}\n`);
  await rename(draft, path);
}
