import { sampleInfo } from '../support/account-samples.ts';
import type { Scenarios, Stage } from './stage.ts';

const merchant = { descriptor: 'SHOP' };
const beginsWith = (path: string) => (s: Stage) => s.send('GET', path);

/**
 * Prepares a customer with 1,000.00 USD, and the body of a request for a quote to an account in
 * EUR.
 */
function payer({ mock }: Stage, fields: object = {}) {
  const { id: customerId } = mock.add.customer(fields);
  const { id } = mock.add.internalAccount({ customerId, available: 100_000 });
  const external = mock.add.externalAccount({ customerId, currency: 'EUR' });
  const body = {
    source: { sourceType: 'ACCOUNT', accountId: id } as object,
    destination: { destinationType: 'ACCOUNT', accountId: external.id } as object,
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000,
  };
  return { customerId, id, external, body };
}

const toUma = (umaAddress: string) => ({ destinationType: 'UMA_ADDRESS', umaAddress });

async function quoteOf(s: Stage, more: object = {}, fields: object = {}) {
  const made = payer(s, fields);
  const body = { ...made.body, ...more };
  const quote = (await s.send('POST', '/quotes', body)) as { id: string; transactionId: string };
  return { ...made, quote };
}

/** Prepares an account of a customer or of the platform, and its path. */
function account({ mock }: Stage, owner: 'customers' | 'platform') {
  const isPlatformAccount = owner === 'platform';
  const accountInfo = { accountType: 'SOLANA_WALLET', address: 'x' };
  const { id } = mock.add.externalAccount({ isPlatformAccount, currency: 'USDC', accountInfo });
  return `/${owner}/external-accounts/${id}`;
}

async function cardUse({ mock, send }: Stage, amount = 5) {
  const { account: wallet } = mock.add.wallet({ available: 10 });
  const { id } = mock.add.card({ fundingSources: [wallet.id] });
  const path = `/sandbox/cards/${id}/simulate`;
  const body = { amount, currency: { code: 'USD' }, merchant };
  const used = (await send('POST', `${path}/authorization`, body)) as { id: string };
  return { path, cardTransactionId: used.id };
}

async function proved(s: Stage, owner: 'customers' | 'platform') {
  const path = account(s, owner);
  await s.send('POST', `${path}/challenge`, { method: 'WALLET_SIGNATURE' });
  await s.send('POST', `${path}/verify`, { signature: 'sandbox-valid-signature' });
  return path;
}

function accountScenarios(owner: 'customers' | 'platform'): Scenarios {
  const name = owner === 'platform' ? 'platformAccounts' : 'externalAccounts';
  const list = `/${owner}/external-accounts`;
  const none = `${list}/ExternalAccount:none`;
  const create =
    (suffix: string, more: object = {}) =>
    (s: Stage) =>
      s.send('POST', list, {
        ...(owner === 'platform'
          ? {}
          : { customerId: s.mock.add.customer({ id: 'Customer:1' }).id }),
        currency: 'USD',
        accountInfo: sampleInfo('USD_ACCOUNT', suffix),
        ...more,
      });
  const proof = { signature: 'sandbox-valid-signature' };
  return {
    [`${name}.create INVALID_BANK_ACCOUNT`]: create('105'),
    [`${name}.create CONFLICT`]: async (s) => {
      const customer = owner === 'platform' ? {} : { customerId: s.mock.add.customer().id };
      const more = { ...customer, platformAccountId: 'mine' };
      const accountInfo = sampleInfo('USD_ACCOUNT');
      const body = { currency: 'USD', accountInfo, ...more };
      await s.send('POST', list, body);
      await s.send('POST', list, body);
    },
    [`${name}.get NOT_FOUND`]: beginsWith(none),
    [`${name}.delete NOT_FOUND`]: (s) => s.send('DELETE', none),
    [`${name}.challengeOwnership NOT_FOUND`]: (s) =>
      s.send('POST', `${none}/challenge`, { method: 'LIVENESS' }),
    [`${name}.challengeOwnership CONFLICT`]: async (s) => {
      const path = await proved(s, owner);
      await s.send('POST', `${path}/challenge`, { method: 'WALLET_SIGNATURE' });
    },
    [`${name}.verifyOwnership NOT_FOUND`]: (s) => s.send('POST', `${none}/verify`, proof),
    [`${name}.verifyOwnership CONFLICT`]: (s) =>
      s.send('POST', `${account(s, owner)}/verify`, proof),
  };
}

