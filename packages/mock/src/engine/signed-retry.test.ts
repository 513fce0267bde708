import { operations, REQUEST_ID_HEADER, SIGNATURE_HEADER } from '@org/payments-contract';
import {
  base64urlToBytes,
  bytesToBase64url,
  generateClientKey,
  importSessionKey,
  type SessionKey,
} from '@org/payments-crypto';
import { expect } from 'vitest';
import { open, test } from '../../test/support/api-test.ts';
import { registration } from '../../test/support/credentials.ts';
import { expectInTurn } from '../../test/support/once-more.ts';
import {
  type Challenge,
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  legTwo,
  type OpenMock,
  request,
  stateOf,
} from '../../test/support/open-mock.ts';
import type { Mock, MockOptions } from '../index.ts';
import { createAuthenticator } from '../testing/index.ts';

const freeze = { state: 'FROZEN' };

async function withCard(api: OpenMock) {
  const signedIn = await api.signIn();
  const card = api.mock.add.card({ fundingSources: [signedIn.account.id] });
  return { ...signedIn, path: `/cards/${card.id}`, cardId: card.id };
}

type Retry = readonly [method: string, path: string, ...bodies: (object | undefined)[]];

/** Every operation that is a signed retry: its challenge, and how the owner of a wallet answers it. */
async function* everyRetry(api: OpenMock) {
  const scene = await withCard(api);
  const { account, customer, sessionId, cardId, path: card } = scene;
  const { id } = api.mock.add.credential({ accountId: account.id, type: 'PASSKEY' });
  const keys = await Promise.all([1, 2, 3].map(() => generateClientKey()));
  const [one, two, three] = keys.map(({ publicKey }) => ({ clientPublicKey: publicKey }));
  const passkey = await registration(createAuthenticator(), account.id);
  const delegated = { cardId, internalAccountId: account.id };
  const contact = (email: string) => ({ email });
  const retries: Readonly<Record<string, Retry>> = {
    'credentials.create': ['POST', '/auth/credentials', passkey, { ...passkey, nickname: 'Key' }],
    'credentials.revoke': ['DELETE', `/auth/credentials/${id}`],
    'customers.update': ['PATCH', `/customers/${customer.id}`, contact('a@b.c'), contact('d@e.f')],
    'internalAccounts.export': ['POST', `/internal-accounts/${account.id}/export`, one, two],
    'internalAccounts.update': [
      'PATCH',
      `/internal-accounts/${account.id}`,
      ...[true, false].map((privateEnabled) => ({ privateEnabled })),
    ],
    'cards.update': ['PATCH', card, freeze, { ...freeze, fundingSources: ['InternalAccount:x'] }],
    'delegatedKeys.create': [
      'POST',
      '/auth/delegated-keys',
      ...['Groceries', 'Rent'].map((nickname) => ({ ...delegated, nickname })),
    ],
    'sessions.refresh': ['POST', `/auth/sessions/${sessionId}/refresh`, two, three],
    'sessions.revoke': ['DELETE', `/auth/sessions/${sessionId}`],
  };
  const signed = operations().filter(({ row }) => /required|conditional/.test(row.signing));
  expect(Object.keys(retries).sort()).toEqual(signed.map(({ name }) => name).sort());
  for (const [name, [method, path, body, changed]] of Object.entries(retries)) {
    const given = await api.challenge(method, path, body);
    const headers = await legTwo(given, scene.sessionKey);
    const answer = (more: Record<string, string>, sent: unknown = body) =>
      api.send(method, path, sent, { ...headers, ...more });
    yield {
      ...{ name, given, headers, changed, customer, answer },
      only: (header: string) => api.send(method, path, body, { [header]: headers[header] ?? '' }),
      by: async (key: SessionKey) => answer(await legTwo(given, key)),
      accepted: async () => expect((await answer({})).status, name).toBeLessThan(300),
    };
  }
}

const recode = (fields: object) => (stamp: string) => {
  const json = JSON.parse(new TextDecoder().decode(base64urlToBytes(stamp))) as object;
  return bytesToBase64url(new TextEncoder().encode(JSON.stringify({ ...json, ...fields })));
};

const badStamps = [
  ['not base64url', () => '!!!', 'stampNotBase64url'],
  ['padded', (stamp: string) => `${stamp}=`, 'stampNotBase64url'],
  ['not JSON', () => bytesToBase64url(new TextEncoder().encode('{')), 'stampNotJson'],
  ['a further key', recode({ x: 1 }), 'stampWrongKeys'],
  ['another scheme', recode({ scheme: 'RSA' }), 'stampWrongScheme'],
  ['no key', recode({ publicKey: '02' }), 'stampBadPublicKey'],
  ['no DER', recode({ signature: '00' }), 'stampBadEncoding'],
] as const;

