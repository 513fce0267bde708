import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../test/fake-clock.ts';
import {
  card,
  challenge,
  json,
  networkError,
  refusal,
  scriptedClient,
} from '../../../test/scripted-service.ts';
import { hangingStamper, stamper } from '../../../test/stampers.ts';
import { thrown } from '../../../test/thrown.ts';
import { UnauthorizedError } from '../../errors/api-error.ts';
import { AbortedError, SignatureRequiredError, SigningError } from '../../errors/caller-errors.ts';

const input = { id: 'Card:1', state: 'FROZEN' } as const;

describe('the signed retry', () => {
  test('sends two requests with equal bytes and makes one signature', async () => {
    const signer = stamper();
    const { payments, received } = scriptedClient([json(202, challenge), json(200, card)]);
    const result = await payments.cards.update(input, { stamper: signer });
    expect(result).toEqual(card);
    expect(signer.payloads).toEqual([challenge.payloadToSign]);
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PATCH https://api.example.com/payments/2025-10-13/cards/Card:1',
      'PATCH https://api.example.com/payments/2025-10-13/cards/Card:1',
    ]);
    const [first, second] = received;
    expect(first?.body).toBe('{"state":"FROZEN"}');
    expect(second?.body).toBe(first?.body);
    expect(first?.headers.has('service-wallet-signature')).toBe(false);
    expect(first?.headers.has('request-id')).toBe(false);
    expect(second?.headers.get('service-wallet-signature')).toBe('stamp-1');
    expect(second?.headers.get('request-id')).toBe(challenge.requestId);
  });

  test('returns the result of a 200 on the first leg and signs nothing', async () => {
    const signer = stamper();
    const customer = { id: 'Customer:1', platformCustomerId: 'p', customerType: 'INDIVIDUAL' };
    const { payments, received } = scriptedClient([json(200, customer)]);
    const result = await payments.customers.update(
      { customerId: 'Customer:1', fullName: 'Ada' },
      { stamper: signer },
    );
    expect(result).toEqual(customer);
    expect(received).toHaveLength(1);
    expect(signer.payloads).toEqual([]);
  });

  test('takes no result where a signature is required, whether in one call or in steps', async () => {
    const signer = stamper();
    const { payments, received } = scriptedClient([json(200, card), json(200, card)]);
    for (const call of [
      payments.cards.update(input, { stamper: signer }),
      payments.cards.update.begin(input),
    ]) {
      const expected = { code: 'CONTRACT', accepted: false, outcome: 'not-applied' };
      await expect(call).rejects.toMatchObject(expected);
    }
    expect([received.length, signer.payloads.length]).toEqual([2, 0]);
  });

  test('uses the stamper of the client where the call has none', async () => {
    const signer = stamper();
    const { payments } = scriptedClient([json(202, challenge), json(200, card)]);
    await payments.withOptions({ stamper: signer }).cards.update(input);
    expect(signer.payloads).toHaveLength(1);
  });

  test('without a stamper it throws an error with the challenge and sends nothing more', async () => {
    const { payments, received } = scriptedClient([json(202, challenge)]);
    const call = payments.customers.update({ customerId: 'Customer:1', email: 'a@example.com' });
    const error = await thrown(call);
    expect(error).toBeInstanceOf(SignatureRequiredError);
    expect((error as SignatureRequiredError).challenge).toEqual(challenge);
    expect(received).toHaveLength(1);
  });

  test('a stamper that fails causes a SigningError with its cause, and leg 2 is not sent', async () => {
    const cause = new Error('the device is gone');
    const { payments, received } = scriptedClient([json(202, challenge)]);
    const call = payments.cards.update(input, { stamper: { stamp: () => Promise.reject(cause) } });
    const error = await thrown(call);
    expect(error).toBeInstanceOf(SigningError);
    expect((error as SigningError).cause).toBe(cause);
    expect(received).toHaveLength(1);
  });

  test.each(['', 'two\nlines', 'ünïcode', ' padded'])('refuses %j as a stamp', async (stamp) => {
    const { payments, received } = scriptedClient([json(202, challenge)]);
    const call = payments.cards.update(input, { stamper: { stamp: async () => stamp } });
    await expect(call).rejects.toMatchObject({ code: 'SIGNING_FAILED' });
    expect(received).toHaveLength(1);
  });

  test('a stamp that was not awaited says so, and nothing is sent', async () => {
    const { payments, received } = scriptedClient([json(202, challenge)]);
    const step = await payments.cards.update.begin(input);
    const call = payments.cards.update.complete(step as never, Promise.resolve('stamp') as never);
    await expect(call).rejects.toThrow('`await stamper.stamp(payloadToSign)`');
    expect(received).toHaveLength(1);
  });
});