const quoteScenarios: Scenarios = {
  'quotes.create NOT_FOUND': (s) => {
    const source = { sourceType: 'ACCOUNT', accountId: 'InternalAccount:none' };
    return s.send('POST', '/quotes', { ...payer(s).body, source });
  },
  'quotes.create USER_NOT_FOUND': (s) => {
    const customerId = 'Customer:none';
    const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId };
    return s.send('POST', '/quotes', { ...payer(s).body, source });
  },
  'quotes.create UMA_NOT_FOUND': (s) => quoteOf(s, { destination: toUma('$none@example.com') }),
  'quotes.create LOOKUP_REQUEST_NOT_FOUND': (s) => quoteOf(s, { lookupId: 'Lookup:none' }),
  'quotes.create INVALID_UMA_ADDRESS': (s) => quoteOf(s, { destination: toUma('none') }),
  'quotes.create AMOUNT_OUT_OF_RANGE': (s) => quoteOf(s, { lockedCurrencyAmount: 9e15 }),
  'quotes.create INVALID_CURRENCY': (s) => {
    const { customerId, body } = payer(s);
    const { id } = s.mock.add.externalAccount({
      customerId,
      currency: 'XXX',
      accountInfo: { accountType: 'SWIFT_ACCOUNT' },
    });
    const destination = { destinationType: 'ACCOUNT', accountId: id };
    return s.send('POST', '/quotes', { ...body, destination });
  },
  'quotes.create SELF_PAYMENT': (s) => {
    const { id, body } = payer(s);
    const destination = { destinationType: 'ACCOUNT', accountId: id };
    return s.send('POST', '/quotes', { ...body, destination });
  },
  'quotes.create MISSING_MANDATORY_USER_INFO': (s) => {
    const destination = toUma('$success.usd@sandbox.example.com');
    return quoteOf(s, { destination }, { customerType: 'BUSINESS', kybStatus: 'APPROVED' });
  },
  'quotes.create USER_NOT_READY': (s) => quoteOf(s, {}, { kycStatus: 'PENDING' }),
  'quotes.create COUNTERPARTY_NOT_ALLOWED': (s) => {
    s.mock.add.umaProvider({ domain: 'blocked.example.com', allowListStatus: false });
    return quoteOf(s, { destination: toUma('$success.usd@blocked.example.com') });
  },
  'quotes.get QUOTE_NOT_FOUND': beginsWith('/quotes/Quote:none'),
  'quotes.execute QUOTE_NOT_FOUND': (s) => s.send('POST', '/quotes/Quote:none/execute'),
  'quotes.execute CONFLICT': async (s) => {
    const { quote } = await quoteOf(s);
    await s.send('POST', `/quotes/${quote.id}/execute`);
    await s.send('POST', `/quotes/${quote.id}/execute`);
  },
  'quotes.execute FORBIDDEN': async (s) => {
    const { customerId, body } = payer(s);
    const frozen = s.mock.add.internalAccount({ customerId, status: 'FROZEN', available: 9_999 });
    const source = { sourceType: 'ACCOUNT', accountId: frozen.id };
    const quote = (await s.send('POST', '/quotes', { ...body, source })) as { id: string };
    await s.send('POST', `/quotes/${quote.id}/execute`);
  },
  'quotes.execute AMOUNT_OUT_OF_RANGE': async (s) => {
    const { quote } = await quoteOf(s, { lockedCurrencyAmount: 100_001 });
    await s.send('POST', `/quotes/${quote.id}/execute`);
  },
  'quotes.estimateWithdrawalFee NOT_FOUND': (s) =>
    s.send('POST', '/crypto/estimate-withdrawal-fee', withdrawal('InternalAccount:none')),
  'quotes.estimateWithdrawalFee INVALID_CURRENCY': (s) =>
    s.send('POST', '/crypto/estimate-withdrawal-fee', withdrawal(payer(s).id)),
};

const withdrawal = (internalAccountId: string) => ({
  internalAccountId,
  currency: 'USDC',
  cryptoNetwork: 'SOLANA',
  amount: 1_000_000,
  destinationAddress: 'x',
});

