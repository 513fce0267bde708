import { exampleOf } from '@org/payments-contract/examples';
import { systemClock } from '@org/payments-contract/internal';
import { expect, test } from 'vitest';
import { SetClock } from '../../test/fake-clock.ts';
import { memoryJournal } from '../../test/memory-journal.ts';
import {
  card,
  challenge,
  json,
  networkError,
  scriptedClient,
} from '../../test/scripted-service.ts';
import { unknownOutcome } from '../../test/thrown.ts';
import { verdict } from './verdict.ts';

const HOUR = 3_600_000;
/** The default deadline of a call, and the default time to settle. */
const SETTLED = 150_000;
const START = Date.parse('2026-01-05T09:00:00Z');
const stamper = { stamp: async () => 'stamp-value' };
const unchanged = { ...card, state: 'ACTIVE', updatedAt: '2026-01-05T08:00:00Z' };

type Script = Parameters<typeof scriptedClient>[0];

/** A freeze that was lost, by a clock that a test may set. */
async function lostFreeze(clock: SetClock, script: Script) {
  const all = [json(202, challenge), networkError('ECONNRESET'), ...script];
  const { payments } = scriptedClient(all, { clock });
  return unknownOutcome(payments.cards.update({ id: 'Card:1', state: 'FROZEN' }, { stamper }));
}

test("the machine's own clock has a monotonic clock beside it", () => {
  const [start, end] = [systemClock.monotonic?.(), systemClock.monotonic?.()];
  expect(end).toBeGreaterThanOrEqual(start ?? Number.NaN);
});

test('a clock that is set forward does not make a read show that a write is missing', async () => {
  const clock = new SetClock();
  const error = await lostFreeze(clock, [json(200, unchanged), json(200, unchanged)]);
  clock.set(HOUR);
  const askAgainAt = new Date(START + HOUR + SETTLED).toISOString();
  expect(await error.reconcile?.()).toMatchObject({ outcome: 'unknown', askAgainAt });
  clock.advance(SETTLED);
  expect(await error.reconcile?.()).toMatchObject({ outcome: 'not-applied' });
});

test.each([HOUR, -HOUR])(
  "a resource that another change has written to shows nothing, though the clock was set by %i ms since the service's clock was seen",
  async (step) => {
    const clock = new SetClock(START - 60_000);
    const agent = exampleOf('agents.get').result as object;
    const date = new Date(START - 60_000).toUTCString();
    // The change that hides the lost one, half a minute later.
    const updatedAt = new Date(START + 30_000).toISOString();
    const hidden = { ...agent, id: 'Agent:1', isPaused: false, updatedAt };
    // The service's clock was not set.
    const read = () => json(200, hidden, { date: new Date(clock.monotonic()).toUTCString() });
    const script = [json(200, card, { date }), networkError('ECONNRESET'), read];
    const { payments } = scriptedClient(script, { clock });
    await payments.cards.get({ id: 'Card:1' });
    clock.advance(60_000);
    clock.set(step);
    const change = payments.agents.update({ agentId: 'Agent:1', isPaused: true });
    const error = await unknownOutcome(change);
    clock.advance(SETTLED + HOUR);
    expect(await error.reconcile?.()).toMatchObject({ outcome: 'unknown' });
  },
);

test("a gateway's clock is not the service's", async () => {
  const clock = new SetClock();
  const agent = exampleOf('agents.get').result as object;
  const gatewayDate = new Date(START + 600_000).toUTCString();
  const blocked = new Response('blocked', { status: 403, headers: { date: gatewayDate } });
  // The change that hides the lost one.
  const hidden = { ...agent, id: 'Agent:1', isPaused: false, updatedAt: '2026-01-05T09:00:30Z' };
  const read = () => json(200, hidden, { date: new Date(clock.now()).toUTCString() });
  const { payments } = scriptedClient([blocked, read], { clock });
  const change = payments.agents.update({ agentId: 'Agent:1', isPaused: true });
  const error = await unknownOutcome(change);
  clock.advance(SETTLED + 600_000);
  expect(await error.reconcile?.()).toMatchObject({ outcome: 'unknown' });
});

test('an entry records no difference of the clocks once the clock was set', async () => {
  for (const [step, clockOffset] of [
    [0, 5_000],
    [HOUR, undefined],
  ] as const) {
    const clock = new SetClock();
    const journal = memoryJournal();
    const date = new Date(START + 5_000).toUTCString();
    const script = [json(200, card, { date }), networkError('ECONNRESET')];
    const { payments } = scriptedClient(script, { clock, journal });
    await payments.cards.get({ id: 'Card:1' });
    clock.set(step);
    await payments.transactions.reject({ transactionId: 'Transaction:1' }).catch(() => undefined);
    expect([...journal.entries.values()]).toMatchObject([{ clockOffset }]);
  }
});

test('a clock that is set forward after a repeat does not make a read evidence', () => {
  const timing = { sentAt: START, settle: 30_000, clockOffset: 0, sameProcess: false };
  const sending = { rule: 'keyed', isPreparing: false, leg: undefined, hasKey: true } as const;
  const repeat = { kind: 'repeat-with-key', at: START + HOUR, shows: 'unknown' } as const;
  const outcomeAt = (monotonicAt: number | undefined) => {
    const at = START + HOUR + 60_000;
    const read = { kind: 'read', shows: 'not-applied', at, date: at + HOUR, age: 0 } as const;
    const seen = [
      { ...repeat, monotonicAt: 1_000 },
      { ...read, monotonicAt },
    ];
    return verdict({ sending, timing }, seen, at).outcome;
  };
  expect(outcomeAt(2_000)).toBe('unknown');
  expect(outcomeAt(31_000)).toBe('not-applied');
  expect(outcomeAt(undefined)).toBe('not-applied');
});
