import type { PolicyFields } from '../../src/areas/agents/agents.ts';
import type { CustomerFields } from '../../src/areas/customers/customers.ts';
import type { Scenarios, Stage } from './stage.ts';

type Scenario = (stage: Stage) => Promise<unknown>;

/** Sends as an agent with these permissions. */
function asAgent(
  permissions: PolicyFields['permissions'] & object,
  method: string,
  path: string,
  body?: unknown,
): Scenario {
  return ({ mock, send }) => {
    const { accessToken } = mock.add.agent({ policy: { permissions } });
    return send(method, `/agents/me${path}`, body, { authorization: `Bearer ${accessToken}` });
  };
}

const account = (iban: string) => ({
  currency: 'EUR',
  accountInfo: {
    accountType: 'EUR_ACCOUNT',
    iban,
    beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Hopper GmbH' },
  },
});

const iban = 'DE89370400440532013000';
const mayManage = ['MANAGE_EXTERNAL_ACCOUNTS'] as const;

type Then = (agent: {
  readonly send: (path: string, body?: object) => Promise<unknown>;
  readonly ask: () => Promise<string>;
}) => Promise<unknown>;

/** Prepares an agent with 100 USD that uses quotes. */
function withQuotes(policy: PolicyFields, then: Then): Scenario {
  return ({ mock, send }) => {
    const { id: customerId } = mock.add.customer();
    const { id } = mock.add.internalAccount({ customerId, available: 100 });
    const external = mock.add.externalAccount({ customerId });
    const permissions = ['CREATE_QUOTES', 'EXECUTE_QUOTES'];
    const { accessToken } = mock.add.agent({
      customerId,
      policy: { permissions, ...policy },
    });
    const authorization = `Bearer ${accessToken}`;
    const post = (path: string, body?: object) =>
      send('POST', `/agents/me${path}`, body, { authorization });
    const ask = async () => {
      const quote = (await post('/quotes', quoteOf(id, external.id))) as { id: string };
      return `/quotes/${quote.id}/execute`;
    };
    return then({ send: post, ask });
  };
}

const quoteOf = (from: string, to: string, amount = 60) => ({
  source: { sourceType: 'ACCOUNT', accountId: from },
  destination: { destinationType: 'ACCOUNT', accountId: to },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: amount,
});
const unknownQuote = quoteOf('InternalAccount:none', 'ExternalAccount:none');

const quoteScenarios: Readonly<Record<string, Scenario>> = {
  'agent.quotes.create FORBIDDEN': withQuotes({ permissions: [] }, ({ send }) =>
    send('/quotes', unknownQuote),
  ),
  'agent.quotes.create NOT_FOUND': withQuotes({}, ({ send }) => send('/quotes', unknownQuote)),
  'agent.quotes.get QUOTE_NOT_FOUND': asAgent([], 'GET', '/quotes/Quote:none'),
  'agent.quotes.execute QUOTE_NOT_FOUND': withQuotes({}, ({ send }) =>
    send('/quotes/Quote:none/execute'),
  ),
  'agent.quotes.execute FORBIDDEN': withQuotes(
    { permissions: ['CREATE_QUOTES'] },
    async ({ send, ask }) => send(await ask()),
  ),
  'agent.quotes.execute VELOCITY_LIMIT_EXCEEDED': withQuotes(
    { spendingLimits: { perTransactionLimit: 1 } },
    async ({ send, ask }) => send(await ask()),
  ),
  'agent.quotes.execute CONFLICT': withQuotes({}, async ({ send, ask }) => {
    const path = await ask();
    await send(path);
    return send(path);
  }),
  'agent.quotes.execute AMOUNT_OUT_OF_RANGE': withQuotes({}, async ({ send, ask }) => {
    const [first, second] = [await ask(), await ask()];
    await send(first);
    return send(second);
  }),
};

/** Prepares an agent that manages external accounts, and may ask for quotes to them. */
const managing =
  (then: (agent: Managing) => Promise<unknown>): Scenario =>
  ({ mock, send }) => {
    const { id: customerId } = mock.add.customer();
    const permissions = [...mayManage, 'CREATE_QUOTES'];
    const { accessToken } = mock.add.agent({ customerId, policy: { permissions } });
    const authorization = `Bearer ${accessToken}`;
    return then({
      from: mock.add.internalAccount({ customerId, available: 100 }).id,
      to: mock.add.externalAccount({ customerId }).id,
      send: (method, path, body) => send(method, `/agents/me${path}`, body, { authorization }),
    });
  };

interface Managing {
  readonly from: string;
  readonly to: string;
  send(method: string, path: string, body?: object): Promise<unknown>;
}

/** Codes that only a fault returns: the sandbox's counterparties do not fail. */
export const ownCodesByFault: readonly string[] = [
  'agent.quotes.create QUOTE_REQUEST_FAILED',
  'agent.quotes.create UNSUPPORTED_UMA_VERSION',
];

