import type { Fields } from '@org/payments-contract';
import type { Mock } from '../../src/index.ts';
import { type ObservedMock, observedMock } from './observed-mock.ts';

export interface Reply {
  readonly status: number;
  readonly body: Fields;
}

const ibans = ['123', '002', '003', '004', '005', '006', '007'].map(
  (end) => `DE89370400440532${end}`,
);
const numbers = ['123456', '123002', '123004', '123005', '123006'];

/** Returns a function that sends requests to a mock; a failure of the mock itself throws. */
function sendTo({ fetch, connection }: Mock) {
  return async (
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => {
    const response = await fetch(`${connection.baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status >= 500) throw new Error(`${method} ${path} responded ${response.status}`);
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Fields) };
  };
}

/**
 * Prepares a platform with everything that moves money or changes state: accounts in two
 * currencies, a wallet, cards, receivers of every outcome, an agent with limits, businesses to
 * verify, a stablecoin that the platform issues, and a customer who has to authenticate.
 */
export function openScene(seed: string) {
  const observed: ObservedMock = observedMock({
    seed,
    authentication: 'off',
    checkResponses: true,
    strongAuthenticationRegions: ['DE'],
  });
  const { mock } = observed;
  const { id: customerId } = mock.add.customer({ umaAddress: '$ada@example.com' });
  const dollars = mock.add.internalAccount({ customerId, available: 5_000 }).id;
  const euros = mock.add.internalAccount({ customerId, currency: 'EUR', available: 700 }).id;
  const spare = mock.add.internalAccount({ customerId }).id;
  const wallet = mock.add.wallet({ customerId, available: 3_000 }).account.id;
  const euroPayees = (owner: typeof customerId) =>
    ibans.map((iban) => {
      const accountInfo = { accountType: 'EUR_ACCOUNT', iban };
      return mock.add.externalAccount({ customerId: owner, currency: 'EUR', accountInfo }).id;
    });
  const inEuros = euroPayees(customerId);
  const inDollars = numbers.map(
    (accountNumber) => mock.add.externalAccount({ customerId, accountNumber }).id,
  );
  mock.add.card({ fundingSources: [dollars] });
  mock.add.card({ fundingSources: [wallet, dollars] });
  const { agent, accessToken } = mock.add.agent({
    customerId,
    policy: {
      permissions: ['CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
      approvalThresholds: { currency: 'USD', amount: 50 },
    },
  });
  for (const suffix of ['001', '002', '003']) {
    const businessInfo = { legalName: 'Acme', registrationNumber: `R${suffix}` };
    mock.add.customer({ customerType: 'BUSINESS', businessInfo });
  }
  mock.add.customer({ kycStatus: 'UNVERIFIED' });
  const german = mock.add.customer({ region: 'DE', phoneNumber: '+4915112345678' }).id;
  const authenticated = mock.add.internalAccount({ customerId: german, available: 900 }).id;
  const germanPayees = euroPayees(german);

  const stablecoinId = mock.add.stablecoin({ symbol: 'USDB' }).id;
  const reserve = mock.add.internalAccount({ available: 4_000 }).id;
  const issued = [
    mock.add.internalAccount({ currency: 'USDB', available: 2_000_000 }).id,
    mock.add.internalAccount({ currency: 'USDB', customerId }).id,
  ];
  const banks = numbers.map(
    (accountNumber) => mock.add.externalAccount({ accountNumber, isPlatformAccount: true }).id,
  );

  return {
    ...observed,
    send: sendTo(mock),
    customerId,
    dollars,
    euros,
    spare,
    wallet,
    inEuros,
    inDollars,
    german,
    authenticated,
    germanPayees,
    stablecoinId,
    reserve,
    issued,
    banks,
    agentId: agent.id,
    accessToken,
  };
}

export type Scene = ReturnType<typeof openScene>;
