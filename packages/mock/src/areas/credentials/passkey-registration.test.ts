import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  openLab,
} from '../../../test/lab/lab.ts';
import { registration, registrationChallenge } from '../../../test/lab/passkeys.ts';
import { createAuthenticator } from '../../testing/index.ts';

const path = '/auth/credentials';

rules('passkey registration', (door) => {
  test('rule 32: the same passkey is refused on leg 1, another one accepted', async () => {
    const lab = await openLab(door);
    const { account, sessionKey } = await lab.signIn();
    const authenticator = createAuthenticator();
    const body = await registration(authenticator, account.id);
    expect((await lab.signed('POST', path, body, sessionKey)).status).toBe(201);
    const again = await lab.send('POST', path, body);
    expectRefused(again, 400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS');
    const other = await registration(authenticator, account.id);
    expect((await lab.signed('POST', path, other, sessionKey)).status).toBe(201);
  });

  test('rule 32: the same passkey is refused on leg 2 too', async () => {
    const lab = await openLab(door);
    const { account, sessionKey } = await lab.signIn();
    const body = await registration(createAuthenticator(), account.id);
    const late = await lab.challenge('POST', path, body);
    await lab.signed('POST', path, body, sessionKey);
    const refused = await lab.answer('POST', path, body, late, sessionKey);
    expectRefused(refused, 400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS');
  });

  test('rule 32: of two registrations at once, one is applied', async () => {
    const lab = await openLab(door);
    const { account, sessionKey } = await lab.signIn();
    const body = await registration(createAuthenticator(), account.id);
    const challenges = [
      await lab.challenge('POST', path, body),
      await lab.challenge('POST', path, body),
    ];
    const replies = await Promise.all(
      challenges.map((challenge) => lab.answer('POST', path, body, challenge, sessionKey)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  test('rule 32: a passkey may be registered on another account', async () => {
    const lab = await openLab(door);
    const [first, second] = [await lab.signIn(), await lab.signIn()];
    const body = await registration(createAuthenticator(), first.account.id);
    await lab.signed('POST', path, body, first.sessionKey);
    const elsewhere = { ...body, accountId: second.account.id };
    expect((await lab.signed('POST', path, elsewhere, second.sessionKey)).status).toBe(201);
  });

  test.each([
    [{ challenge: 'YW5vdGhlcg' }, 'passkeyChallenge'],
    [{ type: 'webauthn.get' }, 'passkeyType'],
    [{ origin: 'https://evil.example' }, 'passkeyOrigin'],
    [{ origin: 'http://localhost.evil.example:3000' }, 'passkeyOrigin'],
    [{ rpId: 'evil.example' }, 'passkeyRelyingParty'],
    [{ noUserPresence: true }, 'passkeyUserPresence'],
  ] as const)('rule 33: a registration with %j is 401', async (misbehaviour, reason) => {
    const lab = await openLab(door);
    const { account } = await lab.signIn();
    const body = await registration(createAuthenticator(), account.id, misbehaviour);
    expectUnauthorized(await lab.send('POST', path, body), reason);
    expect(lab.mock.snapshot().tables.challenges.rows).toEqual([]);
  });

  test('rule 33: the credential id must be the attested one', async () => {
    const lab = await openLab(door);
    const { account } = await lab.signIn();
    const body = await registration(createAuthenticator(), account.id);
    const attestation = { ...body.attestation, credentialId: 'b3RoZXI' };
    const reply = await lab.send('POST', path, { ...body, attestation });
    expectUnauthorized(reply, 'passkeyCredential');
  });

  test.each([
    [{ clientDataJson: 'bm90IGpzb24' }],
    [{ clientDataJson: 'e30' }],
    [{ attestationObject: 'bm90IGNib3I' }],
  ])('rule 33: an attestation with %j cannot be decoded: 401', async (fields) => {
    const lab = await openLab(door);
    const { account } = await lab.signIn();
    const body = await registration(createAuthenticator(), account.id);
    const attestation = { ...body.attestation, ...fields };
    const reply = await lab.send('POST', path, { ...body, attestation });
    expectUnauthorized(reply, 'passkeyMalformed');
  });

  test('rule 33: fields of the wrong form are 400', async () => {
    const lab = await openLab(door);
    const { account } = await lab.signIn();
    const body = await registration(createAuthenticator(), account.id);
    const attestation = { ...body.attestation, clientDataJson: '+/=', transports: [1] };
    const reply = await lab.send('POST', path, { ...body, nickname: ' ', attestation });
    const bad = ['attestation.clientDataJson', 'attestation.transports.0', 'nickname'];
    expectInvalid(reply, ...bad);
  });

  test('rule 33: origins and relying parties are options', async () => {
    const origin = 'https://app.example.com';
    const options = { passkeyOrigins: [origin], passkeyRpIds: ['example.com', 'localhost'] };
    const lab = await openLab(door, options);
    const { account, sessionKey } = await lab.signIn();
    const ours = createAuthenticator({ origin, rpId: 'example.com' });
    const body = await registration(ours, account.id);
    expect((await lab.signed('POST', path, body, sessionKey)).status).toBe(201);
    const local = await registration(createAuthenticator({ seed: 2 }), account.id);
    expectUnauthorized(await lab.send('POST', path, local), 'passkeyOrigin');
    const port = createAuthenticator({ origin: `${origin}:8443`, rpId: 'example.com', seed: 3 });
    const ported = await registration(port, account.id);
    expectUnauthorized(await lab.send('POST', path, ported), 'passkeyOrigin');
  });

  test('rule 33: user verification is not required', async () => {
    const lab = await openLab(door);
    const { account } = await lab.signIn();
    const authenticator = createAuthenticator({ userVerification: false });
    const body = await registration(authenticator, account.id);
    expect((await lab.send('POST', path, body)).status).toBe(202);
  });

  test('rule 34: a passkey shows its credential id and its trimmed nickname', async () => {
    const lab = await openLab(door);
    const { account, sessionKey } = await lab.signIn();
    const body = await registration(createAuthenticator(), account.id);
    const named = { ...body, nickname: "  Ada's phone (2) " };
    const reply = await lab.signed('POST', path, named, sessionKey);
    const { credentialId } = body.attestation;
    expect(reply.body).toMatchObject({ nickname: "Ada's phone (2)", credentialId });
    const { body: list } = await lab.send('GET', `${path}?accountId=${account.id}`);
    expect(list.data).toContainEqual(reply.body);
    for (const hidden of ['publicKey', 'counter', 'transports', registrationChallenge]) {
      expect(JSON.stringify(list)).not.toContain(hidden);
    }
  });
});
