import { REDACTED } from '@org/payments-contract';
import { generateClientKey } from '@org/payments-crypto';
import { expect } from 'vitest';
import { ContractViolation } from '../../src/index.ts';
import { createAuthenticator } from '../../src/testing/index.ts';
import { test } from '../support/api-test.ts';
import { oidcToken } from '../support/credentials.ts';
import type { OpenMock, Reply } from '../support/open-mock.ts';

/** Runs every kind of sign-in and signed change, and returns the secrets that were used. */
async function wholeStory(api: OpenMock): Promise<{ secrets: string[]; replies: Reply[] }> {
  const { account, credential, sessionKey, customer } = await api.signIn();
  const { clientSecret } = api.mock.connection;
  const { publicKey: clientPublicKey } = await generateClientKey();
  const token = oidcToken(api.mock);
  const { accessToken } = api.mock.add.agent({ customerId: customer.id });
  const path = `/auth/credentials/${credential.id}`;
  const otp = { type: 'EMAIL_OTP', otp: '000000', clientPublicKey };
  await api.send('POST', `${path}/challenge`);
  const oauth = { type: 'OAUTH', accountId: account.id, oidcToken: token };
  const authenticator = createAuthenticator();
  const challenge = 'Y2hhbGxlbmdl';
  const attestation = await authenticator.register({ challenge });
  const passkey = { type: 'PASSKEY', accountId: account.id, challenge, nickname: 'K', attestation };
  const replies = [
    await api.send('POST', `${path}/verify`, otp),
    await api.send('POST', `${path}/verify`, { ...otp, otp: '424242' }),
    await api.signed('POST', '/auth/credentials', oauth, sessionKey),
    await api.signed('POST', '/auth/credentials', passkey, sessionKey),
    await api.send('GET', '/agents/me/transactions', undefined, {
      authorization: `Bearer ${accessToken}`,
    }),
  ];
  const sealed = String(replies[0]?.body.encryptedSessionSigningKey);
  return { replies, secrets: [clientSecret, token, accessToken, sealed, '"000000"', '"424242"'] };
}

test('rule 87: no log line contains a secret, and no response except the one that must', async (api) => {
  const { secrets, replies } = await wholeStory(api);
  const log = JSON.stringify(api.mock.requests);
  expect(log).toContain(REDACTED);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5);
    expect(log).not.toContain(secret);
    const shown = replies.filter(({ body }) => JSON.stringify(body).includes(secret));
    expect(shown).toHaveLength(secret === replies[0]?.body.encryptedSessionSigningKey ? 1 : 0);
  }
  for (const { headers } of replies) {
    const explanation = headers.get('mock-explanation') ?? '';
    for (const secret of secrets) expect(explanation).not.toContain(secret.replaceAll('"', ''));
  }
});

test('rule 88: the responses of this suite are checked, and a violation fails the call', async (api) => {
  const { account } = api.mock.add.wallet();
  const snapshot = structuredClone(api.mock.snapshot());
  for (const [, record] of snapshot.tables.accounts.rows) Object.assign(record, { status: 7 });
  api.mock.restore(snapshot);
  const path = `/customers/internal-accounts?customerId=${account.customerId}`;
  await expect(api.send('GET', path)).rejects.toThrow(ContractViolation);
});
