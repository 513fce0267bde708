import { createPaymentsClient, OutcomeUnknownError } from '@org/payments-sdk';
import { expect, test, vi } from 'vitest';
import { createClock } from './clock.ts';
import { createMock } from './index.ts';

test('timers end when the clock is moved past them, the earliest first', () => {
  const clock = createClock('2026-01-05T09:00:00Z');
  const ended: string[] = [];
  clock.setTimeout(() => ended.push('late'), 60_000);
  clock.setTimeout(() => ended.push('early'), 10_000);
  const cancel = clock.setTimeout(() => ended.push('never'), 10_000);
  cancel();
  clock.advance({ seconds: 9 });
  clock.advance({ hours: -1 });
  expect(ended).toEqual([]);
  clock.set('2026-01-05T12:00:00Z');
  expect(ended).toEqual(['early', 'late']);
  expect(clock.monotonic()).toBe(9_000 + 4 * 3_600_000 - 9_000);
});

test('a timer of a clock that stands still ends in real time', async () => {
  vi.useFakeTimers();
  const clock = createClock('2026-01-05T09:00:00Z');
  const end = vi.fn();
  clock.setTimeout(end, 1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(end).toHaveBeenCalledOnce();
  clock.advance({ hours: 1 });
  expect(end).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test('a client with the clock of the mock settles an unknown outcome when the clock is moved', async () => {
  const mock = createMock();
  const { account } = mock.add.wallet({ available: 250_00 });
  const card = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey: stamper } = await mock.add.session({ accountId: account.id });
  const { fetch, clock, connection } = mock;
  const payments = createPaymentsClient({ ...connection, fetch, clock, stamper });
  // Otherwise its creation could hide that the change was applied.
  clock.advance({ minutes: 10 });
  mock.faults.add({ effect: { kind: 'reset-connection' }, operation: 'cards.update', leg: 2 });
  const change = payments.cards.update({ id: card.id, state: 'FROZEN' });
  const error = await change.catch((caught) => caught);
  if (!(error instanceof OutcomeUnknownError) || error.reconcile === undefined) throw error;
  const { outcome, askAgainAt = '' } = await error.reconcile();
  expect(outcome).toBe('unknown');
  expect(Date.parse(askAgainAt) - clock.now()).toBeLessThan(300_000);
  clock.set(askAgainAt);
  expect((await error.reconcile()).outcome).toBe('not-applied');
});

test('events are read as they are at the present time, without a request', () => {
  const mock = createMock();
  mock.add.transaction({ status: 'PENDING' });
  mock.clock.advance({ minutes: 1 });
  expect(mock.eventsOf('INCOMING_PAYMENT.FAILED')).toHaveLength(1);
});
