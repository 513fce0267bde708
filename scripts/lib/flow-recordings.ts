import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A call that succeeded in a flow, and the types of event that it emitted. */
export interface RecordedCall {
  readonly operation: string;
  readonly events: readonly string[];
}

/** The calls of each flow, by the name of its file. */
export type Recordings = ReadonlyMap<string, readonly RecordedCall[]>;

const variable = 'FLOW_RECORDINGS';

/**
 * Creates a folder for what the flows of this run record. Workers inherit its name. The
 * folder is removed when the run ends, unless the variable `FLOW_RECORDINGS` names one to keep.
 */
export function provideRecordingsFolder(): void {
  if (process.env[variable] !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'flow-recordings-'));
  process.env[variable] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** The folder of this run. */
export function recordingsFolder(): string {
  const folder = process.env[variable];
  if (folder === undefined) throw new Error(`${variable} is not set: run the flows with vitest`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Reads what the flows of a run recorded. */
export function readRecordings(folder: string): Recordings {
  return new Map(
    readdirSync(folder)
      .sort()
      .map((file) => {
        const lines = readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean);
        const calls = lines.map((line) => JSON.parse(line) as RecordedCall);
        return [file.replace(/\.jsonl$/, ''), calls] as const;
      }),
  );
}
