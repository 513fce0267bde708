import type { Customer } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { errorAddress } from '@org/payments-contract/internal';
import { describe, expect, it } from 'vitest';
import { card, challenge, json } from '../../../sdk/test/scripted-service.ts';
import { assertionOf, registrationOf } from '../../test/attestation.ts';
import {
  ada,
  CLIENT_KEY,
  callRelay,
  ORIGIN,
  PERSON,
  testRelay,
  textField,
} from '../../test/call-relay.ts';
import { openedSession, twoLegs } from '../../test/fake-platform.ts';

interface Challenge {
  readonly ticket: string;
}
const stamp = 'c3RhbXA';
const PATCH = 'PATCH /cards/Card:ada';
const frozen = { ...card, id: 'Card:ada' };
const freeze = { action: 'freezeCard', input: { cardId: 'Card:ada' } };

describe('an action', () => {
  it('sends leg 1, then exactly its bytes with the stamp', async () => {
    const { relay, writes } = testRelay({ [PATCH]: twoLegs(() => json(200, frozen)) });
    const headers = {
      authorization: 'Basic ZXZpbDpldmls',
      'service-wallet-signature': 'sandbox-valid-signature',
      'idempotency-key': 'smuggled',
      'x-http-method-override': 'DELETE',
      'x-forwarded-for': '127.0.0.9',
      traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
    };
    const begun = await callRelay<Challenge>(relay, 'actionBegin', freeze, { headers });
    expect(begun.body).toEqual({
      status: 'challenge',
      ticket: expect.any(String),
      payloadToSign: challenge.payloadToSign,
      requestId: challenge.requestId,
      expiresAt: '2026-01-05T09:05:00.000Z',
      issuedAt: '2026-01-05T09:00:00.000Z',
    });
    const { ticket } = begun.body;
    const leg = { ticket, stamp, input: 'other', step: {}, body: '{}' };
    const completed = await callRelay(relay, 'actionComplete', leg, { headers });
    expect(completed.body).toEqual({ result: frozen });
    const reached = writes().flatMap((request) => [...request.headers.values()]);
    for (const value of Object.values(headers)) expect(reached).not.toContain(value);
    for (const request of writes()) expect(request.headers.has('cookie')).toBe(false);
    const [leg1, leg2] = writes();
    expect(leg2?.body).toBe(leg1?.body);
    expect(leg2?.url).toBe(leg1?.url);
    expect(leg2?.headers.get('service-wallet-signature')).toBe(stamp);
    expect(leg2?.headers.get('request-id')).toBe(challenge.requestId);
  });

  it('is carried out at once where no signature is required', async () => {
    const example = exampleOf('customers.update').result as Customer;
    const result: Customer = { ...example, id: 'Customer:ada' };
    const { relay, payments } = testRelay(
      { 'PATCH /customers/Customer:ada': () => json(200, result) },
      {
        actions: {
          changeEmail: {
            input: textField('email'),
            run: () =>
              payments.customers.update.begin({ customerId: ada.customerId, email: result.email }),
          },
        },
      },
    );
    const request = { action: 'changeEmail', input: { email: 'ada@example.org' } };
    const { body } = await callRelay(relay, 'actionBegin', request);
    expect(body).toEqual({ status: 'done', result });
  });

  it('is not carried out by a response without a challenge where a signature is required', async () => {
    const { relay } = testRelay({ [PATCH]: () => json(200, frozen) });
    const { status, body } = await callRelay(relay, 'actionBegin', freeze);
    expect([status, body.code]).toEqual([500, 'INTERNAL_ERROR']);
  });

  it.each(['closeCard', '__proto__', 'toString', 'constructor'])(
    'cannot have the name %s',
    async (action) => {
      const { relay } = testRelay();
      const { status, body } = await callRelay(relay, 'actionBegin', { ...freeze, action });
      expect([status, body.code]).toEqual([404, 'UNKNOWN_ACTION']);
    },
  );

  it('responds with the issues its schema found', async () => {
    const { relay, received } = testRelay();
    const { status, body } = await callRelay(relay, 'actionBegin', { ...freeze, input: {} });
    expect([status, body]).toEqual([
      400,
      {
        code: 'INVALID_INPUT',
        message: 'input.cardId: expected text',
        docs: errorAddress('INVALID_INPUT'),
      },
    ]);
    expect(received).toEqual([]);
  });

  it('may name ids of others with allowForeignIds, and does its own checks', async () => {
    const seen: unknown[] = [];
    const { relay } = testRelay(
      {},
      {
        actions: {
          pay: {
            input: textField('to'),
            allowForeignIds: true,
            run: async ({ input, accountId, user, requireOwned }) => {
              seen.push(input, accountId, user.id);
              await requireOwned('Card:ada');
              await requireOwned('Card:eve');
              return { status: 'done', result: 1 };
            },
          },
        },
      },
    );
    const request = { action: 'pay', input: { to: 'InternalAccount:eve' } };
    const { status } = await callRelay(relay, 'actionBegin', request);
    expect([status, seen]).toEqual([
      403,
      [{ to: 'InternalAccount:eve' }, 'InternalAccount:ada', 'ada'],
    ]);
  });
});

