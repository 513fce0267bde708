import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { errorAfter } from '../src/call/send/outcome-error.ts';
import { isRetried, MAX_RETRY_AFTER, retryDelay } from '../src/call/send/retry-policy.ts';
import { clientSettings } from '../src/client/settings.ts';
import type { AttemptObservation } from '../src/outcome/observations.ts';
import { verdict } from '../src/outcome/verdict.ts';
import { resolveSettings } from '../src/webhooks/handler/options.ts';
import { everythingSeen, histories, sendings } from './outcome-cases.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Requests that have the same outcomes, in one column of the table. */
const columns: readonly {
  readonly title: string;
  readonly sendings: readonly string[];
  readonly histories: readonly string[];
}[] = [
  {
    title: 'changes nothing: a read, or leg 1 where a signature is always due',
    sendings: ['read', 'leg 1, signature always due'],
    histories: histories.map(({ name }) => name),
  },
  {
    title: 'keyed write',
    sendings: ['keyed write', 'keyed leg 1, signature may be due'],
    histories: [
      'first attempt',
      'after attempts that never left',
      'after attempts that were refused',
    ],
  },
  {
    title: 'keyed write, after an attempt that may have arrived',
    sendings: ['keyed write', 'keyed leg 1, signature may be due'],
    histories: [
      'after an attempt that was lost',
      'after an attempt that was cut off',
      'after a gateway that gave up',
    ],
  },
  {
    title: 'sent once: an unkeyed write, leg 1 where a signature may be due, leg 2',
    sendings: [
      ...['unkeyed write', 'keyed write without its key', 'write that ignores a key'],
      ...['leg 1, signature may be due', 'leg 2', 'keyed leg 2'],
    ],
    histories: ['first attempt', 'after attempts that never left'],
  },
];

/**
 * All outcomes of a column for one row: one outcome, unless the requests of the column have different
 * outcomes.
 */
function cells(column: (typeof columns)[number], seen: AttemptObservation): string[] {
  const found = column.sendings.flatMap((name) =>
    column.histories.map((history) => {
      const sending = sendings.find((one) => one.name === name)?.sending;
      const earlier = histories.find((one) => one.name === history)?.earlier;
      if (sending === undefined || earlier === undefined) throw new Error(`no ${name}, ${history}`);
      const { outcome, mayRepeat } = verdict({ sending }, [...earlier, seen], 0);
      if ('response' in seen && seen.response === 'challenge') return 'a stamp is requested';
      const error = errorAfter(outcome, seen);
      if (error === undefined) return `the result (${outcome})`;
      const next = { applied: 'do not repeat', unknown: 'find out first', 'not-applied': '' };
      const advice = outcome === 'unknown' && mayRepeat ? 'repeat with its key' : next[outcome];
      const again = isRetried(sending, seen) ? 'again, otherwise ' : '';
      return `${again}\`${error}\` (${outcome})${advice === '' ? '' : `, ${advice}`}`;
    }),
  );
  return [...new Set(found)];
}

const page = readFileSync(join(root, 'docs/reliability.md'), 'utf8');
const rows = (/^\| What was seen[\s\S]*?(?=\n\n)/m.exec(page)?.[0] ?? '')
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

test('the table of outcomes has every kind of request, and each outcome as the code decides it', () => {
  const shown = new Set(columns.flatMap((column) => column.sendings));
  expect([...shown].sort()).toEqual(sendings.map(({ name }) => name).sort());
  const decided = everythingSeen.map(({ name, seen }) => [
    name,
    // More than one outcome in a cell: the requests of the column differ.
    ...columns.map((column) => cells(column, seen).join(' or ')),
  ]);
  const head = ['What was seen', ...columns.map(({ title }) => title)];
  // The last column, what peers do otherwise, was observed and is written by hand.
  const written = rows.filter((_, index) => index !== 1).map((row) => row.slice(0, -1));
  expect(written).toEqual([head, ...decided]);
});

/** The tests that the promises of a page name, by the promise. */
function promisesOf(text: string): readonly (readonly [promise: string, tests: string[][]])[] {
  const section = /^## The promise\n([\s\S]*?)(?=^\||^## )/m.exec(text)?.[1] ?? '';
  const items = section.split(/^(?=\d+\. )/m).filter((item) => /^\d/.test(item));
  return items.map((item) => {
    const lines = [...item.matchAll(/^ +- `([^`]+)`: \*(.*)\*$/gm)];
    const tests = lines.flatMap(([, file = '', titles = '']) =>
      titles.split('*; *').map((title) => [file, title]),
    );
    return [item.split('\n')[0] ?? '', tests];
  });
}

test('every promise of the page names tests, and each of them exists', () => {
  const promises = promisesOf(page);
  expect(promises.length).toBeGreaterThanOrEqual(9);
  for (const [promise, tests] of promises) {
    expect(tests, promise).not.toEqual([]);
    for (const [file = '', title = ''] of tests) {
      const path = join(root, file);
      const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
      const calls = source.split(/(?:test|it|\))\(\s*/);
      const isDefined = calls.some(
        (call) => call.slice(1).startsWith(title) && /^.,/.test(call.slice(title.length + 1)),
      );
      expect(isDefined, `${file}: ${title}`).toBe(true);
    }
  }
});

const defaultsPage = readFileSync(join(root, 'docs/guides/retries-and-defaults.md'), 'utf8');

/** The options and their defaults in the table under a heading of the page. */
function documented(heading: string): [name: string, value: number | string][] {
  const [, section = ''] = defaultsPage.split(`## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/^\| `(\w+)` \| (?:`(\w+)`|([\d,]+))/gm)].map(
    ([, name = '', word, number = '']) => [name, word ?? Number(number.replaceAll(',', ''))],
  );
}

test('the defaults on the page are those of the client and of the webhook handler', () => {
  const client = documented('Options of a client');
  const webhooks = documented('Options of a webhook handler');
  expect([client.length, webhooks.length]).toEqual([5, 6]);
  expect(clientSettings({}, 'test')).toMatchObject(Object.fromEntries(client));
  expect(resolveSettings({ publicKeys: undefined })).toMatchObject(Object.fromEntries(webhooks));
});

test('the waits on the page are those of the client', () => {
  const longest = [0, 1, 2, 3, 4, 5].map((retries) => retryDelay(retries, undefined, () => 1));
  expect(longest).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  expect(defaultsPage).toContain('at most 500 ms, then 1,000, 2,000, 4,000 and 8,000');
  expect(defaultsPage).toContain(`up to ${MAX_RETRY_AFTER.toLocaleString('en')} ms`);
});
