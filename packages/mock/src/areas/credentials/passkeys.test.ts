import {
  base64urlToBytes,
  bytesToBase64url,
  generateClientKey,
  openSealedKey,
} from '@org/payments-crypto';
import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import { withCertificate } from '../../../test/support/certificate.ts';
import {
  duringCheck,
  passkeyScene,
  registration,
  registrationChallenge,
} from '../../../test/support/credentials.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  stateOf,
} from '../../../test/support/open-mock.ts';
import { createAuthenticator } from '../../testing/index.ts';

const path = '/auth/credentials';
const literal = 'sandbox-valid-passkey-signature';

test('rule 39: a challenge is 32 bytes in base64url, with its request id and its end', async (api) => {
  const { challenge, passkey } = await passkeyScene(api);
  const given = await challenge();
  expect(base64urlToBytes(given.challenge)).toHaveLength(32);
  expect(given.requestId).toMatch(/^Request:[0-9a-f-]{36}$/);
  const expiresAt = new Date(api.mock.clock.now() + 5 * 60_000).toISOString();
  expect(given).toMatchObject({ expiresAt });
  expect((await challenge()).challenge).not.toBe(given.challenge);
  const keyless = await api.send('POST', `${path}/${passkey.id}/challenge`);
  expectInvalid(keyless, 'clientPublicKey');
});

test('rule 39: the session key is sealed to the key of the challenge', async (api) => {
  const { account, challenge, verify } = await passkeyScene(api);
  const clientKey = await generateClientKey();
  const opened = await verify(await challenge(clientKey.publicKey));
  const sealed = String(opened.body.encryptedSessionSigningKey);
  const sessionKey = await openSealedKey(sealed, clientKey);
  const target = `/internal-accounts/${account.id}`;
  const reply = await api.signed('PATCH', target, { privateEnabled: true }, sessionKey);
  expect(reply.status).toBe(200);
});

test('rule 39: by option the text of a challenge is its bytes', async () => {
  const api = await open({ challengeEncoding: 'utf8' });
  const { challenge, verify } = await passkeyScene(api);
  const given = await challenge();
  expect(given.challenge).toMatch(/^[0-9a-f]{64}$/);
  expectUnauthorized(await verify(given), 'passkeyChallenge');
  const text = bytesToBase64url(new TextEncoder().encode(given.challenge));
  expect((await verify({ ...given, challenge: text })).status).toBe(200);
});

test('rule 46: the request id is required, known, and of this credential', async (api) => {
  const first = await passkeyScene(api);
  const second = await passkeyScene(api);
  const given = await first.challenge();
  const assertion = await first.authenticator.authenticate(given);
  expectUnauthorized(await first.sendAssertion(assertion), 'missingRequestId');
  expectUnauthorized(await first.sendAssertion(assertion, 'Request:x'), 'unknownRequestId');
  const foreign = await second.challenge();
  const other = await first.sendAssertion(assertion, foreign.requestId);
  expectUnauthorized(other, 'foreignRequestId');
  expect((await first.sendAssertion(assertion, given.requestId)).status).toBe(200);
});

test('rule 46: the id of a signed-request challenge is not the challenge of a passkey', async (api) => {
  const { account, authenticator, challenge, sendAssertion } = await passkeyScene(api);
  const signed = await api.challenge('PATCH', `/internal-accounts/${account.id}`, {
    privateEnabled: true,
  });
  const assertion = await authenticator.authenticate(await challenge());
  expectUnauthorized(await sendAssertion(assertion, signed.requestId), 'unknownRequestId');
});

test('rule 46: a challenge is valid once', async (api) => {
  const { challenge, verify } = await passkeyScene(api);
  const given = await challenge();
  expect((await verify(given)).status).toBe(200);
  expectUnauthorized(await verify(given), 'usedRequestId');
});

