import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../test/fake-clock.ts';
import { recovered } from '../../test/recovered.ts';
import {
  card,
  challenge,
  json,
  networkError,
  scriptedClient,
  scriptedService,
} from '../../test/scripted-service.ts';
import { unknownOutcome } from '../../test/thrown.ts';
import { ConflictError } from '../errors/api-error.ts';

const input = { id: 'Card:1', state: 'FROZEN' } as const;
const newCard = {
  cardholderId: 'Customer:1',
  platformCardId: 'mine',
  form: 'VIRTUAL' as const,
  fundingSources: ['InternalAccount:1'],
};
const stamper = { stamp: async () => 'stamp-value' };
/** The default deadline of a call, and the default time to settle. */
const SETTLED = 150_000;

describe('reconciling a lost change', () => {
  test('reads with the options of the call, except its signal', async () => {
    const controller = new AbortController();
    const elsewhere = scriptedService(
      json(202, challenge),
      () => {
        controller.abort();
        return new Promise<Response>(() => {});
      },
      json(200, card),
    );
    const { payments, received } = scriptedClient([]);
    const { fetch } = elsewhere;
    const options = { stamper, fetch, headers: { 'x-team': 'a' }, signal: controller.signal };
    const error = await unknownOutcome(payments.cards.update(input, options));
    expect(await error.reconcile?.()).toMatchObject({ outcome: 'applied' });
    expect(elsewhere.received[2]?.headers.get('x-team')).toBe('a');
    expect(received).toEqual([]);
  });

  test.each([
    ['warn', { maintenance: true }],
    ['off', { maintenance: true }],
    ['off', { data: [], hasMore: 1 }],
  ] as const)('what is not the list shows nothing, validate: %s: %j', async (validate, page) => {
    const options = { validate };
    const { payments } = scriptedClient([networkError('ECONNRESET'), json(200, page)], options);
    const error = await unknownOutcome(payments.cards.create(newCard));
    // The outcome is that of the write, not that of the read, which changed nothing.
    const failure = { name: 'ContractError', outcome: 'unknown' };
    await expect(error.reconcile?.()).rejects.toMatchObject(failure);
  });

  // It may be a part, or changed by a proxy.
  test.each([202, 203, 206])('a list with status %d shows nothing', async (status) => {
    const page = json(status, { data: [], hasMore: false });
    const { payments, clock } = scriptedClient([networkError('ECONNRESET'), page]);
    const error = await unknownOutcome(payments.cards.create(newCard));
    clock.advance(SETTLED);
    const failure = { name: 'ContractError', accepted: false, status, outcome: 'unknown' };
    await expect(error.reconcile?.()).rejects.toMatchObject(failure);
  });

  test('unknown: a list longer than the part that is searched does not show the write', async () => {
    const more = () => json(200, { data: [], hasMore: true, nextCursor: crypto.randomUUID() });
    const script = Array.from({ length: 20 }, () => more);
    const { payments, received } = scriptedClient([networkError('ECONNRESET'), ...script]);
    const error = await unknownOutcome(payments.cards.create(newCard));
    expect(await error.reconcile?.()).toMatchObject({ outcome: 'unknown' });
    expect(received).toHaveLength(21);
    expect(received[1]?.url).toContain('limit=100');
  });

  test('is not offered where no read can determine the outcome: the action names the alternative', async () => {
    const { payments } = scriptedClient([networkError('ECONNRESET')]);
    const error = await unknownOutcome(payments.verifications.create({ customerId: 'Customer:1' }));
    expect(error.reconcile).toBeUndefined();
    expect(error.action).toContain('Repeating the call does no harm.');
  });

  test('works for a step that another process completed', async () => {
    const script = [json(202, challenge), networkError('ECONNRESET'), json(200, card)];
    const { payments } = scriptedClient(script);
    const step = JSON.stringify(await payments.cards.update.begin(input));
    const error = await unknownOutcome(payments.cards.update.complete(step, 'stamp'));
    expect(await error.reconcile?.()).toMatchObject({ outcome: 'applied' });
  });
});

test('no cache may respond to the read of a recovery either', async () => {
  const { received } = await recovered(
    (payments) => payments.cards.update(input, { stamper }),
    [json(202, challenge), networkError('ECONNRESET')],
    [json(200, { ...card, state: 'FROZEN' })],
  );
  expect(received.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-cache']);
});

describe('a transition that the contract forbids', () => {
  test.each(['FROZEN', 'CLOSED', 'PENDING_ISSUE'])('%s to FROZEN is not sent', async (state) => {
    const { payments, received } = scriptedClient([]);
    const call = payments.cards.update(input, { stamper, current: { ...card, state } });
    await expect(call).rejects.toBeInstanceOf(ConflictError);
    await expect(call).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION', status: 409 });
    expect(received).toHaveLength(0);
  });

  test.each(['ACTIVE', 'SOMETHING_LATER'])('from %s is decided by the service', async (state) => {
    const { payments, received } = scriptedClient([json(202, challenge), json(200, card)]);
    await payments.cards.update(input, { stamper, current: { ...card, state } });
    expect(received).toHaveLength(2);
  });
});

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
  return { error: await unknownOutcome(call), clock };
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
  const refused = { name: 'InvalidRequestError', issues: [{ path }] };
  await expect(error.reconcile?.(options as never)).rejects.toMatchObject(refused);
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
  const reads = [json(200, unchanged), json(200, unchanged)];
  const { error, clock } = await lostChange(reads, unlimited, 200_000);
  clock.advance(29_999);
  expect(await error.reconcile?.()).toMatchObject({ outcome: 'unknown' });
  clock.advance(1);
  expect(await error.reconcile?.()).toMatchObject({ outcome: 'not-applied' });
});

test('reads that decide, and every request over fetch, go past caches', async () => {
  const { payments, received } = scriptedClient([json(200, card)]);
  await payments.waitFor.card({ cardId: 'Card:1', until: ['FROZEN'] });
  expect(received[0]?.headers.get('cache-control')).toBe('no-cache');
  const modes: string[] = [];
  const fetch = async (request: Request) => {
    modes.push(request.cache);
    return json(200, card);
  };
  await scriptedClient([], { fetch }).payments.cards.get({ id: 'Card:1' });
  expect(modes).toEqual(['no-store']);
});
