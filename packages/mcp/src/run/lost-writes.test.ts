import { findOperation } from '@org/payments-contract';
import type { Reconciliation } from '@org/payments-sdk';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryAuditLog } from '../audit-log.ts';
import { LONGEST_WAIT, LostWrites } from './lost-writes.ts';
import { SentKeys } from './sent-keys.ts';

const row = findOperation('customers.create')?.row;
if (row === undefined) throw new Error('the contract has no customers.create');

const early = (askAgainAt: string): Reconciliation => ({
  ...{ outcome: 'unknown', because: 'too early', askAgainAt, resource: [] },
});
const absent: Reconciliation = {
  ...{ outcome: 'not-applied', because: 'a late read', askAgainAt: undefined, resource: [] },
};

function lab(...replies: readonly Reconciliation[]) {
  const audit = memoryAuditLog();
  const sentKeys = new SentKeys(audit, async () => 'mine');
  const writes = new LostWrites({ audit, clock: Date }, sentKeys);
  const left = [...replies];
  const times: number[] = [];
  const reconcile = async () => {
    times.push(Date.now());
    return left.shift() ?? absent;
  };
  const call = { callId: 'a', operation: 'customers.create' };
  const reference = writes.remember({ call, row: row as NonNullable<typeof row>, reconcile });
  const progress = vi.fn();
  const controller = new AbortController();
  const ask = () => {
    const write = writes.named(reference);
    if (write === undefined) throw new Error('it is not remembered');
    return writes.askInTime(write, { signal: controller.signal, progress });
  };
  return { audit, sentKeys, writes, reference, ask, times, progress, controller };
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-05T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a check waits until a read can show the outcome: a model has no clock', async () => {
  const { ask, times, progress, audit } = lab(early('2026-01-05T09:00:12Z'));
  const asked = ask();
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await asked).toMatchObject({ outcome: 'not-applied' });
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 12_000]);
  expect(progress).toHaveBeenCalledTimes(3);
  expect(audit.records).toMatchObject([{ callId: 'a', event: 'failed', account: 'mine' }]);
});

test('a check waits no longer than a client does, and names the time to ask again', async () => {
  const { ask, times } = lab(early('2026-01-05T09:30:00Z'), early('2026-01-05T09:30:00Z'));
  const asked = ask();
  await vi.advanceTimersByTimeAsync(LONGEST_WAIT);
  expect(await asked).toMatchObject({ outcome: 'unknown', askAgainAt: '2026-01-05T09:30:00Z' });
  expect(times).toHaveLength(2);
});

test('a call that its client cancels stops waiting', async () => {
  const { ask, controller } = lab(early('2026-01-05T09:30:00Z'));
  const asked = expect(ask()).rejects.toThrow('aborted');
  await vi.advanceTimersByTimeAsync(1_000);
  controller.abort();
  await asked;
  expect(vi.getTimerCount()).toBe(0);
});

test('a read that fails leaves the outcome unknown, and shows no stranger’s message', async () => {
  const { writes } = lab();
  const reconcile = () => Promise.reject(new Error('the token is abc'));
  const call = { callId: 'b', operation: 'customers.create' };
  const evidence = await writes.ask({ call, row, reconcile });
  expect(evidence).toMatchObject({ outcome: 'unknown', code: 'INTERNAL' });
  expect(JSON.stringify(evidence)).not.toContain('abc');
});

test('the items of a list are masked', async () => {
  const { writes } = lab();
  const resource = [{ id: 'Customer:1', taxIdentifier: '987-65-4321', kycUrl: 'https://kyc/1' }];
  const reconcile = async () => ({ ...absent, outcome: 'applied' as const, resource });
  const call = { callId: 'b', operation: 'customers.create' };
  const evidence = await writes.ask({ call, row, reconcile });
  expect(JSON.stringify(evidence)).not.toMatch(/987-65-4321|https:\/\/kyc/);
});

test('the oldest of more than 1,000 writes is forgotten', () => {
  const { writes, reference } = lab();
  const call = { callId: 'b', operation: 'customers.create' };
  const reconcile = async () => absent;
  for (let count = 0; count < 1_000; count += 1) writes.remember({ call, row, reconcile });
  expect(writes.named(reference)).toBeUndefined();
});

test('a read of one call shows nothing of another call with its key', async () => {
  const { writes, sentKeys } = lab();
  const call = { callId: 'b', operation: 'quotes.execute', idempotencyKey: 'k', digest: 'd' };
  sentKeys.claim({ ...call, callId: 'a' }, '2026-01-05T08:00:00.000Z');
  sentKeys.claim(call, '2026-01-05T09:00:00.000Z');
  const evidence = await writes.ask({ call, row, reconcile: async () => absent });
  expect(evidence).toMatchObject({
    outcome: 'unknown',
    because: expect.stringMatching(/^Another/),
  });
});
