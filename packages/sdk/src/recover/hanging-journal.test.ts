import { describe, expect, test, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { lostWrite } from '../../test/recovered.ts';
import { json, kycLink as link } from '../../test/scripted-service.ts';
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
