import { appendFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Mock } from '@org/payments-mock';
import { expect } from 'vitest';
import { type RecordedCall, recordingsFolder } from './flow-recordings.ts';

/** The lines that this process has written. */
const written = new Set<string>();

/**
 * Records which operations the SDK calls with success over HTTP in this test file, and the types of
 * event that each call emitted. `e2e/flows/coverage.test.ts` reads the recordings of all files.
 */
export function recordFlow(mock: Mock): void {
  const flow = basename(expect.getState().testPath ?? '').replace('.test.ts', '');
  const file = join(recordingsFolder(), `${flow}.jsonl`);
  let seen = mock.events.length;
  mock.onRequest(({ operation, status, changes }) => {
    const emitted = mock.events.slice(seen);
    seen += emitted.length;
    if (operation === undefined || status < 200 || status >= 300) return;
    const changed = new Set(changes.map(({ id }) => id));
    // Events that fell due by the clock do not count: their resources were not changed by this request.
    const caused = emitted.filter(({ data }) => {
      const { id, code } = (data ?? {}) as { readonly id?: string; readonly code?: string };
      return data === undefined || changed.has(id ?? code ?? '');
    });
    const call: RecordedCall = { operation, events: caused.map(({ type }) => type) };
    const line = `${JSON.stringify(call)}\n`;
    if (written.has(file + line)) return;
    written.add(file + line);
    appendFileSync(file, line);
  });
}
