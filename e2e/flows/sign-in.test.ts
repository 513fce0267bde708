import { generateClientKey, openSealedKey, verifyStamp } from '@org/payments-crypto';
import { UnauthorizedError } from '@org/payments-sdk';
import { expect, test } from 'vitest';
import { startPlatform } from '../support/platform.ts';

test('signing in by e-mail code sends the challenge without a body and the code with the client key', async () => {
  const platform = await startPlatform();
  const { payments, mock, wire, credential, account } = platform;
  const method = await payments.credentials.challenge({ id: credential });
  expect(method).toMatchObject({ id: credential, type: 'EMAIL_OTP', accountId: account });
  const { publicKey } = await generateClientKey();
  const otp = mock.outbox.at(-1)?.code ?? '';
  const session = await payments.credentials.verify({
    id: credential,
    type: 'EMAIL_OTP',
    otp,
    clientPublicKey: publicKey,
  });
  expect(session.id).toMatch(/^Session:/);
  expect(wire.requests.map(({ method, path }) => [method, path])).toEqual([
    ['POST', `/auth/credentials/${credential}/challenge`],
    ['POST', `/auth/credentials/${credential}/verify`],
  ]);
  const [challenge, verify] = wire.requests;
  expect(challenge?.body).toHaveLength(0);
  expect(JSON.parse(String(verify?.body))).toEqual({
    type: 'EMAIL_OTP',
    otp,
    clientPublicKey: publicKey,
  });
  for (const request of wire.requests) {
    expect(request.headers).not.toHaveProperty('service-wallet-signature');
    expect(request.headers).not.toHaveProperty('request-id');
  }
});

test('a wrong code is a 401 with its own reason, and the correct code still works', async () => {
  const { payments, mock, credential } = await startPlatform();
  await payments.credentials.challenge({ id: credential });
  const { publicKey: clientPublicKey } = await generateClientKey();
  const verify = (otp: string) =>
    payments.credentials.verify({ id: credential, type: 'EMAIL_OTP', otp, clientPublicKey });
  const error = await verify('123456').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnauthorizedError);
  expect(error).toMatchObject({ reason: 'Invalid OTP code', failedCheck: 'wrong_otp' });
  await expect(verify(mock.outbox.at(-1)?.code ?? '')).resolves.toHaveProperty('id');
});

test('the sealed key opens only with the client key of the sign-in', async () => {
  const { payments, mock, wire, credential } = await startPlatform();
  await payments.credentials.challenge({ id: credential });
  const clientKey = await generateClientKey();
  const { encryptedSessionSigningKey: sealed } = await payments.credentials.verify({
    id: credential,
    type: 'EMAIL_OTP',
    otp: mock.outbox.at(-1)?.code ?? '',
    clientPublicKey: clientKey.publicKey,
  });
  wire.forget();
  const sessionKey = await openSealedKey(sealed, clientKey);
  const stamp = await sessionKey.stamp('payload');
  expect(await verifyStamp(stamp, 'payload')).toMatchObject({
    valid: true,
    publicKey: sessionKey.publicKey,
  });
  await expect(openSealedKey(sealed, await generateClientKey())).rejects.toMatchObject({
    name: 'CryptoError',
  });
  expect(wire.requests).toEqual([]);
});
