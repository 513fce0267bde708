import type { Snapshot } from '../../store/snapshot.ts';

/** Lets the browser save a snapshot as a file, named by its time. */
export function saveAsFile(snapshot: Snapshot): void {
  const time = new Date(snapshot.now).toISOString().slice(0, 19).replaceAll(':', '-');
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(snapshot)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = `payments-mock-${time}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

/**
 * Returns the JSON value in a file. The server checks whether it is a snapshot.
 *
 * @throws Error for a file that does not contain JSON
 */
export async function readFromFile(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch (cause) {
    throw new Error(`${file.name} does not contain valid JSON.`, { cause });
  }
}
