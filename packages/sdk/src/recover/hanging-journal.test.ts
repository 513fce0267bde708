import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { SettlingClock } from '../../test/fake-clock.ts';
import { type Client, crashed, lostWrite, recovered } from '../../test/recovered.ts';
import { json, kycLink as link, networkError } from '../../test/scripted-service.ts';
import type { ClientEvent } from '../observe/events.ts';
import type { Journal } from '../outcome/journal.ts';

const hangs = () => new Promise<never>(() => {});

/** A client whose journal has one open write, and parts that hang or fail. */
async function clientOf(broken: Partial<Journal>) {
  const { journal, clock, client } = await lostWrite();
  clock.advance(600_000);
  const events: ClientEvent[] = [];
  const observers = [(event: ClientEvent) => void events.push(event)];
  Object.assign(journal, broken);
  const { payments } = client([json(200, link)], { observers });
  const failures = () => events.filter(({ type }) => type === 'journal.failed');
  const gauges = () => events.filter(({ type }) => type === 'journal.open');
  return { payments, clock, failures, gauges, journal };
}

describe('a journal that hangs', () => {
  test.each<keyof Journal>(['scopes', 'claim', 'open', 'update'])(
    'ends a recovery at its deadline: %s',
    async (part) => {
      const hanging = vi.fn(hangs);
      const { payments, clock } = await clientOf({ [part]: hanging });
      const ended = vi.fn();
      payments.recover({ settle: 0, deadline: 2_000 }).then(ended, ended);
      await eventually(() => expect(hanging).toHaveBeenCalled());
      clock.advance(2_000);
      if (part === 'update') {
        // The release of the claim hangs too.
        await eventually(() => expect(hanging).toHaveBeenCalledTimes(2));
        clock.advance(10_000);
      }
      await eventually(() => expect(ended).toHaveBeenCalled());
      expect(ended.mock.lastCall).toMatchObject([{ code: 'JOURNAL_FAILED' }]);
    },
  );

  test('lets a signal end a recovery', async () => {
    const { payments } = await clientOf({ claim: hangs });
    const controller = new AbortController();
    const recovery = Promise.resolve(payments.recover({ signal: controller.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await expect(recovery).rejects.toMatchObject({ code: 'ABORTED' });
  });

  test.each<keyof Journal>(['claim', 'open', 'prune'])(
    'lets a supervisor be closed: %s',
    async (part) => {
      const { payments } = await clientOf({ [part]: hangs });
      const supervisor = payments.supervise();
      await new Promise((resolve) => setImmediate(resolve));
      await supervisor.close();
    },
  );

  test('is reported by a supervisor, which continues', async () => {
    const claim = vi.fn<Journal['claim']>(hangs);
    const { payments, clock, failures, journal } = await clientOf({ claim });
    const supervisor = payments.supervise({ timeout: 5_000 });
    await eventually(() => expect(claim).toHaveBeenCalled());
    clock.advance(5_000);
    await eventually(() => expect(failures()).toMatchObject([{ error: 'JOURNAL_FAILED' }]));
    claim.mockResolvedValue([]);
    journal.entries.clear();
    await eventually(() => {
      clock.advance(1_000);
      expect(claim.mock.calls.length).toBeGreaterThan(1);
    });
    await supervisor.close();
  });
});

test('a callback that never settles does not keep a supervisor from being closed', async () => {
  const { payments, journal } = await clientOf({});
  const onSettled = vi.fn(hangs);
  const supervisor = payments.supervise({ onSettled });
  await eventually(() => expect(onSettled).toHaveBeenCalled());
  await supervisor.close();
  // The caller does not have the outcome yet: a later round returns it again.
  expect([...journal.entries.values()]).toMatchObject([{ end: { outcome: 'unknown' } }]);
});

test('a pruning that fails is reported, and the money that is not certain still is', async () => {
  const { payments, clock, failures, gauges } = await clientOf({
    prune: () => Promise.reject(new Error('permission denied')),
  });
  await using _supervisor = payments.supervise();
  await eventually(() => {
    expect(gauges()).toMatchObject([{ open: 0 }]);
    expect(failures()).toMatchObject([{ error: 'UNEXPECTED' }]);
  });
  clock.advance(60_000);
  await eventually(() => expect(gauges()).toHaveLength(2));
  expect(failures()).toHaveLength(1);
});

const transaction = { transactionId: 'Transaction:1' };

describe('the time limits of recover', () => {
  const reject = (payments: Client) => payments.transactions.reject(transaction);
  const shown = { ...(exampleOf('transactions.get').result as object), id: 'Transaction:1' };
  const pending = () => json(200, { ...shown, status: 'PENDING' });

  test('a timer that fires a millisecond early is set again', async () => {
    const clock = new SettlingClock();
    const { client, journal } = await lostWrite({ write: reject, journal: crashed(), clock });
    journal.restart();
    const { setTimeout } = clock;
    clock.setTimeout = (callback, delay) =>
      setTimeout.call(clock, callback, delay > 200_000 ? delay - 1 : delay);
    const writes = await client([pending(), pending()]).payments.recover({ settle: 5_000 });
    expect(writes).toMatchObject([{ outcome: 'not-applied', source: { by: 'read' } }]);
  });

  test('a write not recovered by the deadline is unknown, and stays open', async () => {
    const { writes, journal } = await recovered(reject, [networkError('ECONNRESET')], [pending()], {
      settle: 60_000,
      deadline: 100_000,
    });
    expect(writes).toMatchObject([
      { outcome: 'unknown', source: { by: 'read' }, askAgainAt: '2026-01-05T09:08:00.000Z' },
    ]);
    expect([...journal.entries.values()]).toMatchObject([{ end: { outcome: 'unknown' } }]);
  });

  test('a finding at the very end of the recovery is the last, with what it shows', async () => {
    const settle = 60_000;
    // When the read can show most: the difference that clocks may have, after the write has settled.
    const deadline = 120_000 + settle + 300_000;
    const { writes, received } = await recovered(
      reject,
      [networkError('ECONNRESET')],
      [pending()],
      { settle, deadline },
    );
    expect(writes).toMatchObject([{ outcome: 'unknown', source: { by: 'read' } }]);
    expect(received).toHaveLength(1);
  });

  test.each([0, 1])('no request is sent once the time is over, by %i ms', async (over) => {
    const clock = new SettlingClock();
    const lost = [networkError('ECONNRESET'), networkError('ECONNRESET')];
    const write = async (payments: Client) => {
      for (const _ of lost) {
        await reject(payments).catch(() => undefined);
        clock.advance(1);
      }
    };
    const { client, journal } = await lostWrite({ write, lost, journal: crashed(), clock });
    journal.restart();
    const slow = () => {
      clock.advance(20_000 + over);
      return pending();
    };
    const after = client([slow]);
    const writes = await after.payments.recover({ settle: 60_000, deadline: 20_000 });
    expect(writes).toMatchObject([
      { outcome: 'unknown', because: expect.stringMatching(/^The deadline/) },
      { outcome: 'unknown', because: expect.stringMatching(/^The request/) },
    ]);
    expect(after.received).toHaveLength(1);
  });

  test('a request of its own ends with it', async () => {
    const { client, clock, journal } = await lostWrite({ write: reject, journal: crashed() });
    journal.restart();
    const after = client([() => new Promise<Response>(() => {})]);
    const options = { settle: 60_000, deadline: 9_000, timeout: 20_000 };
    const recovery = Promise.resolve(after.payments.recover(options));
    await eventually(() => expect(after.received).toHaveLength(1));
    clock.advance(9_000);
    expect(await recovery).toMatchObject([{ outcome: 'unknown' }]);
  });
});
