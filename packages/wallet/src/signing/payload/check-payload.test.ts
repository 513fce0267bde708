import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as payloads from '../../../test/payloads.ts';
import { checkPayload } from './check-payload.ts';
import type { Expected, ServiceChange } from './request.ts';

const { accountId, addPasskey, attestation, ourKey, refresh, remove, revoke } = payloads;
const attackersKey = `04${'ab'.repeat(64)}`;
const escapedKey = `\\u0030${attackersKey.slice(1)}`;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const digest = sha256('object');

const action = (input: unknown): Expected => ({
  kind: 'action',
  action: 'pay',
  input,
  accountId,
});
const freeze: Expected = { kind: 'action', action: 'freezeCard', input: { cardId: 'Card:1' } };
const declared: Expected = {
  ...freeze,
  change: { operation: 'cards.update', input: { id: 'Card:1', state: 'FROZEN' } },
};

const email = 'ada@example.com';

const declaredOf = (operation: ServiceChange['operation'], input: ServiceChange['input']) => ({
  ...freeze,
  change: { operation, input },
});

const activity = (type: string, parameters: object, more: object = {}) =>
  JSON.stringify({ ...more, ...payloads.activity(type, parameters) });
const described = (operation: string, resource: string, fields: object) =>
  JSON.stringify(payloads.described(operation, resource, fields));

const keyOf = (key: string) => activity('CREATE_READ_WRITE_SESSION_V2', { targetPublicKey: key });
const refreshing = (key: string) =>
  described('sessions.refresh', '/auth/sessions/Session:1/refresh', { clientPublicKey: key });
const rawDigest = activity('SIGN_RAW_PAYLOAD_V2', {
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
  hashFunction: 'HASH_FUNCTION_NO_OP',
  payload: digest,
  signWith: 'key',
});
const transaction = activity(
  'SIGN_TRANSACTION_V2',
  { signWith: 'key', type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction: '02ab' },
  { generateAppProofs: true },
);
const endOne = activity('DELETE_API_KEYS', { apiKeyIds: ['k1'], userId: 'u1' });
const removeOne = activity('DELETE_AUTHENTICATORS', { authenticatorIds: ['a1'], userId: 'u1' });
const newAuthenticator = (attested: object) =>
  activity('CREATE_AUTHENTICATORS_V2', {
    authenticators: [
      {
        attestation: {
          ...attestation,
          transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
          ...attested,
        },
        authenticatorName: 'Laptop',
        challenge: 'Y2hhbGxlbmdl',
      },
    ],
    userId: 'u1',
  });
const newCredential = (attested: object) =>
  described('credentials.create', '/auth/credentials', {
    accountId: 'InternalAccount:1',
    attestation: { ...attestation, attestationObject: { sha256: digest }, ...attested },
    challenge: 'Y2hhbGxlbmdl',
    nickname: 'Laptop',
    type: 'PASSKEY',
  });
const freezing = described('cards.update', '/cards/Card:1', { state: 'FROZEN' });
const token = 'aGVhZA.Ym9keQ.dGFn';

