import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { ArgumentError, parseForeignJson } from '@org/payments-contract/internal';
import type { Snapshot } from '../../store/store.ts';
import { MockUsageError } from '../../usage-error.ts';
import { checkedSnapshot } from '../snapshot-schema.ts';

/** Returns the JSON in a file, if it exists. @throws ArgumentError if it is not JSON */
export async function readJsonFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return parseForeignJson(text);
  } catch (cause) {
    throw new ArgumentError(`${path} does not contain valid JSON`, { cause });
  }
}

/** Returns the state in a file, if it exists. @throws ArgumentError if it contains anything else */
export async function loadState(path: string): Promise<Snapshot | undefined> {
  const value = await readJsonFile(path);
  if (value === undefined) return undefined;
  try {
    return checkedSnapshot(value);
  } catch (cause) {
    if (!(cause instanceof MockUsageError)) throw cause;
    throw new ArgumentError(`${path} does not contain a state of the mock. ${cause.message}`, {
      cause,
    });
  }
}

/**
 * Writes a state so that a crash leaves either the old file or the new one. Only the owner may read
 * the file, because it contains agents' tokens and the codes in use.
 */
export async function saveState(path: string, state: Snapshot): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const options = { flag: 'wx', mode: 0o600, flush: true };
    await writeFile(draft, `${JSON.stringify(state)}\n`, options);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