const lookUp = '/receiver/uma/$success.usd@sandbox.example.com';

const receiverScenarios: Scenarios = {
  'receivers.lookUpUma UMA_NOT_FOUND': beginsWith('/receiver/uma/$none@example.com'),
  'receivers.lookUpUma USER_NOT_FOUND': beginsWith(`${lookUp}?customerId=Customer:none`),
  'receivers.lookUpUma INVALID_UMA_ADDRESS': beginsWith('/receiver/uma/none'),
  'receivers.lookUpUma COUNTERPARTY_NOT_ALLOWED': (s) => {
    s.mock.add.umaProvider({ domain: 'sandbox.example.com', allowListStatus: false });
    return s.send('GET', lookUp);
  },
  'receivers.lookUpExternalAccount NOT_FOUND': beginsWith(
    '/receiver/external-account/ExternalAccount:none',
  ),
  'receivers.lookUpExternalAccount USER_NOT_FOUND': (s) =>
    s.send('GET', `/receiver/external-account/${payer(s).external.id}?customerId=Customer:none`),
  'receivers.lookUpExternalAccount INVALID_UMA_ADDRESS': (s) =>
    s.send('GET', `/receiver/external-account/${payer(s).external.id}?senderUmaAddress=none`),
};

const receive = (more: object) => (s: Stage) =>
  s.send('POST', '/sandbox/uma/receive', {
    senderUmaAddress: '$success.usd@sandbox.example.com',
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 1,
    ...more,
  });

const decide = (id: string, verb: string) => (s: Stage) =>
  s.send('POST', `/transactions/${id}/${verb}`, {});
const completed = (verb: string) => (s: Stage) =>
  decide(s.mock.add.transaction({ status: 'COMPLETED' }).id, verb)(s);

const paymentScenarios: Scenarios = {
  'externalAccounts.delete CONFLICT': async (s) => {
    const { external } = await quoteOf(s);
    await s.send('DELETE', `/customers/external-accounts/${external.id}`);
  },
  'platformAccounts.delete CONFLICT': async (s) => {
    const external = s.mock.add.externalAccount({ isPlatformAccount: true, currency: 'EUR' });
    await quoteOf(s, { destination: { destinationType: 'ACCOUNT', accountId: external.id } });
    await s.send('DELETE', `/platform/external-accounts/${external.id}`);
  },
  'sandbox.send QUOTE_NOT_FOUND': (s) =>
    s.send('POST', '/sandbox/send', { quoteId: 'Quote:none', currencyCode: 'USD' }),
  'sandbox.send CONFLICT': async (s) => {
    const { quote } = await quoteOf(s);
    await s.send('POST', '/sandbox/send', { quoteId: quote.id, currencyCode: 'USD' });
  },
  'sandbox.receive USER_NOT_FOUND': receive({ customerId: 'Customer:none' }),
  'sandbox.receive INVALID_UMA_ADDRESS': receive({ receiverUmaAddress: 'none' }),
  'transactions.approve TRANSACTION_NOT_FOUND': decide('Transaction:none', 'approve'),
  'transactions.approve TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL': completed('approve'),
  'transactions.cancel TRANSACTION_NOT_FOUND': decide('Transaction:none', 'cancel'),
  'transactions.cancel TRANSACTION_NOT_CANCELLABLE': completed('cancel'),
  'transactions.confirmReceipt TRANSACTION_NOT_FOUND': decide('Transaction:none', 'confirm'),
};

/** Late simulations of cards, by the last part of their path. */
const simulations = {
  simulateBalanceInquiry: 'balance_inquiry',
  simulateCreditAuthorization: 'credit_authorization',
  simulateFinancialAuthorization: 'financial_authorization',
  simulateFinancialCreditAuthorization: 'financial_credit_authorization',
  simulateAuthorizationAdvice: 'authorization_advice',
  simulateCreditAuthorizationAdvice: 'credit_authorization_advice',
  simulateReturnReversal: 'return_reversal',
} as const;

const use = (code = 'USD') => ({ amount: 1, currency: { code }, merchant });