it.each<[string, Expected, string, string]>([
  ['a refresh', refresh, keyOf(ourKey), 'shown'],
  ['a refresh', refresh, refreshing(ourKey), 'shown'],
  ['a refresh', refresh, token, 'unreadable'],
  ['a sign-out', revoke, endOne, 'kind'],
  ['a sign-out', revoke, described('sessions.revoke', '/auth/sessions/Session:1', {}), 'shown'],
  ['a removed credential', remove, removeOne, 'kind'],
  [
    'a removed credential',
    remove,
    described('credentials.revoke', '/auth/credentials/AuthMethod:1', {}),
    'shown',
  ],
  ['a new passkey', addPasskey, newAuthenticator({}), 'shown'],
  ['a new passkey', addPasskey, newCredential({}), 'shown'],
  ['a declared action', declared, freezing, 'shown'],
  ['a declared action', declared, rawDigest, 'unreadable'],
  ['an action with a value of the relay', freeze, freezing, 'kind'],
  ['an action', freeze, rawDigest, 'unreadable'],
  ['an action', freeze, token, 'unreadable'],
  ['an action', freeze, '{"op":"cards.update","resource":"/cards/Card:1"}', 'unreadable'],
  [
    'an action of booleans only',
    action({ privateEnabled: true }),
    described('internalAccounts.update', '/internal-accounts/InternalAccount:1', {
      privateEnabled: true,
    }),
    'shown',
  ],
  [
    'a new address',
    action({ newEmail: 'ada@example.com' }),
    activity('UPDATE_USER_EMAIL', { userEmail: 'ada@example.com', userId: 'u1' }),
    'shown',
  ],
  [
    'a new address beside another value',
    action({ newEmail: 'ada@example.com', name: 'Ada' }),
    activity('UPDATE_USER_EMAIL', { userEmail: 'ada@example.com', userId: 'u1' }),
    'kind',
  ],
  ['a quote', action({ quoteId: 'Quote:1' }), transaction, 'unreadable'],
  [
    'an export with the key that was sent',
    action({ clientPublicKey: ourKey }),
    activity('EXPORT_WALLET', { targetPublicKey: ourKey, walletId: 'w1' }),
    'kind',
  ],
  [
    'a declared change, with a value that its activity does not carry',
    declaredOf('customers.update', { customerId: 'Customer:1', email, fullName: 'Ada' }),
    activity('UPDATE_USER_EMAIL', { userEmail: email, userId: 'u1' }),
    'kind',
  ],
  [
    'a declared change, as an activity without its id',
    declaredOf('customers.update', { customerId: 'Customer:1', email }),
    activity('UPDATE_USER_EMAIL', { userEmail: email, userId: 'u1' }),
    'shown',
  ],
  [
    'an action, as an activity without its id',
    action({ customerId: 'Customer:1', email }),
    activity('UPDATE_USER_EMAIL', { userEmail: email, userId: 'u1' }),
    'kind',
  ],
  [
    'a new passkey with a value that no activity carries',
    { ...addPasskey, attestation: { ...attestation, more: 'x' } } as Expected,
    newAuthenticator({}),
    'mismatch',
  ],
  [
    'an action of another kind',
    freeze,
    activity('DELETE_USERS', { userIds: ['u1'] }),
    'unreadable',
  ],
  [
    'an action of an operation that is not known',
    freeze,
    described('cards.paint', '/cards/Card:1', {}),
    'unreadable',
  ],
  ['a declared action of another backend', declared, '{"op":"cards.update"}', 'unreadable'],
  [
    'an action with a value under another name',
    action({ cardId: 'Card:1', state: 'FROZEN' }),
    described('cards.update', '/cards/Card:1', { status: 'FROZEN' }),
    'kind',
  ],
  ['an action with another id of its own', action({ id: 'x', cardId: 'Card:1' }), freezing, 'kind'],
  [
    'an action that is text',
    action('FROZEN'),
    described('cards.update', '/cards/FROZEN', {}),
    'shown',
  ],
  [
    'a quote with the amounts of the service',
    declaredOf('quotes.execute', { quoteId: 'Quote:1' }),
    described('quotes.execute', '/quotes/Quote:1/execute', { totalSendingAmount: 500 }),
    'kind',
  ],
  [
    'a declared action with the credentials that may sign it',
    declared,
    freezing.replace('{', `{"credentialIds":${JSON.stringify('abcdefghijkl'.split(''))},`),
    'shown',
  ],
  ...['a note on a login', '{"note":"refresh the login"}', '{"typeOfService":"login"}'].map(
    (payload): [string, Expected, string, string] => [
      `an action that speaks of sessions: ${payload}`,
      freeze,
      payload,
      'unreadable',
    ],
  ),
  ['a longer text of hexadecimal digits', freeze, `{"key":"${attackersKey}00"}`, 'unreadable'],
  [
    "the end of another session, as a relay's action",
    action({ sessionId: 'Session:2' }),
    described('sessions.revoke', '/auth/sessions/Session:2', {}),
    'shown',
  ],
  [
    'a credential, as an action',
    action({ credentialId: 'AuthMethod:1' }),
    described('credentials.revoke', '/auth/credentials/AuthMethod:1', {}),
    'kind',
  ],
])('%s', async (_what, expected, payload, strength) => {
  expect(await checkPayload(payload, expected)).toBe(strength);
});

