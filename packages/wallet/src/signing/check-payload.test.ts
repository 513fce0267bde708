import { describe, expect, it } from 'vitest';
import { checkPayload, type Expected } from './check-payload.ts';

const ourKey = `04${'12'.repeat(64)}`;
const attackersKey = `04${'ab'.repeat(64)}`;
const escapedKey = `\\u0030${attackersKey.slice(1)}`;

const refresh: Expected = {
  kind: 'refresh',
  sessionId: 'Session:1',
  clientPublicKey: ourKey,
};
const refreshing = `{"clientPublicKey":"${ourKey}","fields":{},"operation":"sessions.refresh","resource":"/auth/sessions/Session:1/refresh"}`;
const payment = '{"amount":100000,"operation":"quotes.execute","resource":"/quotes/Quote:1"}';

const freeze: Expected = { kind: 'action', action: 'freezeCard', input: { cardId: 'Card:1' } };
const freezing =
  '{"fields":{"state":"FROZEN"},"operation":"cards.update","resource":"/cards/Card:1"}';

const attestation = {
  credentialId: 'cred',
  clientDataJson: 'data',
  attestationObject: 'object',
  transports: [],
};
const addPasskey: Expected = { kind: 'add_passkey', nickname: 'Laptop', attestation };
/** Of `object`. */
const digest = '2958d416d08aa5a472d7b509036cb7eafd542add84527e66a145ea64cb4cdc75';

it.each<[string, Expected, string]>([
  ['a refresh', refresh, refreshing],
  ['a refresh without its operation', refresh, `{"publicKey":"${ourKey}"}`],
  ['an action', freeze, freezing],
  [
    'an action with numbers and a digest',
    { kind: 'action', action: 'pay', input: { amount: 5n, rows: [{ memo: 'object' }] } },
    `{"operation":"quotes.execute","amount":5,"memo":{"sha256":"${digest}"}}`,
  ],
  [
    'a sign-out',
    { kind: 'revoke', sessionId: 'Session:1' },
    '{"operation":"sessions.revoke","resource":"/auth/sessions/Session:1"}',
  ],
  [
    "the end of another session, as a relay's action",
    { kind: 'action', action: 'endSession', input: { sessionId: 'Session:2' } },
    '{"operation":"sessions.revoke","resource":"/auth/sessions/Session:2"}',
  ],
  [
    'a removed credential',
    { kind: 'remove_credential', credentialId: 'AuthMethod:1' },
    '{"operation":"credentials.revoke","resource":"/auth/credentials/AuthMethod:1"}',
  ],
  [
    'a new passkey',
    addPasskey,
    `{"operation":"credentials.create","fields":{"credentialId":"cred","attestationObject":{"sha256":"${digest}"}}}`,
  ],
])('is bound: %s', async (_what, expected, payload) => {
  expect(await checkPayload(payload, expected)).toBe('bound');
});

describe('a refresh', () => {
  it.each([
    ['a payment', payment],
    ['the key of somebody else', refreshing.replace(ourKey, attackersKey)],
    ['a second key', refreshing.replace('{', `{"targetPublicKey":"${attackersKey}",`)],
    ['a second key with escapes', refreshing.replace('{', `{"key":"${escapedKey}",`)],
    ['a payment with the own key in its memo', payment.replace('{', `{"memo":"${ourKey}",`)],
    [
      'a payment that calls itself a session as well',
      payment.replace('{', `{"type":"session","publicKey":"${ourKey}",`),
    ],
  ])('is not %s', async (_what, payload) => {
    expect(await checkPayload(payload, refresh)).toBe('mismatch');
  });
});

describe('further checks', () => {
  it.each<[string, Expected, string]>([
    ['a payment for a sign-out', { kind: 'revoke', sessionId: 'Session:1' }, payment],
    [
      'another session for a sign-out',
      { kind: 'revoke', sessionId: 'Session:2' },
      '{"operation":"sessions.revoke","resource":"/auth/sessions/Session:1"}',
    ],
    [
      'another attestation for a passkey',
      addPasskey,
      '{"operation":"credentials.create","fields":{"credentialId":"cred","attestationObject":"x"}}',
    ],
    ['a refresh for a passkey', addPasskey, refreshing],
  ])('does not accept %s', async (_what, expected, payload) => {
    expect(await checkPayload(payload, expected)).toBe('mismatch');
  });
});

describe('an action', () => {
  it.each([
    refreshing,
    `{"key":"${escapedKey}","operation":"cards.update"}`,
    '{"operation":"cards.update","type":"ACTIVITY_TYPE_STAMP_LOGIN"}',
    '{"operation":"cards.update","body":{"type":"ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION"}}',
  ])('never opens a session: %s', async (payload) => {
    expect(await checkPayload(payload, freeze)).toBe('mismatch');
  });

  it.each([
    ['not JSON', 'opaque bytes'],
    ['not an object', '["Card:1"]'],
    ['another card', freezing.replace('Card:1', 'Card:2')],
    ['a credential', freezing.replace('cards.update', 'credentials.create')],
    ['an export', freezing.replace('cards.update', 'internalAccounts.export')],
    ['hidden deep inside', freezing.replace('{', `{"x":${'['.repeat(40)}1${']'.repeat(40)},`)],
  ])('needs a review: %s', async (_what, payload) => {
    expect(await checkPayload(payload, freeze)).toBe('unchecked');
  });

  it('needs a review when its input has neither a string nor a number', async () => {
    const input = { isOn: true };
    expect(await checkPayload(freezing, { kind: 'action', action: 'x', input })).toBe('unchecked');
  });
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

  it('needs a review otherwise', async () => {
    expect(await checkPayload(payment, { kind: 'stamp' })).toBe('unchecked');
    expect(await checkPayload('any payload', { kind: 'stamp' })).toBe('unchecked');
  });
});
