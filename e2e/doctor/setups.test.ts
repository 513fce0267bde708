import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { examine } from './run-doctor.ts';

/** A wrong setup, the trial that shows it, and what is found. */
type Planted = readonly [name: string, trial: string, kind: string, problem: string | RegExp];

const REPEATED = 'customers.create was called once, arrived 2 times and was applied 2 times';

const planted: readonly Planted[] = [
  ['interceptor', 'lost-reply', 'requests-that-are-repeated', REPEATED],
  ['fetch', 'lost-reply', 'requests-that-are-repeated', REPEATED],
  ['replaying-proxy', 'lost-reply', 'requests-that-are-repeated', REPEATED],
  [
    'responding-proxy',
    'no-fault',
    'requests-that-do-not-arrive',
    /^transfers\.createOut rejects, and no request reached the mock \(OutcomeUnknownError/,
  ],
  [
    'secrets-in-log',
    'log',
    'logs-with-secrets',
    'the output contains the client secret or the Authorization header',
  ],
  ['fields-of-log', 'log', 'logs-without-fields', /lacks its fields/],
  [
    'clock',
    'webhook-time-travel',
    'a-clock-that-is-not-followed',
    /refuses a valid event with 401$/,
  ],
  [
    'raw-body',
    'webhooks',
    'bodies-that-were-parsed',
    'the handler refuses a valid event with spaces in its JSON with 401',
  ],
  [
    'store',
    'duplicate-delivery',
    'events-that-are-handled-twice',
    'an event that arrived 3 times was handled 2 times, by the process and the next one',
  ],
  [
    'journal',
    'crash',
    'journals-that-forget',
    'customers.create was applied once before a crash, and recover() does not list it',
  ],
  [
    'key',
    'no-fault',
    'idempotency-keys',
    '2 payments were sent with 1 idempotency key; 1 was applied',
  ],
  [
    'swallowed-error',
    'lost-reply',
    'wrong-reports',
    /^transfers\.createOut is reported as failed .*, but was applied$/,
  ],
];

/** In a thorough run, right setups meet every trial. */
const isThorough = process.env.THOROUGH === '1';

describe.each(planted)('%s', (name, trial, kind, problem) => {
  test('is found when it is wrong', async () => {
    const { ok, results } = await examine(['setups.ts', '--trial', trial], {
      env: { SETUP: `${name} wrong` },
    });
    expect(results.map(({ state }) => state)).toEqual(['wrong']);
    const [found] = results[0]?.findings ?? [];
    expect(found?.kind).toBe(kind);
    expect(found?.problem).toMatch(problem);
    expect(ok).toBe(false);
  });

  test('is left alone when it is right', async () => {
    const trials = isThorough ? [] : ['--trial', trial];
    const { ok, results } = await examine(['setups.ts', ...trials], {
      env: { SETUP: `${name} right` },
    });
    expect(results.flatMap(({ findings }) => findings)).toEqual([]);
    expect(results.find((result) => result.trial === trial)?.state).toBe('right');
    expect(ok).toBe(true);
  });
});

const isInMemory = (folder: string) =>
  process.platform === 'linux' && statfsSync(folder).type === 0x01021994;

// Where the repository itself is in memory, there is no disk to compare with.
const hasBoth = isInMemory('/dev/shm') && !isInMemory(import.meta.dirname);

test.runIf(hasBoth)('a journal in memory is found by its file', async () => {
  const folders = { MEMORY_FOLDER: '/dev/shm', DISK_FOLDER: import.meta.dirname };
  const env = Object.fromEntries(
    Object.entries(folders).map(([name, parent]) => [name, mkdtempSync(join(parent, '.journal-'))]),
  );
  onTestFinished(() => {
    for (const folder of Object.values(env)) rmSync(folder, { recursive: true });
  });
  const wrong = await examine(['setups.ts', '--trial', 'crash'], {
    env: { ...env, SETUP: 'disk wrong' },
  });
  expect(wrong.results[0]?.findings).toMatchObject([
    {
      kind: 'files-without-a-local-disk',
      problem: `${env.MEMORY_FOLDER}/writes.db is on tmpfs, memory that a restart empties`,
    },
  ]);
  const right = await examine(['setups.ts', '--trial', 'crash'], {
    env: { ...env, SETUP: 'disk right' },
  });
  expect(right.results).toMatchObject([{ trial: 'crash', state: 'right' }]);
});
