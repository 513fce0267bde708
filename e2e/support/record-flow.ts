import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Mock } from '@org/payments-mock';
import { afterAll, expect } from 'vitest';

/** The operations that succeeded in a flow, with the types of event their changes emitted. */
type Recording = Readonly<Record<string, string>>;

const calls = new Map<string, Set<string>>();
let hasMock = false;

function recording(): Recording {
  const names = [...calls.keys()].sort();
  return Object.fromEntries(
    names.map((name) => [name, [...(calls.get(name) ?? [])].sort().join(' ')]),
  );
}

interface Task {
  readonly tasks?: readonly Task[];
  readonly result?: { readonly state?: string } | undefined;
}

function hasPassed({ tasks, result }: Task): boolean {
  return tasks === undefined ? result?.state === 'pass' : tasks.every(hasPassed);
}

/**
 * Records which operations the SDK calls with success over HTTP in this test file, for the page that
 * shows what covers each operation. The recording is in `e2e/flows/recorded` and is compared at
 * the end of each run; `RECORD_FLOWS=1` writes it.
 */
export function recordFlow(mock: Mock): void {
  hasMock = true;
  let seen = mock.events.length;
  mock.onRequest(({ operation, status, changes }) => {
    const emitted = mock.events.slice(seen);
    seen += emitted.length;
    if (operation === undefined || status < 200 || status >= 300) return;
    const kinds = calls.get(operation) ?? new Set<string>();
    calls.set(operation, kinds);
    const changed = new Set(changes.map(({ id }) => id));
    // Events that fell due by the clock do not count: their resources were not changed by this request.
    for (const { type, data } of emitted) {
      const { id, code } = (data ?? {}) as { readonly id?: string; readonly code?: string };
      if (data === undefined || changed.has(id ?? code ?? '')) kinds.add(type);
    }
  });
}

// biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern before the suite.
afterAll(({}, suite) => {
  const { testPath = '' } = expect.getState();
  if (!hasMock || !hasPassed(suite as Task)) return;
  const name = basename(testPath).replace('.test.ts', '.json');
  const path = join(dirname(testPath), 'recorded', name);
  if (process.env.RECORD_FLOWS === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(recording(), null, 2)}\n`);
  }
  const kept: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const advice =
    'The flow calls other operations than before: run RECORD_FLOWS=1 npm run test:node -- e2e/flows.';
  expect(recording(), advice).toEqual(kept);
});
