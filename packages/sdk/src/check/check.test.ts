import { exampleOf } from '@org/payments-contract/examples';
import { systemClock } from '@org/payments-contract/internal';
import { expect, test } from 'vitest';
import { FakeClock } from '../../test/fake-clock.ts';
import { SECRET } from '../../test/journal/journal-suite.ts';
import {
  BASE_URL,
  json,
  networkError,
  type Reply,
  refusal,
  scriptedClient,
} from '../../test/scripted-service.ts';
import { createAgentClient } from '../client/agent-client.ts';
import { createPaymentsClient } from '../client/payments-client.ts';
import { memoryJournal } from '../journal/memory-store.ts';
import { sqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import type { CheckFinding } from './check.ts';

const config = (headers = {}) => json(200, exampleOf('config.get').result, headers);
const clock = new FakeClock();
const at = (milliseconds: number) => ({ date: new Date(clock.now() + milliseconds).toUTCString() });

/** What was found of each part: `ok`, or what is said of it. */
function shown(findings: readonly CheckFinding[]): Record<string, string> {
  for (const { ok, action } of findings) expect(ok).toBe(action === undefined);
  return Object.fromEntries(findings.map(({ of, ok, because }) => [of, ok ? 'ok' : because]));
}

const allOk = { service: 'ok', credentials: 'ok', clock: 'ok', journal: 'ok' };

test('a set-up that works has four findings, and leaves nothing in the journal', async () => {
  const journal = memoryJournal();
  const { payments, received } = scriptedClient([config()], { journal }, true);
  expect(shown(await payments.check())).toEqual(allOk);
  expect(received).toMatchObject([{ method: 'GET', url: expect.stringMatching(/\/config$/) }]);
  expect(await journal.open({ after: undefined, limit: 9 })).toEqual([]);
  expect(await journal.prune('2100-01-01')).toBe(0);
});

test('what a process leaves that was killed while it tried the journal is not a change', async () => {
  const journal = memoryJournal();
  const whole = { ...journal, update: async () => false, prune: async () => 0 };
  const { payments } = scriptedClient([config()], { journal: whole }, true);
  await payments.check();
  expect(await journal.open({ after: undefined, limit: 9 })).toEqual([]);
  const after = scriptedClient([], { journal }, true).payments;
  for await (const { id } of after.recover()) expect.unreachable(id);
  expect(await journal.prune(new Date(1))).toBe(1);
});

test('clocks that differ by less than a `Date` can show agree', async () => {
  const { payments } = scriptedClient([config(at(-1_400))], { clock, journal: memoryJournal() });
  const found = (await payments.check()).find(({ of }) => of === 'clock');
  expect(found?.because).toMatch(/agree to a second/);
});

const has = (text: string) => expect.stringContaining(text);
const apart = (how: string) => `The clock of this machine is 61 s ${how} the service's.`;

test.each<[string, Reply, Record<string, string>]>([
  ['wrong credentials', refusal(401, 'UNAUTHORIZED'), { credentials: has('UNAUTHORIZED') }],
  ['no permission', refusal(403, 'FORBIDDEN'), { credentials: has('refused the read') }],
  [
    'no connection',
    networkError('ECONNREFUSED'),
    {
      service: expect.stringMatching(/connection|reached/),
      ...{ credentials: has('Not tried'), clock: has('Not tried') },
    },
  ],
  [
    'a service that fails',
    refusal(500, 'INTERNAL_ERROR'),
    { service: 'INTERNAL_ERROR.', credentials: has('Not tried') },
  ],
  ['a clock ahead', config(at(-61_000)), { clock: apart('ahead of') }],
  ['a clock behind', config(at(61_000)), { clock: apart('behind') }],
  ['no Date', config({ date: '' }), { clock: 'The response has no `Date`.' }],
  ['a cache', config({ age: '9' }), { clock: 'A cache responded in place of the service.' }],
])('%s is a finding', async (_what, reply, found) => {
  const { payments } = scriptedClient([reply], { journal: memoryJournal(), retry: 0 }, true);
  expect(shown(await payments.check())).toEqual({ ...allOk, ...found });
});

test('what is not configured is a finding too, and nothing is thrown', async () => {
  const findings = shown(await createPaymentsClient({ journal: memoryJournal() }).check());
  expect(findings.service).toContain('base URL is missing');
  const agent = createAgentClient({
    baseUrl: BASE_URL,
    accessToken: async () => Promise.reject(new Error('no')),
  } as never);
  const [, credentials] = await agent.check();
  const expected = { of: 'credentials', ok: false, error: { code: 'CREDENTIALS_FAILED' } };
  expect(credentials).toMatchObject(expected);
});

test('a journal that cannot be written, or that hangs, is a finding', async () => {
  const missing = sqliteJournal('/nowhere/writes.db', { secret: SECRET });
  const hanging = { ...memoryJournal(), append: () => new Promise<never>(() => {}) };
  for (const [journal, because, timeout] of [
    [missing, 'a folder that does not exist', 30_000],
    [hanging, 'not in time', 300],
  ] as const) {
    const options = { journal, timeout, clock: systemClock };
    const { payments } = scriptedClient([config()], options, true);
    const findings = await payments.check();
    expect(shown(findings).journal).toContain(because);
    expect(findings.at(-1)?.action).not.toContain('sent nothing');
  }
  await missing.close();
});
