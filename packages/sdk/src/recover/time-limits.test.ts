import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { SettlingClock } from '../../test/fake-clock.ts';
import { type Client, crashed, lostWrite, recovered } from '../../test/recovered.ts';
import { json, networkError } from '../../test/scripted-service.ts';

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
