import {
  generateClientKey,
  generateHeldKey,
  heldSessionKey,
  openSealedKey,
} from '@org/payments-crypto';
import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import { identity } from '../../../test/support/credentials.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
} from '../../../test/support/open-mock.ts';
import { FixtureError } from '../../index.ts';

const refreshPath = (id: string) => `/auth/sessions/${id}/refresh`;

test('rule 51: a sealed key is returned once, and never in a list', async (api) => {
  const { account, sessionId, sessionKey } = await api.signIn();
  const { publicKey: clientPublicKey } = await generateClientKey();
  const path = refreshPath(sessionId);
  const refreshed = await api.signed('POST', path, { clientPublicKey }, sessionKey);
  expect(refreshed.body.encryptedSessionSigningKey).toBeTypeOf('string');
  const { body } = await api.send('GET', `/auth/sessions?accountId=${account.id}`);
  expect(body.data).toHaveLength(2);
  expect(JSON.stringify(body)).not.toContain('encryptedSessionSigningKey');
  expect(JSON.stringify(body)).not.toContain('publicKey');
});

test('rule 51: expired sessions are not listed', async (api) => {
  const { account } = await api.signIn();
  api.mock.clock.advance({ minutes: 15 });
  const { body } = await api.send('GET', `/auth/sessions?accountId=${account.id}`);
  expect(body.data).toEqual([]);
  const unknown = await api.send('GET', '/auth/sessions?accountId=InternalAccount:none');
  expect(unknown.body).toEqual({ data: [] });
  expectInvalid(await api.send('GET', '/auth/sessions'), 'accountId');
  await expect(api.mock.add.session({ accountId: 'none' })).rejects.toThrow(FixtureError);
});

test('rule 52: a refresh is 202, then 201 with a new session for the new key', async (api) => {
  const { account, sessionId, sessionKey } = await api.signIn();
  const clientKey = await generateClientKey();
  const body = { clientPublicKey: clientKey.publicKey };
  api.mock.clock.advance({ minutes: 10 });
  const challenge = await api.challenge('POST', refreshPath(sessionId), body);
  expect(challenge.payloadToSign).toContain(clientKey.publicKey);
  expect(challenge).toMatchObject({ type: 'EMAIL_OTP' });
  const reply = await api.answer('POST', refreshPath(sessionId), body, challenge, sessionKey);
  expect(reply.status).toBe(201);
  expect(reply.body.id).not.toBe(sessionId);
  const fresh = await openSealedKey(String(reply.body.encryptedSessionSigningKey), clientKey);
  api.mock.clock.advance({ minutes: 10 });
  const path = `/internal-accounts/${account.id}`;
  const privacy = { privateEnabled: true };
  expectUnauthorized(await api.signed('PATCH', path, privacy, sessionKey), 'sessionExpired');
  expect((await api.signed('PATCH', path, privacy, fresh)).status).toBe(200);
});

test('a client key is refused as used until as many newer ones have opened a session as are kept', async () => {
  const api = await open({ challengeLimit: 2, strict: true });
  const { sessionId, sessionKey } = await api.signIn();
  const keys = await Promise.all([1, 2, 3].map(() => generateClientKey()));
  const [first, second, third] = keys.map(({ publicKey }) => ({ clientPublicKey: publicKey }));
  const path = refreshPath(sessionId);
  const statusOf = async (body: unknown) => (await api.send('POST', path, body)).status;
  for (const body of [first, second]) await api.signed('POST', path, body, sessionKey);
  expect([await statusOf(first), await statusOf(second)]).toEqual([400, 400]);
  expect((await api.signed('POST', path, third, sessionKey)).status).toBe(201);
  expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([
    202, 400, 400,
  ]);
});