describe('a mismatch', () => {
  const pay = action({ from: 'InternalAccount:2', to: 'ExternalAccount:3', amount: 5, open: true });
  const paying = (fields: object) =>
    described('internalAccounts.update', '/internal-accounts/InternalAccount:1', {
      ...{ from: 'InternalAccount:2', to: 'ExternalAccount:3', amount: 5, open: true },
      ...fields,
    });

  it('is not the honest payload', async () => {
    expect(await checkPayload(paying({}), pay)).toBe('shown');
  });

  it.each<[string, Expected, string]>([
    ['a refresh to another key', refresh, keyOf(attackersKey)],
    ['a refresh to another key', refresh, refreshing(attackersKey)],
    [
      'a refresh without a key',
      refresh,
      described('sessions.refresh', '/auth/sessions/Session:1/refresh', {}),
    ],
    [
      'a passkey without an attestation',
      addPasskey,
      newCredential({ attestationObject: undefined }),
    ],
    [
      'an e-mail address for a passkey',
      addPasskey,
      activity('UPDATE_USER_EMAIL', { userEmail: 'eve@example.com', userId: 'u1' }),
    ],
    ...['declared', 'undeclared'].map((how): [string, Expected, string] => [
      `another address than that of a change that is ${how}`,
      how === 'declared'
        ? declaredOf('customers.update', { customerId: 'Customer:1', email })
        : action({ email }),
      activity('UPDATE_USER_EMAIL', { userEmail: 'eve@example.com', userId: 'u1' }),
    ]),
    [
      'a change of address without an address',
      declaredOf('customers.update', { customerId: 'Customer:1', email }),
      activity('UPDATE_USER_EMAIL', { userId: 'u1' }),
    ],
    [
      'an export to another key',
      action({ clientPublicKey: ourKey }),
      activity('EXPORT_WALLET', { targetPublicKey: attackersKey, walletId: 'w1' }),
    ],
    [
      'an export without a key',
      action({ clientPublicKey: ourKey }),
      activity('EXPORT_WALLET', { walletId: 'w1' }),
    ],
    [
      'an export of an object',
      action({ clientPublicKey: ourKey }),
      activity('EXPORT_WALLET', { targetPublicKey: ourKey, walletId: {} }),
    ],
    ['a second key', refresh, refreshing(ourKey).replace('{', `{"key":"${attackersKey}",`)],
    [
      'a second key with escapes',
      refresh,
      refreshing(ourKey).replace('{', `{"x":"${escapedKey}",`),
    ],
    ['a refresh for a sign-out', revoke, keyOf(ourKey)],
    ['a second session', revoke, endOne.replace('"k1"', '"k1","k2"')],
    ['no session', revoke, endOne.replace('["k1"]', '[]')],
    ['a digest for a sign-out', revoke, rawDigest],
    ['an activity that is not known', revoke, activity('DELETE_USERS', { userIds: ['u1'] })],
    ['another attestation', addPasskey, newAuthenticator({ attestationObject: 'x' })],
    [
      'another attestation',
      addPasskey,
      newCredential({ attestationObject: { sha256: digest.replace('2', '3') } }),
    ],
    ['no key', refresh, activity('CREATE_READ_WRITE_SESSION_V2', {})],
    ...['/cards/', '/carts/Card:1', '/cards/Card:1/', '/cards/Card:1?', 'Card:1', ''].map(
      (resource): [string, Expected, string] => [
        `the resource ${resource}`,
        declared,
        freezing.replace('/cards/Card:1', resource),
      ],
    ),
    ...['/carts/Card:1', '/cards/', '/other'].map((resource): [string, Expected, string] => [
      `an action of the resource ${resource}`,
      freeze,
      freezing.replace('/cards/Card:1', resource),
    ]),
    [
      'an action of a resource below the card',
      action({ cardId: 'Card:1/pin' }),
      freezing.replace('Card:1', 'Card:1/pin'),
    ],
    ...['/auth/sessions/refresh', '/auth/sessions/Session:1/refrest'].map(
      (resource): [string, Expected, string] => [
        `a refresh of ${resource}`,
        refresh,
        refreshing(ourKey).replace('/auth/sessions/Session:1/refresh', resource),
      ],
    ),
    [
      'the digest of a number',
      declaredOf('cards.update', { id: 'Card:1', limit: 5 }),
      described('cards.update', '/cards/Card:1', { limit: { sha256: sha256('5') } }),
    ],
    [
      'the digest of a field that the request does not have',
      declared,
      freezing.replace('"FROZEN"', `"FROZEN","memo":{"sha256":"${digest}"}`),
    ],
    [
      'a field whose name ends like a digest',
      declared,
      described('cards.update', '/cards/Card:1', { 'state-sha256': sha256('FROZEN') }),
    ],
    ['parameters beside the fields', freeze, freezing.replace('{', '{"parameters":{},')],
    ['a type beside the fields', freeze, freezing.replace('{', '{"type":"x",')],
    ['a key within other words', freeze, `sign ${attackersKey} now`],
    ['from and to swapped', pay, paying({ from: 'ExternalAccount:3', to: 'InternalAccount:2' })],
    ['a boolean flipped', pay, paying({ open: false })],
    ['another amount', pay, paying({ amount: 500, memo: '5' })],
    ['an amount as text', pay, paying({ amount: '5' })],
    [
      'one receiver more',
      action({ to: ['a'] }),
      described('cards.update', '/cards/a', { to: ['a', 'b'] }),
    ],
    [
      'a name twice, with escapes',
      freeze,
      freezing.replace('"state"', '"st\\u0061te":"CLOSED","state"'),
    ],
    ['a number that readers round', freeze, freezing.replace('"FROZEN"', '9007199254740993')],
    [
      'more levels than a reader has',
      freeze,
      freezing.replace('{', `{"x":${'['.repeat(40)}1${']'.repeat(40)},`),
    ],
    [
      'a key for an action',
      freeze,
      activity('EXPORT_WALLET', { targetPublicKey: ourKey, walletId: 'w' }),
    ],
    [
      'a key with escapes for an action',
      freeze,
      `{"key":"${escapedKey}","operation":"cards.update"}`,
    ],
    [
      'a login for an action',
      freeze,
      '{"operation":"cards.update","type":"ACTIVITY_TYPE_STAMP_LOGIN"}',
    ],
    [
      'a session deep inside',
      freeze,
      '{"body":{"type":"ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION"}}',
    ],
  ])('is %s', async (_what, expected, payload) => {
    expect(await checkPayload(payload, expected)).toBe('mismatch');
  });

  it('never is what an extra receiver under another name is: that is not shown', async () => {
    expect(await checkPayload(paying({ cc: 'ExternalAccount:4' }), pay)).toBe('kind');
    expect(await checkPayload(paying({ op: 'sell' }), pay)).toBe('kind');
  });
});