test('rule 9: leg 1 returns a challenge and changes nothing', async (api) => {
  const { path } = await withCard(api);
  const before = stateOf(api.mock);
  const { status, body } = await api.send('PATCH', path, freeze);
  expect(status).toBe(202);
  expect(body.requestId).toMatch(
    /^Request:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(body.payloadToSign).toBeTypeOf('string');
  expect(Date.parse(String(body.expiresAt))).toBe(api.mock.clock.now() + 5 * 60_000);
  expect(stateOf(api.mock)).toBe(before);
  expect(api.mock.requests.at(-1)).toMatchObject({
    leg: 1,
    decision: 'challenged',
    changes: [],
  });
});

test('rule 10: invalid bodies, missing resources and forbidden states do not create a challenge', async (api) => {
  const { path } = await withCard(api);
  expectInvalid(await api.send('PATCH', path, { state: 'LOST' }), 'state');
  expectRefused(await api.send('PATCH', '/cards/Card:none', freeze), 404, 'NOT_FOUND');
  const same = await api.send('PATCH', path, { state: 'ACTIVE' });
  expectRefused(same, 409, 'INVALID_STATE_TRANSITION');
  expect(api.mock.snapshot().tables.challenges.rows).toEqual([]);
});

test('rule 11: the payload binds the fields, and challenges are independent', async (api) => {
  const { path, sessionKey } = await withCard(api);
  // Two forks have the same ids at the same time.
  const alike = [freeze, { state: 'CLOSED' }].map(async (body) => {
    const { fetch } = api.mock.fork();
    const reply = await request({ fetch, connection: api.connection }, 'PATCH', path, body);
    return (await reply.json()) as Challenge;
  });
  const [frozen, closed] = await Promise.all(alike);
  expect(frozen?.requestId).toBe(closed?.requestId);
  expect(frozen?.payloadToSign).not.toBe(closed?.payloadToSign);
  const first = await api.challenge('PATCH', path, freeze);
  const second = await api.challenge('PATCH', path, { state: 'CLOSED' });
  const later = await api.answer('PATCH', path, { state: 'CLOSED' }, second, sessionKey);
  expect(later.status).toBe(200);
  expectRefused(
    await api.answer('PATCH', path, freeze, first, sessionKey),
    409,
    'INVALID_STATE_TRANSITION',
  );
});

test('rule 12: a good leg 2 is applied once', async (api) => {
  const { path, cardId, sessionKey } = await withCard(api);
  api.mock.clock.advance({ minutes: 1 });
  const reply = await api.signed('PATCH', path, freeze, sessionKey);
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({ id: cardId, state: 'FROZEN' });
  const [change, ...others] = api.mock.requests.at(-1)?.changes ?? [];
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    kind: 'updated',
    id: cardId,
    fields: { state: { before: 'ACTIVE', after: 'FROZEN' } },
  });
});

test('rule 13: a second leg 2 is 401 and changes nothing', async (api) => {
  for await (const { accepted, answer } of everyRetry(api)) {
    await accepted();
    const before = stateOf(api.mock);
    expectUnauthorized(await answer({}), 'usedRequestId');
    expect(stateOf(api.mock)).toBe(before);
  }
});