/** Scenarios that reach error codes of the agent's own operations, by operation and code. */
export const ownScenarios: Readonly<Record<string, Scenario>> = {
  'agent.externalAccounts.create FORBIDDEN': asAgent(
    [],
    'POST',
    '/external-accounts',
    account(iban),
  ),
  'agent.externalAccounts.create CONFLICT': managing(async ({ send }) => {
    const body = { ...account(iban), platformAccountId: 'mine' };
    await send('POST', '/external-accounts', body);
    await send('POST', '/external-accounts', body);
  }),
  'agent.externalAccounts.delete CONFLICT': managing(async ({ send, from, to }) => {
    await send('POST', '/quotes', quoteOf(from, to));
    await send('DELETE', `/external-accounts/${to}`);
  }),
  'agent.externalAccounts.create INVALID_BANK_ACCOUNT': asAgent(
    [...mayManage],
    'POST',
    '/external-accounts',
    account('DE89370400440532013105'),
  ),
  'agent.externalAccounts.delete FORBIDDEN': asAgent(
    [],
    'DELETE',
    '/external-accounts/ExternalAccount:none',
  ),
  'agent.transactions.get FORBIDDEN': asAgent([], 'GET', '/transactions/Transaction:none'),
  'agent.transactions.get TRANSACTION_NOT_FOUND': asAgent(
    ['VIEW_TRANSACTIONS'],
    'GET',
    '/transactions/Transaction:none',
  ),
  'agent.transactions.list FORBIDDEN': asAgent([], 'GET', '/transactions'),
  ...quoteScenarios,
};

interface Case {
  readonly customer?: CustomerFields;
  readonly policy?: PolicyFields;
  /**
   * Returns the fields that differ from a valid request, given the accounts of the agent's
   * customer.
   */
  readonly body?: (ids: { from: string; customerId: `Customer:${string}`; stage: Stage }) => object;
}

const toUma = (umaAddress: string) => ({
  destination: { destinationType: 'UMA_ADDRESS', umaAddress },
});

/** Prepares an agent and sends its request for a quote, which is refused. */
function asking({ customer = {}, policy = {}, body }: Case) {
  return (stage: Stage) => {
    const { mock, send } = stage;
    const { id: customerId } = mock.add.customer(customer);
    const from = mock.add.internalAccount({ customerId, available: 100_000 }).id;
    const { id: to } = mock.add.externalAccount({ customerId });
    const permissions: PolicyFields['permissions'] = ['CREATE_QUOTES', 'EXECUTE_QUOTES'];
    const { accessToken } = mock.add.agent({ customerId, policy: { permissions, ...policy } });
    const usual = {
      source: { sourceType: 'ACCOUNT', accountId: from },
      destination: { destinationType: 'ACCOUNT', accountId: to },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
    };
    const quote = { ...usual, ...body?.({ from, customerId, stage }) };
    const authorization = `Bearer ${accessToken}`;
    return send('POST', '/agents/me/quotes', quote, { authorization });
  };
}

const testAddress = '$success.usd@sandbox.example.com';

/**
 * The refusals of an agent's request for a quote: those of the platform's requests, and those of
 * the agent's policy.
 */
export const agentQuoteScenarios: Scenarios = {
  'agent.quotes.create UMA_NOT_FOUND': asking({ body: () => toUma('$none@example.com') }),
  'agent.quotes.create LOOKUP_REQUEST_NOT_FOUND': asking({
    body: () => ({ lookupId: 'Lookup:none' }),
  }),
  'agent.quotes.create INVALID_UMA_ADDRESS': asking({ body: () => toUma('none') }),
  'agent.quotes.create AMOUNT_OUT_OF_RANGE': asking({
    body: () => ({ lockedCurrencyAmount: 9e15 }),
  }),
  'agent.quotes.create INVALID_CURRENCY': asking({
    body: ({ customerId, stage }) => {
      const { id } = stage.mock.add.externalAccount({
        customerId,
        currency: 'XXX',
        accountInfo: { accountType: 'SWIFT_ACCOUNT' },
      });
      return { destination: { destinationType: 'ACCOUNT', accountId: id } };
    },
  }),
  'agent.quotes.create SELF_PAYMENT': asking({
    body: ({ from }) => ({ destination: { destinationType: 'ACCOUNT', accountId: from } }),
  }),
  'agent.quotes.create MISSING_MANDATORY_USER_INFO': asking({
    customer: { customerType: 'BUSINESS', kybStatus: 'APPROVED' },
    body: () => toUma(testAddress),
  }),
  'agent.quotes.create USER_NOT_READY': asking({ customer: { kycStatus: 'PENDING' } }),
  'agent.quotes.create COUNTERPARTY_NOT_ALLOWED': asking({
    body: ({ stage }) => {
      stage.mock.add.umaProvider({ domain: 'sandbox.example.com', allowListStatus: false });
      return toUma(testAddress);
    },
  }),
  'agent.quotes.create VELOCITY_LIMIT_EXCEEDED': asking({
    policy: { spendingLimits: { perTransactionLimit: 1 } },
    body: () => ({ immediatelyExecute: true }),
  }),
};
