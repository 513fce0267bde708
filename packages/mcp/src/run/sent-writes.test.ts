import { findOperation } from '@org/payments-contract';
import type { RecoveredWrite, SentWrite } from '@org/payments-sdk';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryAuditLog } from '../audit-log.ts';
import type { AnyClient } from '../tools/method.ts';
import { checkOutcome } from './check-outcome.ts';
import { repeated } from './repeated.ts';
import { earlierCalls, SentWrites } from './sent-writes.ts';

const nine = '2026-01-05T09:00:00.000Z';
const inHalfAnHour = '2026-01-05T09:30:00Z';
const operation = 'customers.create';
const reference = 'entry-1';

const read = { by: 'list', operation: 'customers.list', at: nine } as const;
const absent = {
  ...{ id: reference, operation, startedAt: nine, outcome: 'not-applied', because: 'a late read' },
  source: { ...read, status: 200, errorCode: undefined },
} as const;
const early = (askAgainAt: string) => ({ ...absent, outcome: 'unknown', askAgainAt }) as const;

/** The writes of a client whose recovery finds the given ones, one at each look. */
function lab(found: readonly (object | Error)[], sent: readonly Partial<SentWrite>[] = []) {
  const audit = memoryAuditLog();
  const left = [...found];
  const times: number[] = [];
  const client = {
    fingerprint: async () => 'mine',
    sentBefore: async () => sent,
    recover: async (): Promise<RecoveredWrite[]> => {
      times.push(Date.now());
      const next = left.shift() ?? absent;
      if (next instanceof Error) throw next;
      return [next as RecoveredWrite];
    },
  } as unknown as AnyClient;
  const writes = new SentWrites(client, { audit, clock: Date });
  writes.name(reference, 'call-1');
  const controller = new AbortController();
  const progress = vi.fn();
  const asking = { progress, signal: controller.signal };
  const settings = { clock: Date, surface: 'search' };
  const context = { writes, asking, settings, log: () => undefined } as never;
  const check = () => checkOutcome(context, { reference }, undefined);
  return { audit, writes, check, times, progress, controller };
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(nine) });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a check waits until a read can show the outcome: a model has no clock', async () => {
  const { check, times, progress, audit } = lab([early('2026-01-05T09:00:12Z')]);
  const checked = check();
  await vi.advanceTimersByTimeAsync(12_000);
  expect((await checked).structuredContent).toMatchObject({ outcome: 'not-applied' });
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 12_000]);
  expect(progress).toHaveBeenCalledTimes(3);
  const failed = { callId: 'call-1', event: 'failed', account: 'mine' };
  expect(audit.records).toMatchObject([failed]);
});

test('a check waits no longer than a client does, and names the time to ask again', async () => {
  const { check, times } = lab([early(inHalfAnHour), early(inHalfAnHour)]);
  const checked = check();
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await checked).structuredContent).toMatchObject({
    outcome: 'unknown',
    askAgainAt: inHalfAnHour,
  });
  expect(times).toHaveLength(2);
});

test('a call that its client cancels stops waiting', async () => {
  const { check, controller, times } = lab([early(inHalfAnHour)]);
  const checked = check();
  await vi.advanceTimersByTimeAsync(1_000);
  controller.abort();
  expect((await checked).isError).toBe(true);
  expect(times).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('a read that fails leaves the outcome unknown, and shows no stranger’s message', async () => {
  const { writes, audit } = lab([new Error('the token is abc')]);
  const evidence = await writes.look(reference);
  expect(evidence).toMatchObject({ outcome: 'unknown', code: 'INTERNAL' });
  expect(JSON.stringify(evidence)).not.toContain('abc');
  expect(audit.records).toEqual([]);
});

test('the items of a list are masked', async () => {
  const resource = [{ id: 'Customer:1', taxIdentifier: '987-65-4321', kycUrl: 'https://kyc/1' }];
  const { writes } = lab([{ ...absent, outcome: 'applied', resource }]);
  const evidence = await writes.look(reference);
  expect(evidence).toMatchObject({ outcome: 'applied', resource: [{ id: 'Customer:1' }] });
  expect(JSON.stringify(evidence)).not.toMatch(/987-65-4321|https:\/\/kyc/);
});

test('what another process has recorded is not recorded twice, and that of this one once', async () => {
  const recorded = { ...absent, source: { ...absent.source, by: 'response' } };
  const { writes, audit } = lab([recorded, recorded]);
  for (const _ of [1, 2]) await writes.look(reference);
  expect(audit.records).toMatchObject([{ callId: 'call-1', event: 'failed' }]);
});

test('a read of one call shows nothing of another with its key', async () => {
  const sent = [{ isSame: true, startedAt: nine, outcome: undefined }];
  const { writes } = lab([{ ...absent, idempotencyKey: 'k', input: {} }], sent);
  expect(await writes.look(reference)).toMatchObject({
    outcome: 'unknown',
    because: 'Another call with this idempotency key may have been applied.',
  });
});

test.each([
  ['2026-01-06T08:00:00Z', /was sent at 2026-01-05 09:00:00 UTC, and may.*look for both\./],
  [nine, /There is one result of both\./],
])('a result of a key that is 23 hours old and was created at %s', async (createdAt, said) => {
  const named = findOperation('transfers.createOut');
  if (named === undefined) throw new Error('the operation is known');
  vi.setSystemTime('2026-01-06T08:00:00Z');
  const sent = [{ isSame: true, startedAt: nine, isOld: true, outcome: undefined }];
  const client = { sentBefore: async () => sent } as unknown as AnyClient;
  const earlier = await earlierCalls(client, 'transfers.createOut', { idempotencyKey: 'k' });
  const { repeat } = await repeated(client, named, { createdAt }, earlier, Date.now());
  expect(repeat).toMatch(said);
});

test('a failure of the client to name its account is thrown as it is, and is not kept', async () => {
  const failure = new Error('the vault is closed');
  const fingerprint = vi.fn(async () => 'mine').mockRejectedValueOnce(failure);
  const writes = new SentWrites({ fingerprint } as never, { audit: memoryAuditLog(), clock: Date });
  await expect(writes.account()).rejects.toBe(failure);
  expect([await writes.account(), await writes.account()]).toEqual(['mine', 'mine']);
  expect(fingerprint).toHaveBeenCalledTimes(2);
});