describe('an operation that takes two signatures', () => {
  const { result: key } = exampleOf('delegatedKeys.create');
  const body = {
    cardId: 'Card:7c1e',
    internalAccountId: 'InternalAccount:40de',
    nickname: 'Groceries card',
  } as const;
  const again = { ...challenge, requestId: 'Request:2', payloadToSign: 'the second text' };
  const create = (...script: Parameters<typeof scriptedClient>[0]) => {
    const signer = stamper();
    const { payments, received } = scriptedClient([json(202, challenge), ...script]);
    return {
      signer,
      received,
      end: thrown(payments.delegatedKeys.create(body, { stamper: signer })),
    };
  };

  test('sends three requests, and signs both payloads', async () => {
    const { end, signer, received } = create(json(202, again), json(201, key));
    expect(await end).toEqual(key);
    expect(signer.payloads).toEqual([challenge.payloadToSign, 'the second text']);
    const ids = received.map(({ headers }) => headers.get('request-id'));
    expect(ids).toEqual([null, challenge.requestId, 'Request:2']);
  });

  test.each([
    ['the second', [], 'CONNECTION'],
    ['the last', [json(202, again)], 'OUTCOME_UNKNOWN'],
  ])('a lost response to %s leg is not repeated', async (_which, before, code) => {
    const { end, received } = create(...before, networkError('ECONNRESET'));
    expect(await end).toMatchObject({ code });
    expect(received).toHaveLength(before.length + 2);
  });

  test.each([
    ['a result before the last leg', [json(201, key)]],
    ['a third challenge', [json(202, again), json(202, again)]],
  ])('%s is not that of the service', async (_what, script) => {
    const { end, signer } = create(...script);
    expect(await end).toBeInstanceOf(Error);
    expect(signer.payloads).toHaveLength(script.length);
  });

  test('a step of another operation does not name a third leg', async () => {
    const { payments } = scriptedClient([json(202, challenge)]);
    const step = await payments.cards.update.begin(input);
    if (step.status !== 'challenge') throw new Error('Expected a step to sign.');
    const call = payments.cards.update.complete({ ...step.toJSON(), leg: 3 }, 'stamp');
    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('time and the challenge', () => {
  const soon = { ...challenge, expiresAt: '2026-01-05T09:00:03Z' };

  test('a challenge about to expire is not stamped; a new one is requested once', async () => {
    const signer = stamper();
    const script = [json(202, soon), json(202, challenge), json(200, card)];
    const { payments, received } = scriptedClient(script);
    await payments.cards.update(input, { stamper: signer });
    expect(received).toHaveLength(3);
    expect(signer.payloads).toHaveLength(1);
  });

  test('a challenge that expires while it is signed ends the call: nothing is signed twice', async () => {
    const { payments, clock, received } = scriptedClient([json(202, challenge)]);
    let signatures = 0;
    const slow = {
      stamp: async () => {
        signatures += 1;
        clock.advance(6 * 60_000);
        return 'stamp-value';
      },
    };
    const refused = { code: 'CHALLENGE_EXPIRED' };
    await expect(payments.cards.update(input, { stamper: slow })).rejects.toMatchObject(refused);
    expect(signatures).toBe(1);
    expect(received).toHaveLength(1);
  });

  test.each([
    ['Request-Id expired', 'challenge_expired'],
    ['Request stamped with the key of an expired session', 'session_inactive'],
    ['Stamp does not match the payload', 'stamp_mismatch'],
  ])(
    'a refused stamp keeps its reason and its request id, and is not repeated: %s',
    async (reason, failedCheck) => {
      const signer = stamper();
      const script = [json(202, challenge), refusal(401, 'UNAUTHORIZED', { reason })];
      const { payments, received } = scriptedClient(script);
      const error = await thrown(payments.cards.update(input, { stamper: signer }));
      expect(error).toBeInstanceOf(UnauthorizedError);
      const { requestId } = challenge;
      expect(error).toMatchObject({ status: 401, reason, failedCheck, requestId });
      expect([received.length, signer.payloads.length]).toEqual([2, 1]);
    },
  );

  test('signing time does not count against the deadline', async () => {
    const { payments, clock } = scriptedClient([json(202, challenge), json(200, card)]);
    const slow = {
      stamp: async () => {
        clock.advance(4 * 60_000);
        return 'stamp-value';
      },
    };
    await expect(
      payments.cards.update(input, { stamper: slow, deadline: 60_000 }),
    ).resolves.toEqual(card);
  });

  test("the service's clock decides whether a challenge has expired", async () => {
    const skewed = { ...challenge, expiresAt: '2026-01-05T08:05:00Z' };
    const date = 'Mon, 05 Jan 2026 08:00:00 GMT';
    const { payments, received } = scriptedClient([json(202, skewed, { date }), json(200, card)]);
    await payments.cards.update(input, { stamper: stamper() });
    expect(received).toHaveLength(2);
  });

  test('a signal that fires while signing ends the call before leg 2', async () => {
    const controller = new AbortController();
    const { payments, received } = scriptedClient([json(202, challenge)]);
    const stamp = () => {
      controller.abort();
      return new Promise<string>(() => {});
    };
    const call = payments.cards.update(input, { stamper: { stamp }, signal: controller.signal });
    await expect(call).rejects.toBeInstanceOf(AbortedError);
    expect(received).toHaveLength(1);
  });
});

describe('a challenge that has expired when it arrives, by the date of the response', () => {
  const start = Date.parse('2026-01-05T09:00:00Z');
  const expiring = (milliseconds: number) => ({
    ...challenge,
    expiresAt: new Date(start + milliseconds).toISOString(),
  });
  const dated = (milliseconds: number) => ({ date: new Date(start + milliseconds).toUTCString() });

  test.each([
    [-1_000, 0],
    [3_000, 0],
    [-290_000, 0],
    [300_000, 590_000],
    [-86_400_000, 0],
  ])(
    'is requested again once, then signed: it expires after %i ms, dated %i',
    async (end, ahead) => {
      const signer = stamper();
      const seen = () => json(202, expiring(end), dated(ahead));
      const { payments, received } = scriptedClient([seen(), seen(), json(200, card)]);
      await expect(payments.cards.update(input, { stamper: signer })).resolves.toEqual(card);
      expect([received.length, signer.payloads.length]).toEqual([3, 1]);
    },
  );

  test.each([
    ['our clock, if that of the gateway is ahead', expiring(10_000), 200_000, 10_000],
    ['five minutes, if it has expired by our clock too', expiring(-1_000), 0, 300_000],
    ['five minutes, if our clock is behind', expiring(3_600_000), 3_600_000, 300_000],
    ['five minutes, if its time cannot be read', { ...challenge, expiresAt: 'soon' }, 0, 300_000],
  ])('does not let a stamper wait without end, but by %s', async (_what, seen, ahead, limit) => {
    const clock = new FakeClock();
    const script = [json(202, seen, dated(ahead)), json(202, seen, dated(ahead))];
    const { payments } = scriptedClient(script, { clock });
    const signer = hangingStamper();
    const call = thrown(payments.cards.update(input, { stamper: signer }));
    await signer.asked;
    expect(clock.delays.at(-1)).toBe(limit);
    clock.advance(limit);
    expect(await call).toMatchObject({ code: 'CHALLENGE_EXPIRED' });
    expect(clock.pending).toBe(0);
  });
});