function simulationScenarios(verb: keyof typeof simulations): Scenarios {
  const name = `cardSimulations.${verb}`;
  const path = simulations[verb];
  const isOfUse = path === 'authorization_advice' || path === 'return_reversal';
  const amount = path === 'return_reversal' ? {} : { amount: 1 };
  const ofNone = { cardTransactionId: 'CardTransaction:none', ...amount };
  const inquiry = path === 'balance_inquiry' ? { merchant } : use();
  const on = (card: string, body: object) => (s: Stage) =>
    s.send('POST', `/sandbox/cards/${card}/simulate/${path}`, body);
  const missing = { [`${name} NOT_FOUND`]: on('Card:none', isOfUse ? ofNone : inquiry) };
  if (path === 'balance_inquiry' || isOfUse) return missing;
  return {
    ...missing,
    [`${name} INVALID_CURRENCY`]: (s) => on(s.mock.add.card().id, use('EUR'))(s),
    [`${name} CONFLICT`]: (s) => on(s.mock.add.card({ state: 'CLOSED' }).id, use())(s),
  };
}

const useScenarios: Scenarios = {
  'cardSimulations.simulateAuthorizationAdvice CONFLICT': async (s) => {
    const { path, cardTransactionId } = await cardUse(s, 11);
    await s.send('POST', `${path}/authorization_advice`, { cardTransactionId, amount: 1 });
  },
  'cardSimulations.simulateAuthorizationAdvice AMOUNT_OUT_OF_RANGE': async (s) => {
    const { path, cardTransactionId } = await cardUse(s);
    await s.send('POST', `${path}/authorization_advice`, { cardTransactionId, amount: 11 });
  },
  'cardSimulations.simulateReturnReversal CONFLICT': async (s) => {
    const { path, cardTransactionId } = await cardUse(s, 11);
    await s.send('POST', `${path}/return_reversal`, { cardTransactionId });
  },
  'cardSimulations.simulateReturnReversal AMOUNT_OUT_OF_RANGE': async (s) => {
    const { path, cardTransactionId } = await cardUse(s, 10);
    await s.send('POST', `${path}/clearing`, { cardTransactionId, amount: 10 });
    await s.send('POST', `${path}/return`, { cardTransactionId, amount: 10 });
    await s.send('POST', `${path}/financial_authorization`, use());
    await s.send('POST', `${path}/return_reversal`, { cardTransactionId });
  },
};

/** How each declared code of the payment areas is reached. */
export const paymentScenarioList: Scenarios = {
  ...accountScenarios('customers'),
  ...accountScenarios('platform'),
  ...quoteScenarios,
  ...receiverScenarios,
  ...paymentScenarios,
  ...useScenarios,
  ...Object.assign(
    {},
    ...(Object.keys(simulations) as (keyof typeof simulations)[]).map(simulationScenarios),
  ),
};

const counterparty = [
  'LOOKUP_REQUEST_FAILED',
  'PARSE_LNURLP_RESPONSE_ERROR',
  'UNSUPPORTED_UMA_VERSION',
  'LNURLP_REQUEST_FAILED',
  'COUNTERPARTY_PUBKEY_FETCH_ERROR',
  'NO_COMPATIBLE_UMA_VERSION',
];

/** Codes of counterparties that can refuse a quote. */
const ofQuotes = [
  'PAYREQ_REQUEST_FAILED',
  'COUNTERPARTY_PUBKEY_FETCH_ERROR',
  'NO_COMPATIBLE_UMA_VERSION',
];

/**
 * Codes that only a fault returns: the sandbox's counterparties do not fail, and it has no
 * production environment.
 */
export const paymentCodesByFault: readonly string[] = [
  'quotes.create QUOTE_REQUEST_FAILED',
  'quotes.create UNSUPPORTED_UMA_VERSION',
  'quotes.create UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY',
  ...ofQuotes.map((code) => `quotes.create ${code}`),
  ...ofQuotes.map((code) => `agent.quotes.create ${code}`),
  ...counterparty.map((code) => `receivers.lookUpUma ${code}`),
  ...counterparty.map((code) => `receivers.lookUpExternalAccount ${code}`),
  'sandbox.send FORBIDDEN',
  'sandbox.receive FORBIDDEN',
  ...Object.keys(simulations).map((verb) => `cardSimulations.${verb} FORBIDDEN`),
];

/** Options that a scenario needs. */
export const paymentOptions = {
  'cardSimulations.simulateFinancialAuthorization CONFLICT': { declinedAuthorization: 'conflict' },
} as const;
