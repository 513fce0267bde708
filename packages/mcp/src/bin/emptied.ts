import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ArgumentError } from '@org/payments-contract/internal';

/** Milliseconds, many times, in which whoever makes a file of records writes its beginning. */
const BEGINNING = [0, 50, 200, 750];

/** @throws ArgumentError for an empty file of records: if it was emptied, what it had would be done again */
export async function refuseEmptied(path: string, option: string): Promise<void> {
  for (const time of BEGINNING) {
    await sleep(time);
    // One that cannot be read is refused where it is opened.
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile() || found.size > 0) return;
  }
  throw new ArgumentError(
    `${option}: ${resolve(path)} is empty: if it had records, what they were of would be done again. Restore it; to begin a new one, delete the file`,
  );
}
