import { REQUEST_ID_HEADER, SIGNATURE_HEADER } from '@org/payments-contract';
import { base64urlToBytes, bytesToBase64url, importSessionKey } from '@org/payments-crypto';
import { expect } from 'vitest';
import { open, test } from '../../test/support/api-test.ts';
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

const freeze = { state: 'FROZEN' };

async function withCard(api: OpenMock) {
  const signedIn = await api.signIn();
  const card = api.mock.add.card({ fundingSources: [signedIn.account.id] });
  return { ...signedIn, path: `/cards/${card.id}`, cardId: card.id };
}

function recode(stamp: string, change: (json: Record<string, unknown>) => unknown): string {
  const json = JSON.parse(new TextDecoder().decode(base64urlToBytes(stamp))) as object;
  const changed = change({ ...json });
  return bytesToBase64url(new TextEncoder().encode(JSON.stringify(changed)));
}

const badStamps = [
  ['not base64url', () => '!!!', 'stampNotBase64url'],
  ['padded', (stamp: string) => `${stamp}=`, 'stampNotBase64url'],
  ['not JSON', () => bytesToBase64url(new TextEncoder().encode('{')), 'stampNotJson'],
  ['a further key', (stamp: string) => recode(stamp, (j) => ({ ...j, x: 1 })), 'stampWrongKeys'],
  [
    'another scheme',
    (stamp: string) => recode(stamp, (json) => ({ ...json, scheme: 'RSA' })),
    'stampWrongScheme',
  ],
  [
    'no key',
    (stamp: string) => recode(stamp, (json) => ({ ...json, publicKey: '02' })),
    'stampBadPublicKey',
  ],
  [
    'no DER',
    (stamp: string) => recode(stamp, (json) => ({ ...json, signature: '00' })),
    'stampBadEncoding',
  ],
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
  const { path, sessionKey } = await withCard(api);
  const challenge = await api.challenge('PATCH', path, freeze);
  await api.answer('PATCH', path, freeze, challenge, sessionKey);
  const before = stateOf(api.mock);
  const replay = await api.answer('PATCH', path, freeze, challenge, sessionKey);
  expectUnauthorized(replay, 'usedRequestId');
  expect(stateOf(api.mock)).toBe(before);
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
  const { path, sessionKey } = await withCard(api);
  const challenge = await api.challenge('PATCH', path, freeze);
  const headers = await legTwo(challenge, sessionKey);
  const only = (name: string) => api.send('PATCH', path, freeze, { [name]: headers[name] ?? '' });
  expectUnauthorized(await only(REQUEST_ID_HEADER), 'missingSignature');
  expectUnauthorized(await only(SIGNATURE_HEADER), 'missingRequestId');
  expect((await api.send('PATCH', path, freeze, headers)).status).toBe(200);
});

test('rule 15: an unknown or foreign Request-Id is 401', async (api) => {
  const { path, account, sessionKey } = await withCard(api);
  const other = api.mock.add.card({ fundingSources: [account.id] });
  const challenge = await api.challenge('PATCH', path, freeze);
  const unknown = { ...challenge, requestId: 'Request:00000000-0000-4000-8000-000000000000' };
  const answerTo = (target: string, given = challenge, body: unknown = freeze) =>
    api.answer('PATCH', target, body, given, sessionKey);
  expectUnauthorized(await answerTo(path, unknown), 'unknownRequestId');
  expectUnauthorized(await answerTo(`/cards/${other.id}`), 'foreignRequestId');
  const privacy = { privateEnabled: true };
  const account1 = await answerTo(`/internal-accounts/${account.id}`, challenge, privacy);
  expectUnauthorized(account1, 'foreignRequestId');
  expect((await answerTo(path)).status).toBe(200);
});