describe('leg 2', () => {
  const complete = async (leg2: () => Response | Error) => {
    const setup = testRelay({ [PATCH]: twoLegs(leg2) });
    const begun = await callRelay<Challenge>(setup.relay, 'actionBegin', freeze);
    const { ticket } = begun.body;
    return {
      ...setup,
      ticket,
      response: await callRelay(setup.relay, 'actionComplete', { ticket, stamp }),
    };
  };

  it('is refused for another user, another call, and a user who lost the account', async () => {
    const { relay, ticket, writes } = await complete(() => json(200, card));
    const eve = await callRelay(relay, 'actionComplete', { ticket, stamp }, { user: 'eve' });
    const other = await callRelay(relay, 'refreshComplete', { ticket, stamp });
    for (const { status, body } of [eve, other]) {
      expect([status, body.code]).toEqual([400, 'TICKET_INVALID']);
    }
    const accounts: string[] = ['InternalAccount:ada'];
    const changing = testRelay(
      { [PATCH]: () => json(202, challenge) },
      { accounts: () => accounts, cacheLifetime: 0 },
    );
    const begun = await callRelay<Challenge>(changing.relay, 'actionBegin', freeze);
    accounts.length = 0;
    const late = await callRelay(changing.relay, 'actionComplete', { ...begun.body, stamp });
    expect([late.status, late.body.code]).toEqual([403, 'FORBIDDEN']);
    expect([writes().length, changing.writes().length]).toEqual([2, 1]);
  });
});

describe('refresh and revocation', () => {
  it('refresh a live session', async () => {
    const path = 'POST /auth/sessions/Session:ada-1/refresh';
    const unlimited = { maxRefreshes: Infinity, maxSessionAge: Infinity };
    const responses = { [path]: twoLegs(() => json(201, openedSession)) };
    const { relay, writes } = testRelay(responses, unlimited);
    const request = { id: 'Session:ada-1', clientPublicKey: CLIENT_KEY };
    const begun = await callRelay<Challenge>(relay, 'refreshBegin', request);
    const { body } = await callRelay(relay, 'refreshComplete', { ...begun.body, stamp });
    const said = { issuedAt: '2026-01-05T09:00:00.000Z', person: PERSON };
    expect(body).toEqual({ result: { ...openedSession, ...said } });
    expect(writes().map((sent) => sent.body)).toEqual(
      Array(2).fill(JSON.stringify({ clientPublicKey: CLIENT_KEY })),
    );
  });

  it.each([
    ['Session:ada-1', 'DELETE /auth/sessions/Session:ada-1'],
    ['AuthMethod:ada-key', 'DELETE /auth/credentials/AuthMethod:ada-key'],
  ])('revoke %s', async (id, path) => {
    const done = () => new Response(null, { status: 204 });
    const { relay, received } = testRelay({ [path]: twoLegs(done) });
    const begun = await callRelay<Challenge>(relay, 'revokeBegin', { id });
    const { body } = await callRelay(relay, 'revokeComplete', { ...begun.body, stamp });
    expect(body).toEqual({ result: null });
    const before = received.length;
    await callRelay(relay, 'revokeBegin', { id });
    // What was read before the change is read again after it.
    expect(received.slice(before).map(({ method }) => method)).toEqual(['GET', 'DELETE']);
  });
});

