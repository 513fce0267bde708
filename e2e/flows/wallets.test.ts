import { generateClientKey, openSealedKey, openWalletExport } from '@org/payments-crypto';
import { createAuthenticator } from '@org/payments-mock/testing';
import { expect, test } from 'vitest';
import { signIn, startPlatform } from '../support/platform.ts';

test('accounts are listed, made private and exported; only the device opens the phrase', async () => {
  const platform = await startPlatform();
  const { payments, mock, account, customer } = platform;
  const { sessionKey: stamper } = await signIn(platform);
  const own = mock.add.internalAccount({ available: 100 });
  const platformAccounts = (await payments.internalAccounts.listPlatform()).data;
  expect(platformAccounts.map(({ id }) => id)).toContain(own.id);
  const { data } = await payments.internalAccounts.list({ customerId: customer });
  expect(data).toMatchObject([{ id: account, type: 'EMBEDDED_WALLET' }]);
  const update = { id: account, privateEnabled: true };
  expect(await payments.internalAccounts.update(update, { stamper })).toMatchObject(update);

  const clientKey = await generateClientKey();
  const input = { id: account, clientPublicKey: clientKey.publicKey };
  const exported = await payments.internalAccounts.export(input, { stamper });
  const phrase = await openWalletExport(exported.encryptedWalletCredentials, clientKey);
  expect(phrase.mnemonic().split(' ')).toHaveLength(24);
  phrase.wipe();
  expect(() => phrase.bytes).toThrow();
});

test('credentials and sessions: registered, listed, refreshed, revoked', async () => {
  const platform = await startPlatform();
  const { payments, account: accountId, credential } = platform;
  const session = await signIn(platform);
  const stamper = session.sessionKey;
  const authenticator = createAuthenticator({ seed: 'wallets', origin: 'http://localhost' });
  const challenge = Buffer.from('a challenge of the backend').toString('base64url');
  const attestation = await authenticator.register({ challenge });
  const passkey = await payments.credentials.create(
    { type: 'PASSKEY', accountId, nickname: 'Laptop', challenge, attestation },
    { stamper },
  );
  const { data: credentials } = await payments.credentials.list({ accountId });
  expect(credentials.map(({ id }) => id)).toEqual([credential, passkey.id]);

  const clientKey = await generateClientKey();
  const { publicKey: clientPublicKey } = clientKey;
  const renewed = await payments.sessions.refresh({ id: session.id, clientPublicKey }, { stamper });
  const second = await openSealedKey(renewed.encryptedSessionSigningKey, clientKey);
  const { data: live } = await payments.sessions.list({ accountId });
  expect(live.map(({ id }) => id).sort()).toEqual([session.id, renewed.id].sort());
  await payments.sessions.revoke({ id: session.id }, { stamper: second });
  expect((await payments.sessions.list({ accountId })).data.map(({ id }) => id)).toEqual([
    renewed.id,
  ]);
  await payments.credentials.revoke({ id: passkey.id }, { stamper: second });
  expect((await payments.credentials.list({ accountId })).data).toHaveLength(1);
});