test('rule 13: of two simultaneous leg 2 requests, one is applied', async (api) => {
  const { path, sessionKey } = await withCard(api);
  const challenge = await api.challenge('PATCH', path, freeze);
  const replies = await Promise.all(
    [1, 2].map(() => api.answer('PATCH', path, freeze, challenge, sessionKey)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(api.mock.requests.flatMap(({ changes }) => changes)).toHaveLength(1);
});

test('rule 14: one header without the other is 401', async (api) => {
  for await (const { only, accepted } of everyRetry(api)) {
    expectUnauthorized(await only(REQUEST_ID_HEADER), 'missingSignature');
    expectUnauthorized(await only(SIGNATURE_HEADER), 'missingRequestId');
    await accepted();
  }
});

test('rule 15: an unknown or foreign Request-Id is 401', async (api) => {
  const { path } = await withCard(api);
  const other = await api.challenge('PATCH', path, freeze);
  const unknown = 'Request:00000000-0000-4000-8000-000000000000';
  for await (const { answer, accepted } of everyRetry(api)) {
    const answerTo = (id: string) => answer({ [REQUEST_ID_HEADER]: id });
    expectUnauthorized(await answerTo(unknown), 'unknownRequestId');
    expectUnauthorized(await answerTo(other.requestId), 'foreignRequestId');
    await accepted();
  }
});

test('rule 16: leg 2 is accepted until just before the expiry, and not at it', async () => {
  const api = await open({ sessionLifetime: 86_400_000 });
  for await (const { given, answer, accepted } of everyRetry(api)) {
    api.mock.clock.set(given.expiresAt);
    expectUnauthorized(await answer({}), 'challengeExpired');
    api.mock.clock.advance({ milliseconds: -1 });
    await accepted();
  }
});

test('rule 17: a changed body is 401 and leaves the challenge pending', async (api) => {
  for await (const { changed, answer, accepted } of everyRetry(api)) {
    if (changed !== undefined) expectUnauthorized(await answer({}, changed), 'bodyChanged');
    await accepted();
  }
});

test('rule 17: another order of the keys is not a change', async (api) => {
  const { path, account, sessionKey } = await withCard(api);
  const fundingSources = [account.id];
  const challenge = await api.challenge('PATCH', path, { ...freeze, fundingSources });
  const turned = { fundingSources, ...freeze };
  const reply = await api.answer('PATCH', path, turned, challenge, sessionKey);
  expect(reply.status).toBe(200);
});

test.rows(badStamps)('rule 18: a malformed stamp is 401: %s', async (api, _case, spoil, reason) => {
  const { path, sessionKey } = await withCard(api);
  const challenge = await api.challenge('PATCH', path, freeze);
  const stamp = await sessionKey.stamp(challenge.payloadToSign);
  const reply = await api.send('PATCH', path, freeze, {
    [REQUEST_ID_HEADER]: challenge.requestId,
    [SIGNATURE_HEADER]: spoil(stamp),
  });
  expectUnauthorized(reply, reason);
  expect(reply.headers.get('mock-explanation')).not.toContain(stamp.slice(10, 50));
});

test.rows([
  ['trimmed', (payload: string) => payload.slice(0, -1)],
  ['with a space', (payload: string) => `${payload} `],
  ['with a new line', (payload: string) => `${payload}\n`],
  ['indented by 1', (payload: string) => JSON.stringify(JSON.parse(payload), null, 1)],
  ['indented by 2', (payload: string) => JSON.stringify(JSON.parse(payload), null, 2)],
  [
    'in another order',
    (payload: string) =>
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(payload)).toReversed())),
  ],
])('rule 19: a stamp over another payload is 401: %s', async (api, _case, spoil) => {
  const { path, sessionKey } = await withCard(api);
  const challenge = await api.challenge('PATCH', path, freeze);
  const spoilt = { ...challenge, payloadToSign: spoil(challenge.payloadToSign) };
  const reply = await api.answer('PATCH', path, freeze, spoilt, sessionKey);
  expectUnauthorized(reply, 'stampMismatch');
});

test('rule 20: only a session of the relevant account may sign', async (api) => {
  const stranger = await importSessionKey(new Uint8Array(32).fill(7));
  for await (const { name, customer, by, accepted } of everyRetry(api)) {
    expectUnauthorized(await by(stranger), 'unknownSessionKey');
    // Any wallet of a customer signs what is about the customer alone.
    const others = name === 'customers.update' ? [undefined] : [undefined, customer];
    for (const each of others) {
      expectUnauthorized(await by((await api.signIn(each)).sessionKey), 'foreignSession');
    }
    await accepted();
  }
});

test('rule 85: an expired session does not sign, until the clock is moved back', async () => {
  const api = await open({ challengeLifetime: 3_600_000 });
  const { path, sessionKey } = await withCard(api);
  const challenge = await api.challenge('PATCH', path, freeze);
  api.mock.clock.advance({ minutes: 15 });
  const refused = await api.answer('PATCH', path, freeze, challenge, sessionKey);
  expectUnauthorized(refused, 'sessionExpired');
  api.mock.clock.advance({ milliseconds: -1 });
  expect((await api.answer('PATCH', path, freeze, challenge, sessionKey)).status).toBe(200);
});

test('rule 21: a revoked session does not sign', async (api) => {
  const { path, sessionKey } = await withCard(api);
  api.mock.faults.add({ leg: 2, effect: { kind: 'revoke-session' } });
  const reply = await api.signed('PATCH', path, freeze, sessionKey);
  expectUnauthorized(reply, 'sessionRevoked');
});