const SHOP = 'https://shop.example';
const allowed = { passkey: { topOrigins: [SHOP] } };

/** A ceremony in a frame, as the browser's client data describes it. */
interface Frame {
  readonly type?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
}

async function register(frame: Frame, options: object) {
  const { relay, writes } = testRelay(
    { 'POST /auth/credentials': () => json(202, challenge) },
    options,
  );
  const request = await registrationOf(relay, frame);
  const { status } = await callRelay(relay, 'passkeyBegin', request);
  return [status, writes().length];
}

async function signIn(frame: Frame, options: object) {
  const issued = { ...challenge, id: 'AuthMethod:ada-key', challenge: 'Y2hhbGxlbmdl' };
  const { relay, writes } = testRelay(
    { 'POST /auth/credentials/AuthMethod:ada-key/challenge': () => json(200, issued) },
    options,
  );
  const id = 'AuthMethod:ada-key';
  const asked = await callRelay<{ ticket: string }>(relay, 'challenge', {
    id,
    clientPublicKey: CLIENT_KEY,
  });
  const assertion = assertionOf({ challenge: 'Y2hhbGxlbmdl', ...frame });
  const { ticket } = asked.body;
  await callRelay(relay, 'verify', { type: 'PASSKEY', id, ticket, assertion });
  // The challenge, and the verification if the relay forwarded it.
  return writes().length;
}

describe('a ceremony in a frame of another origin', () => {
  const foreign: Frame[] = [
    { crossOrigin: true },
    { crossOrigin: true, topOrigin: SHOP },
    { crossOrigin: true, topOrigin: 'https://evil.example' },
    { crossOrigin: false, topOrigin: 'https://evil.example' },
  ];

  it.each(foreign)('is refused unless the platform allows that origin: %o', async (frame) => {
    expect(await register(frame, {})).toEqual([400, 0]);
    expect(await signIn(frame, {})).toBe(1);
  });

  it('is accepted only from the origins the platform allows', async () => {
    const framed = { crossOrigin: true, topOrigin: SHOP };
    expect(await register(framed, allowed)).toEqual([200, 1]);
    expect(await signIn(framed, allowed)).toBe(2);
    for (const frame of foreign.filter(({ topOrigin }) => topOrigin !== SHOP)) {
      expect(await register(frame, allowed)).toEqual([400, 0]);
      expect(await signIn(frame, allowed)).toBe(1);
    }
  });

  it.each(['https://evil.example', `${ORIGIN}:8443`, 'http://app.example.com'])(
    'a ceremony on another origin than the one that calls is refused: %s',
    async (origin) => {
      const elsewhere = { origin, crossOrigin: false };
      expect(await register(elsewhere, {})).toEqual([400, 0]);
      expect(await signIn(elsewhere, {})).toBe(1);
      expect(await signIn({ type: 'webauthn.create' }, {})).toBe(1);
    },
  );

  it('is not the same as a ceremony in the page itself', async () => {
    expect(await register({}, {})).toEqual([200, 1]);
    expect(await signIn({ crossOrigin: false }, {})).toBe(2);
    expect(await signIn({}, {})).toBe(2);
  });
});

const unknown = [502, 'OUTCOME_UNKNOWN'];

it('an action whose result cannot be serialized has an unknown outcome', async () => {
  const { relay, payments, writes } = testRelay(
    { [PATCH]: () => json(202, challenge) },
    {
      actions: {
        freezeCard: {
          input: textField('cardId'),
          run: async () => {
            await payments.cards.update.begin({ id: 'Card:ada', state: 'FROZEN' });
            return { status: 'done', result: { version: 1n } };
          },
        },
      },
    },
  );
  const request = { action: 'freezeCard', input: { cardId: 'Card:ada' } };
  const { status, body } = await callRelay(relay, 'actionBegin', request);
  expect(writes()).toHaveLength(1);
  expect([status, body.code]).toEqual(unknown);
});
