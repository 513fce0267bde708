import { describe, expect, it } from 'vitest';
import { quote } from '../../../sdk/test/quotes.ts';
import { json } from '../../../sdk/test/scripted-service.ts';
import { callRelay, testRelay } from '../../test/call-relay.ts';
import type { Answers } from '../../test/fake-platform.ts';

const at = '2026-01-05T09:00:00Z';

const payment = {
  ...quote,
  source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:ada' },
  receivingCurrency: { code: 'EUR', decimals: 2 },
  totalSendingAmount: 15_000,
  totalReceivingAmount: 13_820,
  feesIncluded: 5,
};

function external(accountInfo: object) {
  return { id: 'ExternalAccount:1', status: 'ACTIVE', currency: 'EUR', accountInfo };
}

const iban = {
  accountType: 'EUR_ACCOUNT',
  iban: 'DE89370400440532016789',
  beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace', birthDate: '1990-01-01' },
};

const paying = (given: object = {}, account: object = iban): Answers => ({
  'GET /quotes/Quote:1': () => json(200, { ...payment, ...given }),
  'GET /customers/external-accounts/ExternalAccount:1': () => json(200, external(account)),
});

const describes = (id: string, answers: Answers = {}, user: 'ada' | 'eve' = 'ada') =>
  callRelay(testRelay(answers).relay, 'describe', { id }, { user });

describe('describe', () => {
  it('returns the last digits of a card, and nothing else of it', async () => {
    const { status, body } = await describes('Card:ada');
    expect([status, body]).toEqual([200, { id: 'Card:ada', kind: 'card', last4: '4242' }]);
  });

  it('returns type and name of a credential and of a session', async () => {
    expect((await describes('AuthMethod:ada-key')).body).toEqual({
      id: 'AuthMethod:ada-key',
      kind: 'credential',
      type: 'PASSKEY',
      nickname: 'Phone',
      createdAt: at,
    });
    expect((await describes('Session:ada-1')).body).toEqual({
      id: 'Session:ada-1',
      kind: 'session',
      type: 'EMAIL_OTP',
      nickname: 'ada@example.com',
      createdAt: at,
    });
  });

  it('returns amounts and receiver of a payment, without the account number', async () => {
    const { status, body } = await describes('Quote:1', paying());
    expect([status, body]).toEqual([
      200,
      {
        id: 'Quote:1',
        kind: 'payment',
        sends: { amount: '150.00', currency: 'USD' },
        receives: { amount: '138.20', currency: 'EUR' },
        fees: { amount: '0.05', currency: 'USD' },
        from: 'InternalAccount:ada',
        receiver: { name: 'Ada Lovelace', ending: '6789' },
      },
    ]);
  });

  it.each<[string, Answers, object]>([
    [
      'a payment address',
      paying({
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$grace@example.com' },
        counterpartyInformation: { FULL_NAME: 'Grace Hopper' },
      }),
      { name: 'Grace Hopper', address: '$grace@example.com' },
    ],
    [
      'an alias that is not a number',
      paying({}, { accountType: 'BRL_ACCOUNT', pixKey: 'ada@example.com' }),
      { address: 'ada@example.com' },
    ],
    [
      "the user's own account",
      paying({ destination: { destinationType: 'ACCOUNT', accountId: 'InternalAccount:ada' } }),
      { isOwn: true },
    ],
  ])('names the receiver at %s', async (_what, answers, receiver) => {
    expect((await describes('Quote:1', answers)).body).toMatchObject({ receiver });
  });

  it.each([
    'ExternalAccount:1',
    'Customer:ada',
    'InternalAccount:ada',
    'Card:a/../b',
    'Card:ada?x',
    'card',
  ])('does not read %s', async (id) => {
    const { relay, received } = testRelay();
    const { status } = await callRelay(relay, 'describe', { id });
    expect([status, received]).toEqual([400, []]);
  });

  it('describes neither a payment to an account of somebody else without a name, nor an unknown currency', async () => {
    const account = { destinationType: 'ACCOUNT', accountId: 'InternalAccount:eve' };
    expect((await describes('Quote:1', paying({ destination: account }))).status).toBe(404);
    const odd = { sendingCurrency: { code: 'ODDCOIN' } };
    expect((await describes('Quote:1', paying(odd))).status).toBe(404);
  });
});