test('rule 23: the sandbox literal replaces the stamp, and no other check', async (api) => {
  const { path } = await withCard(api);
  const challenge = await api.challenge('PATCH', path, freeze);
  const send = (body: unknown, requestId = challenge.requestId) =>
    api.send('PATCH', path, body, {
      [REQUEST_ID_HEADER]: requestId,
      [SIGNATURE_HEADER]: 'sandbox-valid-signature',
    });
  expectUnauthorized(await send(freeze, 'Request:other'), 'unknownRequestId');
  expectUnauthorized(await send({ state: 'CLOSED' }), 'bodyChanged');
  api.mock.clock.set(challenge.expiresAt);
  expectUnauthorized(await send(freeze), 'challengeExpired');
  api.mock.clock.advance({ seconds: -1 });
  expect((await send(freeze)).status).toBe(200);
  expect(api.mock.requests.at(-1)?.notes).toHaveLength(1);
  expectUnauthorized(await send(freeze), 'usedRequestId');
});

test('rule 23: strict mode refuses the sandbox literal', async () => {
  const api = await open({ strict: true });
  const { path } = await withCard(api);
  const { requestId } = await api.challenge('PATCH', path, freeze);
  const reply = await api.send('PATCH', path, freeze, {
    [REQUEST_ID_HEADER]: requestId,
    [SIGNATURE_HEADER]: 'sandbox-valid-signature',
  });
  expectUnauthorized(reply, 'literalRefused');
});

test('rule 24: the headers are ignored if no signature is required', async (api) => {
  const { customer } = await api.signIn();
  const path = `/customers/${customer.id}`;
  const headers = { [REQUEST_ID_HEADER]: 'Request:stale', [SIGNATURE_HEADER]: 'stale' };
  const reply = await api.send('PATCH', path, { fullName: 'Ada' }, headers);
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({ fullName: 'Ada' });
});

type Sent = readonly [
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
];

async function secondLeg(api: OpenMock, key: SessionKey, ...[method, path, body]: Sent) {
  const headers = await legTwo(await api.challenge(method, path, body), key);
  return [method, path, body, headers] as const;
}

async function twoRemovals(api: OpenMock, others = 0) {
  const { account, credential, sessionKey } = await api.signIn();
  const add = () => api.mock.add.credential({ accountId: account.id, type: 'OAUTH' });
  const [further] = [add(), ...Array.from({ length: others }, add)];
  const authMethodId = further?.id ?? '';
  const opened = await api.mock.add.session({ accountId: account.id, authMethodId });
  return [
    await secondLeg(api, opened.sessionKey, 'DELETE', `/auth/credentials/${credential.id}`),
    await secondLeg(api, sessionKey, 'DELETE', `/auth/credentials/${authMethodId}`),
  ] as const;
}

const closed = { state: 'CLOSED' };

test.each<[string, (api: OpenMock) => Promise<readonly [Sent, Sent]>, MockOptions?]>([
  [
    'two changes of a customer',
    async ({ mock }) => {
      const path = `/customers/${mock.add.customer().id}`;
      return [
        ['PATCH', path, { fullName: 'Grace Hopper' }],
        ['PATCH', path, { birthDate: '1906-12-09' }],
      ];
    },
  ],
  [
    'a change of a customer, and its verification',
    async ({ mock }) => {
      const { id: customerId } = mock.add.customer({ kycStatus: 'UNVERIFIED' });
      return [
        ['PATCH', `/customers/${customerId}`, { fullName: 'Grace Hopper' }],
        ['POST', '/verifications', { customerId }],
      ];
    },
  ],
  [
    'two changes of a contact',
    async (api) => {
      const { customer, sessionKey } = await api.signIn();
      const path = `/customers/${customer.id}`;
      return [
        await secondLeg(api, sessionKey, 'PATCH', path, { email: 'a@example.com' }),
        await secondLeg(api, sessionKey, 'PATCH', path, { email: 'b@example.com' }),
      ];
    },
  ],
  [
    'the end of a card, and a freeze',
    async (api) => {
      const { path, sessionKey } = await withCard(api);
      return [
        await secondLeg(api, sessionKey, 'PATCH', path, closed),
        await secondLeg(api, sessionKey, 'PATCH', path, freeze),
      ];
    },
  ],
  [
    'the same in an older dialect',
    async (api) => {
      const { path } = await withCard(api);
      return [
        ['PATCH', path, closed],
        ['PATCH', path, freeze],
      ];
    },
    { dialect: '2026-08' },
  ],
  ['the removal of both credentials, each by the other', twoRemovals],
  ['the removal of two of three credentials', (api) => twoRemovals(api, 1)],
])('of requests at once, one comes after the other: %s', async (_name, prepare, options) => {
  const api = await open(options);
  const [one, two] = (await prepare(api)).map((sent) => (world: Mock) => request(world, ...sent));
  if (one !== undefined) await expectInTurn(api.mock, one, two);
});
