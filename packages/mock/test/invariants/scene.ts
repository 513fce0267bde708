import type { Fields } from '../../src/fields.ts';
import type { ObservedMock } from './observed-mock.ts';
import { observedMock } from './observed-mock.ts';

export interface Reply {
  readonly status: number;
  readonly body: Fields;
}

const ibans = ['123', '002', '003', '004', '005', '006', '007'].map(
  (end) => `DE89370400440532${end}`,
);
const numbers = ['123456', '123002', '123004', '123005', '123006'];

/**
 * Prepares a platform with everything that moves money or changes state: accounts in two
 * currencies, a wallet, cards, receivers of every outcome, an agent with limits, businesses to
 * verify.
 */
export function openScene(seed: string) {
  const observed: ObservedMock = observedMock({
    seed,
    authentication: 'off',
    checkResponses: true,
  });
  const { mock } = observed;
  const { id: customerId } = mock.add.customer({ umaAddress: '$ada@example.com' });
  const dollars = mock.add.internalAccount({ customerId, available: 5_000 }).id;
  const euros = mock.add.internalAccount({ customerId, currency: 'EUR', available: 700 }).id;
  const spare = mock.add.internalAccount({ customerId }).id;
  const wallet = mock.add.wallet({ customerId, available: 3_000 }).account.id;
  const inEuros = ibans.map((iban) => {
    const accountInfo = { accountType: 'EUR_ACCOUNT', iban };
    return mock.add.externalAccount({ customerId, currency: 'EUR', accountInfo }).id;
  });
  const inDollars = numbers.map(
    (accountNumber) => mock.add.externalAccount({ customerId, accountNumber }).id,
  );
  mock.add.card({ fundingSources: [dollars] });
  mock.add.card({ fundingSources: [wallet, dollars] });
  const { agent, accessToken } = mock.add.agent({
    customerId,
    policy: {
      permissions: ['CREATE_TRANSFERS'],
      approvalThresholds: { currency: 'USD', amount: 50 },
    },
  });
  for (const suffix of ['001', '002', '003']) {
    const businessInfo = { legalName: 'Acme', registrationNumber: `R${suffix}` };
    mock.add.customer({ customerType: 'BUSINESS', businessInfo });
  }
  mock.add.customer({ kycStatus: 'UNVERIFIED' });

  const send = async (
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => {
    const response = await mock.fetch(`${mock.connection.baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status >= 500) throw new Error(`${method} ${path} responded ${response.status}`);
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Fields) };
  };

  return {
    ...observed,
    send,
    customerId,
    dollars,
    euros,
    spare,
    wallet,
    inEuros,
    inDollars,
    agentId: agent.id,
    accessToken,
  };
}

export type Scene = ReturnType<typeof openScene>;
