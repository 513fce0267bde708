import { agentPermissions, type Fields } from '@org/payments-contract';
import type { PolicyFields } from '../../src/areas/agents/agents.ts';
import type { OpenMock, Reply } from './open-mock.ts';

export interface QuoteBody {
  readonly id: string;
  readonly status: string;
  readonly expiresAt: string;
  readonly totalSendingAmount: number;
  readonly totalReceivingAmount: number;
  readonly exchangeRate: number;
  readonly feesIncluded: number;
  readonly platformFeesIncluded?: number;
  readonly transactionId: string;
  readonly paymentInstructions?: readonly {
    readonly accountOrWalletInfo: {
      readonly accountType: string;
      readonly [name: string]: unknown;
    };
  }[];
}

/** Returns the body of a quote between two accounts, of an amount to send. */
export const between = (
  source: string,
  destination: string,
  amount: number,
  more = {},
): Fields => ({
  source: { sourceType: 'ACCOUNT', accountId: source },
  destination: { destinationType: 'ACCOUNT', accountId: destination },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: amount,
  ...more,
});

/** Prepares a customer with an account in USD and an external account in EUR, and short ways to pay. */
export function payer(api: OpenMock, accountNumber = '000123456', available = 100_000) {
  const customer = api.mock.add.customer({ umaAddress: '$ada@platform.example.com' });
  const customerId = customer.id;
  const account = api.mock.add.internalAccount({ customerId, available });
  const external = api.mock.add.externalAccount({
    customerId,
    currency: 'EUR',
    accountInfo: { accountType: 'EUR_ACCOUNT', iban: accountNumber },
  });
  const body = (more: Fields = {}) => between(account.id, external.id, 10_000, more);
  const ask = (more: Fields = {}, headers = {}): Promise<Reply> =>
    api.send('POST', '/quotes', body(more), headers);
  const quote = async (more: Fields = {}): Promise<QuoteBody> => {
    const reply = await ask(more);
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
    return reply.body as unknown as QuoteBody;
  };
  const execute = (id: string, headers = {}) =>
    api.send('POST', `/quotes/${id}/execute`, undefined, headers);
  const read = async (id: string) => (await api.send('GET', `/quotes/${id}`)).body;
  const transaction = async (id: string) => (await api.send('GET', `/transactions/${id}`)).body;
  const funds = async (): Promise<readonly number[]> => {
    const list = await api.send('GET', `/customers/internal-accounts?customerId=${customerId}`);
    const found = (list.body.data as { id: string; balance: Money; totalBalance: Money }[]).find(
      ({ id }) => id === account.id,
    );
    return [found?.balance.amount ?? -1, found?.totalBalance.amount ?? -1];
  };
  return {
    customer,
    customerId,
    account,
    external,
    body,
    ask,
    quote,
    execute,
    read,
    transaction,
    funds,
  };
}

/** Prepares a payment of 25.00 that arrived at a customer and waits for the platform. */
export async function arrival(api: OpenMock, sender = '$success.usd', available = 0) {
  const scene = payer(api, '000123456', available);
  const receive = (more: object = {}) =>
    api.send('POST', '/sandbox/uma/receive', {
      senderUmaAddress: `${sender}@sandbox.example.com`,
      customerId: scene.customerId,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 2_500,
      ...more,
    });
  const { body } = await receive();
  const decide = (verb: string, more?: object) =>
    api.send('POST', `/transactions/${body.id}/${verb}`, more);
  return { ...scene, receive, body, decide };
}

/** An entry of the configuration for a currency. */
export const configured = (currencyCode: string, more = {}) => ({
  currencyCode,
  minAmount: 1,
  maxAmount: 100,
  requiredCounterpartyFields: [],
  enabledTransactionTypes: ['OUTGOING'],
  ...more,
});

interface Money {
  readonly amount: number;
}

/** Returns the types of event that a mock emitted, oldest first, that begin with a prefix. */
export function eventKinds(api: OpenMock, prefix: string): string[] {
  return api.mock.events.map(({ type }) => type).filter((type) => type.startsWith(prefix));
}

type Body = Readonly<Record<string, unknown>>;

export interface AgentSceneOptions {
  /** Merged into a policy that allows everything. */
  readonly policy?: PolicyFields;
  /** What the customer's account holds in USD; 1,000.00 when left out. */
  readonly available?: number;
  /** Of the external account; decides how a payment to it ends. */
  readonly accountNumber?: string;
}

/**
 * Prepares a customer with an account and an external account, an agent that may do everything, and
 * short ways to act as the agent.
 */
export function agentScene(api: OpenMock, options: AgentSceneOptions = {}) {
  const { policy = {}, available = 1_000_00, accountNumber = '000123456' } = options;
  const { id: customerId } = api.mock.add.customer();
  const account = api.mock.add.internalAccount({ customerId, available });
  const external = api.mock.add.externalAccount({ customerId, accountNumber });
  const { agent, accessToken } = api.mock.add.agent({
    customerId,
    policy: { permissions: [...agentPermissions], ...policy },
  });
  const path = `/agents/${agent.id}`;
  const asAgent = (method: string, subPath: string, body?: unknown, headers: object = {}) =>
    api.send(method, `/agents/me${subPath}`, body, {
      authorization: `Bearer ${accessToken}`,
      ...headers,
    });
  const out = (amount: number, from: string = account.id, headers: object = {}) => {
    const ends = { source: { accountId: from }, destination: { accountId: external.id } };
    return asAgent('POST', '/transfer-out', { ...ends, amount }, headers);
  };
  const takeIn = (amount: number) => {
    const ends = { source: { accountId: external.id }, destination: { accountId: account.id } };
    return asAgent('POST', '/transfer-in', { ...ends, amount });
  };
  const decide = (actionId: unknown, verb: 'approve' | 'reject', body?: Body): Promise<Reply> =>
    api.send('POST', `${path}/actions/${actionId}/${verb}`, body);
  const setPaused = (isPaused: boolean) => api.send('PATCH', path, { isPaused });
  const setPolicy = (change: unknown) => api.send('PATCH', `${path}/policy`, change);
  return {
    customerId,
    account,
    external,
    agent,
    accessToken,
    path,
    asAgent,
    out,
    takeIn,
    decide,
    setPaused,
    setPolicy,
  };
}
