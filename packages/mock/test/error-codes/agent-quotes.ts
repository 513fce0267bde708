import type { PolicyFields } from '../../src/areas/agents/fixture.ts';
import type { CustomerFields } from '../../src/areas/customers/fixture.ts';
import type { Scenarios, Stage } from './stage.ts';

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
