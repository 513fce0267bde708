import { expect, test } from 'vitest';
import { FakeClock } from '../../test/fake-clock.ts';
import { card, challenge, json, scriptedClient } from '../../test/scripted-service.ts';
import { OutcomeUnknownError } from '../errors/network-errors.ts';

const input = { id: 'Card:1', state: 'FROZEN' } as const;
const stamper = { stamp: async () => 'stamp-value' };
const unchanged = { ...card, state: 'ACTIVE', updatedAt: '2026-01-05T08:00:00Z' };

/** A change whose response was lost, and what the client reads afterwards. */
async function lostChange(
  replies: Parameters<typeof scriptedClient>[0],
  options: object = {},
  milliseconds = 0,
) {
  const clock = new FakeClock();
  const breaks = async () => {
    clock.advance(milliseconds);
    throw new TypeError('the connection broke');
  };
  const script = [json(202, challenge), breaks, ...replies];
  const { payments } = scriptedClient(script, { clock });
  const call = payments.cards.update(input, { stamper, ...options });
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof OutcomeUnknownError)) throw new Error('expected an unknown outcome');
  return { error, clock };
}

test.each<[string, unknown]>([
  ['options', null],
  ['options.settleTime', { settleTime: Number.NaN }],
  ['options.settleTime', { settleTime: Number.POSITIVE_INFINITY }],
  ['options.settleTime', { settleTime: -1 }],
  ['options.settleTime', { settleTime: '1000' }],
  ['options.settle', { settle: 'yes' }],
  ['options.signal', { signal: {} }],
  ['options.settel', { settel: true }],
])('%s of %j is refused before anything is read', async (path, options) => {
  const { error } = await lostChange([]);
  await expect(error.reconcile?.(options as never)).rejects.toMatchObject({
    name: 'InvalidRequestError',
    issues: [{ path }],
  });
});

test('a signal ends the read and the wait with an error of the client, and no outcome', async () => {
  const hangs = () => new Promise<Response>(() => {});
  const { error } = await lostChange([hangs, json(200, unchanged)]);
  const aborted = { name: 'AbortedError', outcome: 'unknown', cause: 'enough' };
  const reading = new AbortController();
  const read = error.reconcile?.({ signal: reading.signal });
  reading.abort('enough');
  await expect(read).rejects.toMatchObject(aborted);
  const waiting = new AbortController();
  const wait = error.reconcile?.({ settle: true, signal: waiting.signal });
  await new Promise((resolve) => setImmediate(resolve));
  waiting.abort('enough');
  await expect(wait).rejects.toMatchObject(aborted);
});

test('a change of a call without a deadline may arrive until the call ended and it has settled', async () => {
  const unlimited = { deadline: Number.POSITIVE_INFINITY, timeout: Number.POSITIVE_INFINITY };
  const { error, clock } = await lostChange(
    [json(200, unchanged), json(200, unchanged)],
    unlimited,
    200_000,
  );
  clock.advance(29_999);
  expect(await error.reconcile?.()).toMatchObject({ outcome: 'unknown' });
  clock.advance(1);
  expect(await error.reconcile?.()).toMatchObject({ outcome: 'not-applied' });
});
