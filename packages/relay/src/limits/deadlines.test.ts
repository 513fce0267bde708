import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../sdk/test/eventually.ts';
import { ada, callRelay, relayRequest, testRelay, textField } from '../../test/call-relay.ts';
import { RelayRefusal } from '../refusals/refusal.ts';

const never = () => new Promise<never>(() => undefined);
const freeze = { action: 'freezeCard', input: { cardId: 'Card:ada' } };

/** Waits until the relay waits for the clock, and then advances it. */
async function letTimePass(clock: ReturnType<typeof testRelay>['clock'], milliseconds: number) {
  await eventually(() => expect(clock.delays).toContain(milliseconds));
  clock.advance(milliseconds);
}

/** The refusal of a call when that much time has passed. */
async function stopsAfter(milliseconds: number, options: object) {
  const { relay, clock } = testRelay({}, options);
  const answering = callRelay(relay, 'account', {});
  await letTimePass(clock, milliseconds);
  const { status, body } = await answering;
  return [status, body.code];
}

describe('the relay stops waiting', () => {
  it('for `authenticate`, whose request it aborts', async () => {
    let seen: Request | undefined;
    const authenticate = (request: Request) => {
      seen = request;
      return never();
    };
    expect(await stopsAfter(10_000, { authenticate })).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(seen?.signal.aborted).toBe(true);
  });

  it.each<[string, number, object]>([
    ['`clientAddress`', 700, { clientAddress: never, deadlines: { authenticate: 700 } }],
    ['`accounts`', 4_000, { accounts: never, deadlines: { accounts: 4_000 } }],
    ["a limiter's store", 3_000, { rateLimits: { calls: { consume: never, delete: never } } }],
  ])('for %s', async (_what, milliseconds, options) => {
    expect(await stopsAfter(milliseconds, options)).toEqual([503, 'SERVICE_UNAVAILABLE']);
  });

  it('for an action, whose outcome is then unknown', async () => {
    const actions = { freezeCard: { input: textField('cardId'), run: never } };
    const { relay, clock, errors } = testRelay({}, { actions });
    const answering = callRelay(relay, 'actionBegin', freeze);
    await letTimePass(clock, 60_000);
    const { status, body } = await answering;
    expect([status, body.code, errors.length]).toEqual([502, 'OUTCOME_UNKNOWN', 1]);
  });

  it('for a body, which it cancels', async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
      cancel: () => {
        isCancelled = true;
      },
    });
    const { relay, clock, received } = testRelay();
    const { url, headers } = relayRequest('account', {});
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    };
    const answering = relay.fetch(new Request(url, init));
    await letTimePass(clock, 10_000);
    const response = await answering;
    expect([response.status, (await response.json()).code]).toEqual([408, 'REQUEST_TIMEOUT']);
    await eventually(() => expect(isCancelled).toBe(true));
    expect(received).toEqual([]);
  });

  it('without leaving a timer', async () => {
    const { relay, clock } = testRelay();
    await callRelay(relay, 'account', {});
    expect(clock.pending).toBe(0);
  });
});

describe('functions of the platform', () => {
  it('may reject in `onError`, without effect on the process and the response', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const onError = async () => {
      throw new Error('the log is down, with a password');
    };
    const authenticate = () => {
      throw new Error('broken');
    };
    const { relay } = testRelay({}, { authenticate, onError });
    expect((await callRelay(relay, 'account', {})).status).toBe(500);
    await eventually(() => expect(error).toHaveBeenCalledTimes(1));
    // A rejection that nobody handles fails the run.
    await new Promise((resolve) => setImmediate(resolve));
    expect(error.mock.calls.flat().join()).not.toContain('password');
    error.mockRestore();
  });

  const throws = (error?: unknown) => () => {
    throw error;
  };
  const unnamed = {
    ...ada,
    get id(): string {
      throw new Error('x');
    },
  };
  const acting = (run: () => unknown, validate?: () => void) => {
    const input = { '~standard': { version: 1, vendor: 'x', validate } };
    const freezeCard = { input: validate ? input : textField('cardId'), run };
    return { actions: { freezeCard } };
  };
  const changed = (fields: object) => Object.assign(new RelayRefusal(400, 'A'), fields);
  it.each<[string, object]>([
    ['clientAddress throws', { clientAddress: throws(new Error('x')) }],
    ['clientAddress returns a number', { clientAddress: () => 7 }],
    ['authenticate returns a user whose fields throw', { authenticate: () => unnamed }],
    ['an action throws nothing', acting(throws())],
    ['a schema throws', acting(never, throws(new Error('x')))],
    ['a refusal has an invalid status', { authenticate: () => new RelayRefusal(204, 'OK') }],
    ['a refusal has a status that was changed', { authenticate: throws(changed({ status: 101 })) }],
    ['a refusal cannot be written', { authenticate: throws(changed({ code: 7n })) }],
  ])('may fail: %s', async (_name, options) => {
    const { relay } = testRelay({}, options as never);
    const { status, body } = await callRelay(relay, 'actionBegin', freeze);
    expect([status, body.code]).toEqual([500, 'INTERNAL_ERROR']);
  });
});

describe('RelayRefusal', () => {
  it.each([0, 101, 200, 204, 302, 399, 600, 404.5, Number.NaN, '404' as never])(
    'refuses the status %s',
    (status) => {
      expect(() => new RelayRefusal(status, 'CODE')).toThrow(RangeError);
    },
  );

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses the wait %s', (retryAfter) => {
    expect(() => new RelayRefusal(429, 'CODE', { retryAfter })).toThrow(RangeError);
  });

  it('accepts milliseconds, and sends whole seconds', async () => {
    const authenticate = () => {
      throw new RelayRefusal(429, 'SLOW_DOWN', { retryAfter: 1_001 });
    };
    const { relay } = testRelay({}, { authenticate });
    const { status, headers, body } = await callRelay(relay, 'account', {});
    expect([status, headers.get('retry-after'), body.retryAfter]).toEqual([429, '2', 2]);
  });
});
