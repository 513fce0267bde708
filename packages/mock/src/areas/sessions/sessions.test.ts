import { generateClientKey, openSealedKey } from '@org/payments-crypto';
import { expect } from 'vitest';
import { identity } from '../../../test/lab/credentials.ts';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, expectUnauthorized } from '../../../test/lab/lab.ts';

const refreshPath = (id: string) => `/auth/sessions/${id}/refresh`;

rules('sessions', (test) => {
  test('rule 51: a sealed key is returned once, and never in a list', async (lab) => {
    const { account, sessionId, sessionKey } = await lab.signIn();
    const { publicKey: clientPublicKey } = await generateClientKey();
    const path = refreshPath(sessionId);
    const refreshed = await lab.signed('POST', path, { clientPublicKey }, sessionKey);
    expect(refreshed.body.encryptedSessionSigningKey).toBeTypeOf('string');
    const { body } = await lab.send('GET', `/auth/sessions?accountId=${account.id}`);
    expect(body.data).toHaveLength(2);
    expect(JSON.stringify(body)).not.toContain('encryptedSessionSigningKey');
    expect(JSON.stringify(body)).not.toContain('publicKey');
  });

  test('rule 51: expired sessions are not listed', async (lab) => {
    const { account } = await lab.signIn();
    lab.mock.clock.advance({ minutes: 15 });
    const { body } = await lab.send('GET', `/auth/sessions?accountId=${account.id}`);
    expect(body.data).toEqual([]);
    const unknown = await lab.send('GET', '/auth/sessions?accountId=InternalAccount:none');
    expect(unknown.body).toEqual({ data: [] });
    expectInvalid(await lab.send('GET', '/auth/sessions'), 'accountId');
  });

  test('rule 52: a refresh is 202, then 201 with a new session for the new key', async (lab) => {
    const { account, sessionId, sessionKey } = await lab.signIn();
    const clientKey = await generateClientKey();
    const body = { clientPublicKey: clientKey.publicKey };
    lab.mock.clock.advance({ minutes: 10 });
    const challenge = await lab.challenge('POST', refreshPath(sessionId), body);
    expect(challenge.payloadToSign).toContain(clientKey.publicKey);
    const reply = await lab.answer('POST', refreshPath(sessionId), body, challenge, sessionKey);
    expect(reply.status).toBe(201);
    expect(reply.body.id).not.toBe(sessionId);
    const fresh = await openSealedKey(String(reply.body.encryptedSessionSigningKey), clientKey);
    lab.mock.clock.advance({ minutes: 10 });
    const path = `/internal-accounts/${account.id}`;
    const privacy = { privateEnabled: true };
    expectUnauthorized(await lab.signed('PATCH', path, privacy, sessionKey), 'sessionExpired');
    expect((await lab.signed('PATCH', path, privacy, fresh)).status).toBe(200);
  });

  test('rule 52: another key on leg 2 is 401, and the key must be a point', async (lab) => {
    const { sessionId, sessionKey } = await lab.signIn();
    const path = refreshPath(sessionId);
    const [first, second] = [await generateClientKey(), await generateClientKey()];
    const challenge = await lab.challenge('POST', path, { clientPublicKey: first.publicKey });
    const other = { clientPublicKey: second.publicKey };
    const reply = await lab.answer('POST', path, other, challenge, sessionKey);
    expectUnauthorized(reply, 'bodyChanged');
    const off = { clientPublicKey: `04${'1'.repeat(128)}` };
    expectInvalid(await lab.send('POST', path, off), 'clientPublicKey');
    expectInvalid(await lab.send('POST', path, {}), 'clientPublicKey');
  });

  test('rule 53: an unknown session is 404, an ended one 401', async (lab) => {
    const { sessionId, sessionKey } = await lab.signIn();
    const body = { clientPublicKey: (await generateClientKey()).publicKey };
    expectRefused(await lab.send('POST', refreshPath('Session:no'), body), 404, 'NOT_FOUND');
    lab.mock.clock.advance({ minutes: 15 });
    const expired = await lab.send('POST', refreshPath(sessionId), body);
    expectUnauthorized(expired, 'sessionExpired');
    lab.mock.clock.advance({ minutes: -1 });
    await lab.signed('DELETE', `/auth/sessions/${sessionId}`, undefined, sessionKey);
    const revoked = await lab.send('POST', refreshPath(sessionId), body);
    expectUnauthorized(revoked, 'sessionRevoked');
  });

  test('rule 53: only the session itself may sign', async (lab) => {
    const { account, sessionId } = await lab.signIn();
    const { sessionKey } = await lab.mock.add.session({ accountId: account.id });
    const body = { clientPublicKey: (await generateClientKey()).publicKey };
    const reply = await lab.signed('POST', refreshPath(sessionId), body, sessionKey);
    expectUnauthorized(reply, 'otherSession');
  });

  test('rule 53: signing in again works after the session expired', async (lab) => {
    const { credential } = await lab.signIn();
    lab.mock.clock.advance({ days: 1 });
    const path = `/auth/credentials/${credential.id}`;
    await lab.send('POST', `${path}/challenge`);
    const { publicKey: clientPublicKey } = await generateClientKey();
    const body = { type: 'EMAIL_OTP', otp: '000000', clientPublicKey };
    expect((await lab.send('POST', `${path}/verify`, body)).status).toBe(200);
  });

  test('rule 54: a session is revoked by the signed retry, and stops signing at once', async (lab) => {
    const { account, sessionId, sessionKey } = await lab.signIn();
    const path = `/auth/sessions/${sessionId}`;
    const pending = await lab.challenge('DELETE', path);
    const refusal = await lab.answer('DELETE', path, undefined, pending, sessionKey);
    expect(refusal).toMatchObject({ status: 204, body: {} });
    const privacy = { privateEnabled: true };
    const after = await lab.signed(
      'PATCH',
      `/internal-accounts/${account.id}`,
      privacy,
      sessionKey,
    );
    expectUnauthorized(after, 'sessionRevoked');
    const replay = await lab.answer('DELETE', path, undefined, pending, sessionKey);
    expectUnauthorized(replay, 'usedRequestId');
    expectRefused(await lab.send('DELETE', path), 404, 'NOT_FOUND');
  });

  test('rule 54: a credential is removed by a session of another one', async (lab) => {
    const { account, credential, sessionKey } = await lab.signIn();
    const path = `/auth/credentials/${credential.id}`;
    expectInvalid(await lab.send('DELETE', path), 'id');
    const other = lab.mock.add.credential({ accountId: account.id, type: 'OAUTH', identity });
    const own = await lab.signed('DELETE', path, undefined, sessionKey);
    expectUnauthorized(own, 'ownCredential');
    const signedIn = await lab.mock.add.session({
      accountId: account.id,
      authMethodId: other.id,
    });
    const refusal = await lab.signed('DELETE', path, undefined, signedIn.sessionKey);
    expect(refusal.status).toBe(204);
    const { body } = await lab.send('GET', `/auth/credentials?accountId=${account.id}`);
    expect(body.data).toMatchObject([{ id: other.id }]);
    const privacy = { privateEnabled: true };
    const after = await lab.signed(
      'PATCH',
      `/internal-accounts/${account.id}`,
      privacy,
      sessionKey,
    );
    expectUnauthorized(after, 'sessionRevoked');
  });
});