test('rule 16: leg 2 is accepted until just before the expiry, and not at it', async (api) => {
  const { path, sessionKey } = await withCard(api);
  const late = await api.challenge('PATCH', path, freeze);
  expect(late.expiresAt).toBe('2026-01-05T09:05:00.000Z');
  api.mock.clock.set(late.expiresAt);
  const refused = await api.answer('PATCH', path, freeze, late, sessionKey);
  expectUnauthorized(refused, 'challengeExpired');
  api.mock.clock.advance({ milliseconds: -1 });
  expect((await api.answer('PATCH', path, freeze, late, sessionKey)).status).toBe(200);
});

test('rule 17: a changed body is 401 and leaves the challenge pending', async (api) => {
  const { path, sessionKey } = await withCard(api);
  const challenge = await api.challenge('PATCH', path, freeze);
  const changed = await api.answer('PATCH', path, { state: 'CLOSED' }, challenge, sessionKey);
  expectUnauthorized(changed, 'bodyChanged');
  const more = { ...freeze, fundingSources: ['InternalAccount:x'] };
  const extended = await api.answer('PATCH', path, more, challenge, sessionKey);
  expectUnauthorized(extended, 'bodyChanged');
  expect((await api.answer('PATCH', path, freeze, challenge, sessionKey)).status).toBe(200);
});

test('rule 17: another order of the keys is not a change', async () => {
  const orders = [
    '{"state":"FROZEN","fundingSources":["@"]}',
    '{"fundingSources":["@"],"state":"FROZEN"}',
  ];
  const api = await open();
  const { path, account, sessionKey } = await withCard(api);
  const [first = '', second = ''] = orders.map((text) => text.replace('@', account.id));
  const challenge = await api.challenge('PATCH', path, first);
  const reply = await api.answer('PATCH', path, second, challenge, sessionKey);
  expect(reply.status).toBe(200);
});

test.each(badStamps)('rule 18: a malformed stamp is 401: %s', async (_case, spoil, reason) => {
  const api = await open();
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

test.each([
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
])('rule 19: a stamp over another payload is 401: %s', async (_case, spoil) => {
  const api = await open();
  const { path, sessionKey } = await withCard(api);
  const challenge = await api.challenge('PATCH', path, freeze);
  const spoilt = { ...challenge, payloadToSign: spoil(challenge.payloadToSign) };
  const reply = await api.answer('PATCH', path, freeze, spoilt, sessionKey);
  expectUnauthorized(reply, 'stampMismatch');
});

test('rule 20: only a session of the relevant account may sign', async (api) => {
  const { path, customer, sessionKey } = await withCard(api);
  const stranger = await importSessionKey(new Uint8Array(32).fill(7));
  const other = await api.signIn();
  const ownOther = await api.signIn(customer);
  const challenge = await api.challenge('PATCH', path, freeze);
  const answerBy = (key: typeof sessionKey) => api.answer('PATCH', path, freeze, challenge, key);
  expectUnauthorized(await answerBy(stranger), 'unknownSessionKey');
  expectUnauthorized(await answerBy(other.sessionKey), 'foreignSession');
  expectUnauthorized(await answerBy(ownOther.sessionKey), 'foreignSession');
  expect((await answerBy(sessionKey)).status).toBe(200);
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

test('rule 22: no failed leg 2 changes anything', async (api) => {
  const { path, sessionKey } = await withCard(api);
  const challenge = await api.challenge('PATCH', path, freeze);
  const before = JSON.stringify(api.mock.snapshot().tables);
  const headers = await legTwo(challenge, sessionKey);
  await api.send('PATCH', path, { state: 'CLOSED' }, headers);
  await api.send('PATCH', path, freeze, { ...headers, [REQUEST_ID_HEADER]: 'Request:other' });
  await api.send('PATCH', path, freeze, { ...headers, [SIGNATURE_HEADER]: 'e30' });
  expect(api.mock.requests.slice(-3).map(({ status }) => status)).toEqual([401, 401, 401]);
  expect(JSON.stringify(api.mock.snapshot().tables)).toBe(before);
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