test('rule 46: of two assertions at once, one is accepted', async (api) => {
  const { challenge, authenticator, sendAssertion } = await passkeyScene(api);
  const given = await challenge();
  const assertion = await authenticator.authenticate(given);
  const replies = await Promise.all([1, 2].map(() => sendAssertion(assertion, given.requestId)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('rule 46: a challenge is valid until just before its end', async (api) => {
  const { challenge, verify } = await passkeyScene(api);
  const given = await challenge();
  api.mock.clock.advance({ minutes: 5 });
  expectUnauthorized(await verify(given), 'challengeExpired');
  api.mock.clock.advance({ milliseconds: -1 });
  expect((await verify(given)).status).toBe(200);
});

test.rows([
  [{ challenge: 'YW5vdGhlcg' }, 'passkeyChallenge'],
  [{ type: 'webauthn.create' }, 'passkeyType'],
  [{ origin: 'https://evil.example' }, 'passkeyOrigin'],
  [{ rpId: 'evil.example' }, 'passkeyRelyingParty'],
  [{ noUserPresence: true }, 'passkeyUserPresence'],
  [{ damagedSignature: true }, 'passkeySignature'],
  [{ counter: 0 }, 'passkeyCounter'],
] as const)('rule 47: an assertion with %j is 401', async (api, misbehaviour, reason) => {
  const { challenge, verify } = await passkeyScene(api);
  expect((await verify(await challenge())).status).toBe(200);
  const given = await challenge();
  const before = stateOf(api.mock);
  expectUnauthorized(await verify(given, misbehaviour), reason);
  expect(stateOf(api.mock)).toBe(before);
  expect((await verify(given)).status).toBe(200);
});

test("rule 47: another passkey's id is 401", async (api) => {
  const { challenge, authenticator, sendAssertion } = await passkeyScene(api);
  await authenticator.register({ challenge: 'eA' });
  const given = await challenge();
  const reply = await sendAssertion(await authenticator.authenticate(given), given.requestId);
  expectUnauthorized(reply, 'passkeyCredential');
});

test('rule 47: a signature that is none is 401, and so is any of a passkey whose key is unknown', async (api) => {
  const { account, challenge, authenticator, sendAssertion } = await passkeyScene(api);
  const given = await challenge();
  const assertion = { ...(await authenticator.authenticate(given)), signature: 'AA' };
  expectUnauthorized(await sendAssertion(assertion, given.requestId), 'passkeyRejected');
  const { publicKey: clientPublicKey } = await generateClientKey();
  for (const fields of [{}, { credentialId: assertion.credentialId }]) {
    const keyless = { accountId: account.id, type: 'PASSKEY', ...fields };
    const target = `${path}/${api.mock.add.credential(keyless).id}`;
    const asked = await api.send('POST', `${target}/challenge`, { clientPublicKey });
    const headers = { 'request-id': String(asked.body.requestId) };
    const reply = await api.send(
      'POST',
      `${target}/verify`,
      { type: 'PASSKEY', assertion },
      headers,
    );
    expectUnauthorized(reply, 'passkeyCredential');
  }
});

test('rule 47: the key of another authenticator does not sign', async (api) => {
  const { challenge, authenticator, sendAssertion, passkey } = await passkeyScene(api);
  const thief = createAuthenticator({ seed: 'thief' });
  await thief.register({ challenge: 'eA' });
  const given = await challenge();
  await authenticator.authenticate(given);
  const stolen = await thief.authenticate(given);
  const assertion = { ...stolen, credentialId: passkey.credentialId };
  expectUnauthorized(await sendAssertion(assertion, given.requestId), 'passkeySignature');
});

test('rule 47: each counter must exceed that of the last successful sign-in', async (api) => {
  const { challenge, verify } = await passkeyScene(api);
  expect((await verify(await challenge(), { counter: 10 })).status).toBe(200);
  expectUnauthorized(await verify(await challenge(), { counter: 10 }), 'passkeyCounter');
  expectUnauthorized(await verify(await challenge(), { counter: 9 }), 'passkeyCounter');
  expect((await verify(await challenge(), { counter: 11 })).status).toBe(200);
});

test('rule 47: of two assertions with one counter at once, one is accepted', async (api) => {
  const { challenge, verify } = await passkeyScene(api);
  const given = [await challenge(), await challenge()];
  const replies = await Promise.all(given.map((each) => verify(each, { counter: 5 })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('rule 47: an authenticator without a counter always sends 0', async (api) => {
  const { challenge, verify } = await passkeyScene(api);
  for (const _time of [1, 2]) {
    expect((await verify(await challenge(), { counter: 0 })).status).toBe(200);
  }
});

test('rule 48: a client key in the body is ignored and noted', async (api) => {
  const { challenge, authenticator, passkey, clientPublicKey } = await passkeyScene(api);
  const { requestId, ...given } = await challenge();
  const assertion = await authenticator.authenticate(given);
  const body = { type: 'PASSKEY', assertion, clientPublicKey };
  const headers = { 'request-id': requestId };
  const reply = await api.send('POST', `${path}/${passkey.id}/verify`, body, headers);
  expect(reply.status).toBe(200);
  expect(api.mock.requests.at(-1)?.notes.join()).toContain('clientPublicKey');
});

test.rows([['absent'], ['null'], ['present']])(
  'rule 48: the user handle may be %s',
  async (api, kind) => {
    const { challenge, authenticator, sendAssertion } = await passkeyScene(api);
    const { requestId, ...given } = await challenge();
    const { userHandle, ...assertion } = await authenticator.authenticate(given);
    const handle = kind === 'null' ? { userHandle: null } : { userHandle };
    const body = kind === 'absent' ? assertion : { ...assertion, ...handle };
    expect((await sendAssertion(body, requestId)).status).toBe(200);
  },
);

test('rule 49: the sandbox literal skips the check of the ceremony, and no other check', async (api) => {
  const { challenge, authenticator, sendAssertion } = await passkeyScene(api);
  const given = await challenge();
  const real = await authenticator.authenticate({ challenge: 'eA' }, { rpId: 'evil.example' });
  const assertion = { ...real, signature: literal };
  expectUnauthorized(await sendAssertion(assertion, 'Request:x'), 'unknownRequestId');
  const other = { ...assertion, credentialId: 'b3RoZXI' };
  expectUnauthorized(await sendAssertion(other, given.requestId), 'passkeyCredential');
  expect((await sendAssertion(assertion, given.requestId)).status).toBe(200);
  expect(api.mock.requests.at(-1)?.notes.join()).toContain(literal);
});

test('rule 49: strict mode refuses the literal', async () => {
  const api = await open({ strict: true });
  const { challenge, authenticator, sendAssertion } = await passkeyScene(api);
  const given = await challenge();
  const assertion = { ...(await authenticator.authenticate(given)), signature: literal };
  expectUnauthorized(await sendAssertion(assertion, given.requestId), 'passkeyLiteral');
});

test('rule 50: a passkey session carries the credential id', async (api) => {
  const { challenge, verify, passkey, account } = await passkeyScene(api);
  const { body } = await verify(await challenge());
  const { credentialId, nickname } = passkey;
  const expected = { type: 'PASSKEY', accountId: account.id, credentialId, nickname };
  expect(body).toMatchObject(expected);
  expect(body.id).toMatch(/^Session:/);
});

test('rule 44: strict mode refuses a key that another challenge used up', async () => {
  const api = await open({ strict: true });
  const { challenge, verify } = await passkeyScene(api);
  const [first, second] = [await challenge(), await challenge()];
  expect((await verify(first)).status).toBe(200);
  expectInvalid(await verify(second), 'clientPublicKey');
});

test('rule 32: the same passkey is refused on leg 1, another one accepted', async (api) => {
  const { account, sessionKey } = await api.signIn();
  const authenticator = createAuthenticator();
  const body = await registration(authenticator, account.id);
  expect((await api.signed('POST', path, body, sessionKey)).status).toBe(201);
  const again = await api.send('POST', path, body);
  expectRefused(again, 400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS');
  const other = await registration(authenticator, account.id);
  expect((await api.signed('POST', path, other, sessionKey)).status).toBe(201);
});

test('rule 32: a customer who is deleted while a passkey is checked has no further credential', async (api) => {
  const { account, customer, sessionKey } = await api.signIn();
  const body = await registration(createAuthenticator(), account.id);
  const challenge = await api.challenge('POST', path, body);
  duringCheck(() => api.send('DELETE', `/customers/${customer.id}`));
  const reply = await api.answer('POST', path, body, challenge, sessionKey);
  expectRefused(reply, 404, 'NOT_FOUND');
});

test('rule 32: of two registrations at once, one is applied', async (api) => {
  const { account, sessionKey } = await api.signIn();
  const body = await registration(createAuthenticator(), account.id);
  const challenges = [
    await api.challenge('POST', path, body),
    await api.challenge('POST', path, body),
  ];
  const replies = await Promise.all(
    challenges.map((challenge) => api.answer('POST', path, body, challenge, sessionKey)),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 400]);
});

test('rule 32: a passkey may be registered on another account', async (api) => {
  const [first, second] = [await api.signIn(), await api.signIn()];
  const body = await registration(createAuthenticator(), first.account.id);
  await api.signed('POST', path, body, first.sessionKey);
  const elsewhere = { ...body, accountId: second.account.id };
  expect((await api.signed('POST', path, elsewhere, second.sessionKey)).status).toBe(201);
});

test.rows([
  [{ challenge: 'YW5vdGhlcg' }, 'passkeyChallenge'],
  [{ type: 'webauthn.get' }, 'passkeyType'],
  [{ origin: 'https://evil.example' }, 'passkeyOrigin'],
  [{ origin: 'http://localhost.evil.example:3000' }, 'passkeyOrigin'],
  [{ origin: 'http://localhost:3000/page' }, 'passkeyOrigin'],
  [{ origin: 'null' }, 'passkeyOrigin'],
  [{ rpId: 'evil.example' }, 'passkeyRelyingParty'],
  [{ noUserPresence: true }, 'passkeyUserPresence'],
] as const)('rule 33: a registration with %j is 401', async (api, misbehaviour, reason) => {
  const { account } = await api.signIn();
  const body = await registration(createAuthenticator(), account.id, misbehaviour);
  expectUnauthorized(await api.send('POST', path, body), reason);
  expect(api.mock.snapshot().tables.challenges.rows).toEqual([]);
});

test('rule 33: the credential id must be the attested one', async (api) => {
  const { account } = await api.signIn();
  const body = await registration(createAuthenticator(), account.id);
  const attestation = { ...body.attestation, credentialId: 'b3RoZXI' };
  const reply = await api.send('POST', path, { ...body, attestation });
  expectUnauthorized(reply, 'passkeyCredential');
});

const clientData = (fields: object) =>
  btoa(
    JSON.stringify({
      ...{ type: 'webauthn.create', challenge: registrationChallenge },
      ...{ origin: 'http://localhost:3000', ...fields },
    }),
  ).replaceAll('=', '');

test.rows([
  [{ clientDataJson: 'bm90IGpzb24' }],
  [{ clientDataJson: clientData({ type: 1 }) }],
  [{ clientDataJson: clientData({ challenge: 1 }) }],
  [{ clientDataJson: clientData({ origin: 1 }) }],
  [{ clientDataJson: clientData({ notUtf8: '\xff' }).replaceAll('/', '_') }],
  [{ attestationObject: 'bm90IGNib3I' }],
])('rule 33: an attestation with %j cannot be decoded: 401', async (api, fields) => {
  const { account } = await api.signIn();
  const body = await registration(createAuthenticator(), account.id);
  const attestation = { ...body.attestation, ...fields };
  const reply = await api.send('POST', path, { ...body, attestation });
  expectUnauthorized(reply, 'passkeyMalformed');
});

test('rule 33: origins and relying parties are options', async () => {
  const origin = 'https://app.example.com';
  const options = { passkeyOrigins: [origin], passkeyRpIds: ['example.com', 'localhost'] };
  const api = await open(options);
  const { account, sessionKey } = await api.signIn();
  const ours = createAuthenticator({ origin, rpId: 'example.com' });
  const body = await registration(ours, account.id);
  expect((await api.signed('POST', path, body, sessionKey)).status).toBe(201);
  const local = await registration(createAuthenticator({ seed: 2 }), account.id);
  expectUnauthorized(await api.send('POST', path, local), 'passkeyOrigin');
  const port = createAuthenticator({ origin: `${origin}:8443`, rpId: 'example.com', seed: 3 });
  const ported = await registration(port, account.id);
  expectUnauthorized(await api.send('POST', path, ported), 'passkeyOrigin');
});

test.each([
  ['from its first second', '2040-01-01T00:00:00Z', 202],
  ['to its last one', '2041-01-01T00:00:00Z', 202],
  ['before it is valid', '2039-12-31T23:59:59Z', 401],
  ['after its end', '2041-01-01T00:00:01Z', 401],
])('rule 33: a certificate is judged by the clock of the mock: %s', async (_when, now, status) => {
  const api = await open({ now });
  const { account } = await api.signIn();
  const body = await registration(createAuthenticator(), account.id);
  const sent = async (text?: string) => {
    const attestation = withCertificate(body.attestation, text);
    return (await api.send('POST', path, { ...body, attestation })).status;
  };
  expect(await sent()).toBe(status);
  expect(await sent('another text')).toBe(401);
});

test('rule 33: user verification is not required, neither to register nor to sign in', async (api) => {
  const { account, sessionKey } = await api.signIn();
  const authenticator = createAuthenticator({ userVerification: false });
  const body = await registration(authenticator, account.id);
  const { id } = (await api.signed('POST', path, body, sessionKey)).body;
  const { publicKey: clientPublicKey } = await generateClientKey();
  const asked = (await api.send('POST', `${path}/${id}/challenge`, { clientPublicKey })).body;
  const assertion = await authenticator.authenticate({ challenge: String(asked.challenge) });
  const headers = { 'request-id': String(asked.requestId) };
  const proof = { type: 'PASSKEY', assertion };
  expect((await api.send('POST', `${path}/${id}/verify`, proof, headers)).status).toBe(200);
});

test('rule 34: a passkey shows its credential id and its trimmed nickname', async (api) => {
  const { account, sessionKey } = await api.signIn();
  const body = await registration(createAuthenticator(), account.id);
  const named = { ...body, nickname: "  Ada's phone (2) " };
  const reply = await api.signed('POST', path, named, sessionKey);
  const { credentialId } = body.attestation;
  expect(reply.body).toMatchObject({ nickname: "Ada's phone (2)", credentialId });
  const { body: list } = await api.send('GET', `${path}?accountId=${account.id}`);
  expect(list.data).toContainEqual(reply.body);
  for (const hidden of ['publicKey', 'counter', 'transports', registrationChallenge]) {
    expect(JSON.stringify(list)).not.toContain(hidden);
  }
});

test('rule 39: of two open challenges, each opens a session for the key of its own request', async (api) => {
  const { challenge, verify } = await passkeyScene(api);
  const begun = [];
  for (const _time of [1, 2]) {
    const key = await generateClientKey();
    begun.push({ key, given: await challenge(key.publicKey) });
  }
  for (const { key, given } of begun) {
    const sealed = String((await verify(given)).body.encryptedSessionSigningKey);
    expect(await openSealedKey(sealed, key)).toBeDefined();
  }
});
