import { generateClientKey } from '@org/payments-crypto';
import { expect } from 'vitest';
import { open, test } from '../../test/support/api-test.ts';
import { oidcToken } from '../../test/support/credentials.ts';

const UUID = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
const userId = UUID;

test('rule 119: by default they have the form of the public examples', async (api) => {
  const { account, sessionId, customer } = await api.signIn();
  const card = api.mock.add.card({ cardholderId: customer.id, fundingSources: [account.id] });
  const other = api.mock.add.credential({ accountId: account.id, type: 'PASSKEY' });
  const { publicKey: clientPublicKey } = await generateClientKey();
  const oidc = oidcToken(api.mock);
  const digest = {
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
    payload: expect.stringMatching(/^[\da-f]{64}$/),
    signWith: UUID,
  };
  const expected: readonly [string, string, unknown, string, object][] = [
    [
      'POST',
      `/auth/sessions/${sessionId}/refresh`,
      { clientPublicKey },
      'CREATE_READ_WRITE_SESSION_V2',
      { targetPublicKey: clientPublicKey },
    ],
    [
      'DELETE',
      `/auth/sessions/${sessionId}`,
      undefined,
      'DELETE_API_KEYS',
      { apiKeyIds: [UUID], userId },
    ],
    [
      'DELETE',
      `/auth/credentials/${other.id}`,
      undefined,
      'DELETE_AUTHENTICATORS',
      { authenticatorIds: [UUID], userId },
    ],
    [
      'POST',
      '/auth/credentials',
      { type: 'OAUTH', accountId: account.id, oidcToken: oidc },
      'CREATE_OAUTH_PROVIDERS',
      { oauthProviders: [{ oidcToken: oidc, providerName: 'OIDC' }], userId },
    ],
    [
      'PATCH',
      `/customers/${customer.id}`,
      { email: 'new@example.com' },
      'UPDATE_USER_EMAIL',
      { userEmail: 'new@example.com', userId },
    ],
    [
      'POST',
      `/internal-accounts/${account.id}/export`,
      { clientPublicKey },
      'EXPORT_WALLET',
      { targetPublicKey: clientPublicKey, walletId: UUID },
    ],
    [
      'PATCH',
      `/internal-accounts/${account.id}`,
      { privateEnabled: true },
      'SIGN_RAW_PAYLOAD_V2',
      digest,
    ],
    ['PATCH', `/cards/${card.id}`, { state: 'FROZEN' }, 'SIGN_RAW_PAYLOAD_V2', digest],
  ];
  for (const [method, path, body, type, parameters] of expected) {
    const { payloadToSign } = await api.challenge(method, path, body);
    expect(JSON.parse(payloadToSign)).toEqual({
      organizationId: expect.stringMatching(/^org_/),
      parameters,
      timestampMs: String(api.mock.clock.now()),
      type: `ACTIVITY_TYPE_${type}`,
    });
    const names = Object.keys(JSON.parse(payloadToSign));
    expect(names).toEqual(names.toSorted());
    // The ids are those of the signing backend.
    expect(payloadToSign).not.toMatch(/Session:|AuthMethod:|InternalAccount:|Card:|Customer:/);
  }
});

test('rule 119: they name the operation and its fields, or nothing that can be read', async () => {
  const described = await open({ payloads: 'described' });
  const freeze = { state: 'FROZEN' };
  const card = described.mock.add.card();
  const first = await described.challenge('PATCH', `/cards/${card.id}`, freeze);
  expect(JSON.parse(first.payloadToSign)).toMatchObject({
    fields: freeze,
    operation: 'cards.update',
    resource: `/cards/${card.id}`,
  });
  const opaque = await open({ payloads: 'opaque' });
  const frozen = await opaque.challenge('PATCH', `/cards/${opaque.mock.add.card().id}`, freeze);
  expect(frozen.payloadToSign).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(frozen.payloadToSign).not.toBe(first.payloadToSign);
});

test.each(['activity', 'described', 'opaque'] as const)(
  'rule 120: a signed change is applied under the form %s',
  async (payloads) => {
    const api = await open({ payloads });
    const { account, sessionKey } = await api.signIn();
    const path = `/internal-accounts/${account.id}`;
    const reply = await api.signed('PATCH', path, { privateEnabled: true }, sessionKey);
    expect(reply).toMatchObject({ status: 200, body: { privateEnabled: true } });
  },
);