it('compares digests of all values', async () => {
  for (let count = 0; count < 64; count += 1) {
    const attestationObject = `object ${count}`;
    const expected = { ...addPasskey, attestation: { ...attestation, attestationObject } };
    const payload = newCredential({ attestationObject: { sha256: sha256(attestationObject) } });
    expect([count, await checkPayload(payload, expected as Expected)]).toEqual([count, 'shown']);
  }
});

describe('a payload of another backend', () => {
  it.each([
    `{"clientPublicKey":"${attackersKey}"}`,
    `refresh for ${attackersKey.toUpperCase()}`,
    '{"operation":"sessions.refresh"}',
    '{"type":"ACTIVITY_TYPE_STAMP_LOGIN"}',
    '{"type":"ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION"}',
    '[{"type":"ACTIVITY_TYPE_STAMP_LOGIN"}]',
    '{"body":{"operation":"sessions.refresh"}}',
    'sessions.refresh of Session:1',
  ])('never opens a session: %s', async (payload) => {
    expect(await checkPayload(payload, { kind: 'stamp' })).toBe('mismatch');
  });

  it.each([freezing, 'any payload', '{"note":"refresh"}', '["Card:1"]', '"text"', '5', ''])(
    'is not read otherwise: %s',
    async (payload) => {
      expect(await checkPayload(payload, { kind: 'stamp' })).toBe('unreadable');
    },
  );
});