test('rule 53: an unknown session is 404, an ended one 401', async (api) => {
  const { sessionId, sessionKey } = await api.signIn();
  const body = { clientPublicKey: (await generateClientKey()).publicKey };
  expectRefused(await api.send('POST', refreshPath('Session:no'), body), 404, 'NOT_FOUND');
  api.mock.clock.advance({ minutes: 15 });
  const expired = await api.send('POST', refreshPath(sessionId), body);
  expectUnauthorized(expired, 'sessionExpired');
  api.mock.clock.advance({ minutes: -1 });
  await api.signed('DELETE', `/auth/sessions/${sessionId}`, undefined, sessionKey);
  const revoked = await api.send('POST', refreshPath(sessionId), body);
  expectUnauthorized(revoked, 'sessionRevoked');
});

test('rule 53: only the session itself may sign', async (api) => {
  const { account, sessionId } = await api.signIn();
  const { sessionKey } = await api.mock.add.session({ accountId: account.id });
  const body = { clientPublicKey: (await generateClientKey()).publicKey };
  const reply = await api.signed('POST', refreshPath(sessionId), body, sessionKey);
  expectUnauthorized(reply, 'otherSession');
});

test('rule 54: a session is revoked by the signed retry, and stops signing at once', async (api) => {
  const { account, sessionId, sessionKey } = await api.signIn();
  const path = `/auth/sessions/${sessionId}`;
  const pending = await api.challenge('DELETE', path);
  expect(pending).toMatchObject({ type: 'EMAIL_OTP' });
  const refusal = await api.answer('DELETE', path, undefined, pending, sessionKey);
  expect(refusal).toMatchObject({ status: 204, body: {} });
  const privacy = { privateEnabled: true };
  const after = await api.signed('PATCH', `/internal-accounts/${account.id}`, privacy, sessionKey);
  expectUnauthorized(after, 'sessionRevoked');
  const replay = await api.answer('DELETE', path, undefined, pending, sessionKey);
  expectUnauthorized(replay, 'usedRequestId');
  expectRefused(await api.send('DELETE', path), 404, 'NOT_FOUND');
});

test('rule 54: a credential is removed by a session of another one', async (api) => {
  const { account, credential, sessionKey } = await api.signIn();
  const path = `/auth/credentials/${credential.id}`;
  expectInvalid(await api.send('DELETE', path), 'id');
  const other = api.mock.add.credential({ accountId: account.id, type: 'OAUTH', identity });
  const own = await api.signed('DELETE', path, undefined, sessionKey);
  expectUnauthorized(own, 'ownCredential');
  const signedIn = await api.mock.add.session({
    accountId: account.id,
    authMethodId: other.id,
  });
  await api.send('POST', `${path}/challenge`);
  const refusal = await api.signed('DELETE', path, undefined, signedIn.sessionKey);
  expect(refusal.status).toBe(204);
  expect(api.mock.snapshot().tables.oneTimeCodes.rows).toEqual([]);
  const { body } = await api.send('GET', `/auth/credentials?accountId=${account.id}`);
  expect(body.data).toMatchObject([{ id: other.id }]);
  const privacy = { privateEnabled: true };
  const after = await api.signed('PATCH', `/internal-accounts/${account.id}`, privacy, sessionKey);
  expectUnauthorized(after, 'sessionRevoked');
});

test('rule 189: a key that the client holds is a point, in hex of either case, and used once', async () => {
  const api = await open({ dialect: '2026-08', strict: true });
  const { sessionId, sessionKey } = await api.signIn();
  const path = refreshPath(sessionId);
  const offCurve = { clientPublicKey: `02${'f'.repeat(64)}` };
  expectInvalid(await api.send('POST', path, offCurve), 'clientPublicKey');
  const held = await generateHeldKey();
  const body = { clientPublicKey: held.publicKey.toUpperCase() };
  const { id } = (await api.signed('POST', path, body, sessionKey)).body;
  expectInvalid(await api.send('POST', path, body), 'clientPublicKey');
  const own = await heldSessionKey(held);
  const ended = await api.signed('DELETE', `/auth/sessions/${id}`, undefined, own);
  expect(ended.status).toBe(204);
});
