import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import { expectInvalid, expectRefused } from '../../../test/support/open-mock.ts';
import { between, eventKinds, payer } from '../../../test/support/payers.ts';
import { code, number, scaScene } from '../../../test/support/strong-authentication.ts';

test.each([
  ['USD', ['PAYOUT']],
  ['EUR', ['CURRENCY_CONVERSION', 'PAYOUT']],
])(
  'rule 131: a quote from USD outside to %s shows where to pay once %s is authorized',
  async (currency, purposes) => {
    const { api, customer, logIn } = await scaScene({ quoteLifetime: 900_000 }, number);
    const { id: customerId } = customer;
    await logIn();
    const { id: accountId } = api.mock.add.externalAccount({ customerId, currency });
    const destination = { destinationType: 'ACCOUNT', accountId };
    const { ask } = payer(api);
    const outside = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId };
    const asked = await ask({ source: outside, destination });
    expect(asked.status).toBe(202);
    const { id: quoteId, transactionId, expiresAt } = asked.body;
    api.mock.clock.advance({ minutes: 6 });
    const read = async (path: string) => (await api.send('GET', path)).body;
    const pay = () => api.send('POST', '/sandbox/send', { quoteId, currencyCode: 'USD' });
    const authorize = () => api.send('POST', `/quotes/${quoteId}/authorize`, { code });
    let quote = asked.body;
    for (const purpose of purposes) {
      const again = await read(`/quotes/${quoteId}`);
      for (const shown of [quote, again]) {
        const scaChallenge = { purpose, expiresAt };
        expect(shown).toMatchObject({ status: 'PENDING_AUTHORIZATION', scaChallenge });
      }
      for (const shown of [quote, again, await read(`/transactions/${transactionId}`)]) {
        expect(shown).not.toHaveProperty('paymentInstructions');
      }
      expectRefused(await pay(), 409, 'CONFLICT');
      quote = (await authorize()).body;
    }
    const kinds = ['PENDING', ...purposes.map(() => 'PENDING_AUTHORIZATION')];
    expect(eventKinds(api, 'OUT')).toEqual(kinds.map((kind) => `OUTGOING_PAYMENT.${kind}`));
    const { paymentInstructions, scaChallenge } = quote;
    expect([quote.status, scaChallenge]).toEqual(['PENDING', undefined]);
    expect(paymentInstructions).toHaveLength(2);
    expect(await read(`/transactions/${transactionId}`)).toMatchObject({ paymentInstructions });
    expectRefused(await authorize(), 409, 'CONFLICT');
    expect((await pay()).body).toMatchObject({ status: 'PROCESSING' });
  },
);

test.each([
  ['USD', {}],
  ['EUR', { immediatelyExecute: true }],
  ['EUR', {}],
])(
  'a payment from an account in USD to %s with %j is authorized once, for all of it',
  async (currency, more) => {
    const { api, customer, logIn, source: accountId } = await scaScene({}, number);
    await logIn();
    const { id: payee } = api.mock.add.externalAccount({ customerId: customer.id, currency });
    const asked = await payer(api).ask(between(accountId, payee, 10_000, more));
    const path = `/quotes/${asked.body.id}`;
    api.mock.clock.advance({ minutes: 1 });
    const { body } =
      'immediatelyExecute' in more ? asked : await api.send('POST', `${path}/execute`);
    const purpose = 'PAYOUT';
    const { expiresAt } = asked.body;
    const challenge = { purpose, expiresAt };
    expect(body).toMatchObject({ status: 'PENDING_AUTHORIZATION', scaChallenge: challenge });
    expect(asked.status).toBe(201);
    const { status, scaChallenge } = (await api.send('POST', `${path}/authorize`, { code })).body;
    expect([status, scaChallenge]).toEqual(['PROCESSING', undefined]);
  },
);

test('rule 149: a factor is not asked of the platform, nor of a customer without any before a payment', async () => {
  const api = await open({ strongAuthenticationRegions: ['DE'] });
  const { ask } = payer(api);
  const from = async (accountId: string, more: object) =>
    (await ask({ source: { sourceType: 'ACCOUNT', accountId }, ...more })).status;
  const { internalAccount, customer } = api.mock.add;
  expect(await from(internalAccount().id, { scaFactor: 'SMS_OTP' })).toBe(201);
  const customerId = customer({ region: 'DE' }).id;
  const { id: accountId } = api.mock.add.externalAccount({ customerId });
  const destination = { destinationType: 'ACCOUNT', accountId };
  expect(await from(internalAccount({ customerId }).id, { destination })).toBe(201);
});

const mismatch = {
  status: 'FAILED',
  failureReason: 'FUNDING_AMOUNT_MISMATCH',
  refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
};

test.rows([
  ['USD', 0, false],
  ['USD', 1, false],
  ['USDC', 0, true],
  ['USDC', 1, true],
  ['USDC', 1, false],
])(
  'of money from outside in %s %i are missing: what fails is kept in an account, if %j',
  async (api, currency, missing, hasAccount) => {
    const { quote, customerId, transaction } = payer(api, undefined, 0);
    const isDollar = currency === 'USD';
    const fee = { platformFixedFee: { amount: 150, currency }, platformVariableFeeBps: 0 };
    if (hasAccount) api.mock.add.internalAccount({ customerId, currency });
    const network = isDollar ? {} : { cryptoNetwork: 'BASE' };
    const made = await quote({
      source: { sourceType: 'REALTIME_FUNDING', currency, customerId, ...network },
      lockedCurrencyAmount: 5_000_000,
      ...(isDollar ? { platformFeeOverride: fee } : {}),
    });
    const currencyAmount = made.totalSendingAmount - missing;
    const pay = (currencyCode: string) =>
      api.send('POST', '/sandbox/send', { quoteId: made.id, currencyCode, currencyAmount });
    expectInvalid(await pay('EUR'), 'currencyCode');
    const { source, status } = (await pay(currency)).body;
    const { paymentRails } = { ...made.paymentInstructions?.[0]?.accountOrWalletInfo };
    expect([status, Array.isArray(paymentRails)]).toEqual(['PROCESSING', isDollar]);
    expect(Object(source).paymentRail).toBe((paymentRails as string[] | undefined)?.[0]);
    await transaction(made.transactionId);
    api.mock.clock.advance({ seconds: 30 });
    const ended = await transaction(made.transactionId);
    expect(ended).toMatchObject(missing === 0 ? { status: 'COMPLETED' } : mismatch);
    expect(ended.settledAt === undefined).toBe(missing > 0);
    const refunding = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];
    const kinds = ['PENDING', 'PROCESSING', ...(missing === 0 ? ['COMPLETED'] : refunding)];
    expect(eventKinds(api, 'OUT')).toEqual(kinds.map((kind) => `OUTGOING_PAYMENT.${kind}`));
    const platform = isDollar ? 150 : 0;
    const fees = made.feesIncluded - platform;
    const paid = { moneyOut: currencyAmount - made.feesIncluded, balances: platform, fees };
    const back = { moneyOut: 0, balances: currencyAmount, fees: 0 };
    const moved = missing === 0 ? [paid] : hasAccount ? [back] : [];
    const all = { currency, moneyIn: currencyAmount, holds: 0 };
    expect(api.mock.ledger.balances()).toEqual(moved.map((each) => ({ ...all, ...each })));
    expectRefused(await pay(currency), 409, 'CONFLICT');
  },
);
