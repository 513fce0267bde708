import type { Preparation } from './resources.ts';

/** The preparations of an operation, besides the resources that its example names. */
export interface Scene {
  /** The options of the mock, as code. */
  readonly options?: string;
  /** Preparations in place of, or besides, the usual ones, by id. */
  readonly prepare?: Readonly<Record<string, Preparation>>;
  /** Ids whose preparation is needed though the example does not name them. */
  readonly also?: readonly string[];
  /** Lines that run after the client has been created: earlier calls of a flow. */
  readonly before?: readonly string[];
  /** Expressions in place of strings of the example. */
  readonly use?: Readonly<Record<string, string>>;
  /** Imports by module, besides the client and the mock. */
  readonly imports?: Readonly<Record<string, string>>;
  /** An input in place of the example's, if the example's needs a party outside the mock. */
  readonly input?: Readonly<Record<string, unknown>>;
}

export const customer = "customerId: 'Customer:91ab'";

export const business: Preparation = {
  lines: [
    "mock.add.customer({ id: 'Customer:91ab', customerType: 'BUSINESS', platformCustomerId: 'ada-ltd' });",
  ],
};

export const platformAccount: Preparation = {
  lines: ["mock.add.externalAccount({ id: 'ExternalAccount:9d2f', isPlatformAccount: true });"],
};

export const stablecoin: Preparation = {
  lines: ["mock.add.stablecoin({ id: 'Stablecoin:6e1f', symbol: 'USDB' });"],
};

const fiatAccount: Preparation = {
  needs: ['Customer:91ab'],
  lines: [
    `mock.add.internalAccount({ id: 'InternalAccount:40de', ${customer}, available: 2_500_00 });`,
  ],
};

export const paying: Scene = {
  prepare: { 'InternalAccount:40de': fiatAccount },
  also: ['InternalAccount:40de', 'ExternalAccount:9d2f'],
};

export const cryptoAccount = (more: string): Preparation => ({
  needs: ['Customer:91ab'],
  lines: [
    'mock.add.externalAccount({',
    "  id: 'ExternalAccount:9d2f',",
    `  ${more},`,
    "  status: 'PENDING',",
    "  currency: 'USDC',",
    "  accountInfo: { accountType: 'SOLANA_WALLET', address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU' },",
    '});',
  ],
});

export const quote = [
  'const quote = await payments.quotes.create({',
  "  source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:40de' },",
  "  destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:9d2f' },",
  "  lockedCurrencySide: 'SENDING',",
  '  lockedCurrencyAmount: 100_00,',
  '});',
];

export const cardUse = [
  'const use = await payments.sandbox.simulateAuthorization({',
  "  id: 'Card:7c1e',",
  '  amount: 4_50,',
  "  currency: { code: 'USD' },",
  "  merchant: { descriptor: 'COFFEE SHOP' },",
  '});',
];

export const onCardUse: Scene = { before: cardUse, use: { 'CardTransaction:2b7c': 'use.id' } };

const agentPolicy = (more = ''): Preparation => ({
  needs: ['Customer:91ab'],
  lines: [
    'const { accessToken } = mock.add.agent({',
    "  id: 'Agent:e811',",
    `  ${customer},`,
    '  policy: {',
    "    permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'MANAGE_EXTERNAL_ACCOUNTS'],",
    ...(more === '' ? [] : [`    ${more},`]),
    '  },',
    '});',
  ],
});

const held = agentPolicy("defaultExecutionMode: 'APPROVAL_REQUIRED'");

export const agentTransfer = [
  'const action = await agent.transfers.createOut({',
  "  source: { accountId: 'InternalAccount:40de' },",
  "  destination: { accountId: 'ExternalAccount:9d2f' },",
  '  amount: 10_00,',
  '});',
];

const agentClient =
  'const agent = createAgentClient({ baseUrl: mock.connection.baseUrl, accessToken, fetch: mock.fetch });';

export const decision: Scene = {
  prepare: { 'Agent:e811': held, 'InternalAccount:40de': fiatAccount },
  also: ['InternalAccount:40de', 'ExternalAccount:9d2f'],
  imports: { '@org/payments-sdk': 'createAgentClient, createPaymentsClient' },
  before: [agentClient, ...agentTransfer],
  use: { 'AgentAction:3e5b': 'action.id' },
};

export const clientKey: Scene = {
  imports: { '@org/payments-crypto': 'generateClientKey' },
  before: ['const clientKey = await generateClientKey();'],
  use: {
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5':
      'clientKey.publicKey',
  },
};

export const pendingIncoming: Preparation = {
  needs: ['Customer:91ab'],
  lines: [`mock.add.transaction({ id: 'Transaction:b0c4', ${customer}, status: 'PENDING' });`],
};

export const deviceCode: Scene = {
  also: ['Customer:91ab'],
  before: [
    'const { deviceCode } = await payments.agents.create({',
    "  name: 'Bookkeeper',",
    `  ${customer},`,
    "  policy: { permissions: ['VIEW_TRANSACTIONS'], spendingLimits: { currency: 'USD', perTransactionLimit: 500_00 } },",
    '});',
  ],
  use: { 'WXYZ-1234': 'deviceCode.code' },
};

export const unverified: Preparation = {
  lines: [
    'mock.add.customer({',
    "  id: 'Customer:91ab',",
    "  phoneNumber: '+14155550123',",
    "  contactVerification: { email: 'PENDING', phone: 'PENDING' },",
    '});',
  ],
};

export const sendEmailCode =
  "await payments.contactVerification.sendEmailCode({ customerId: 'Customer:91ab' });";

export const token: Preparation = {
  lines: ["const token = mock.add.token({ name: 'Back office' });"],
  expression: 'token.id',
};

export const walletSignature = (resource: string) =>
  `await payments.${resource}.challengeOwnership({ externalAccountId: 'ExternalAccount:9d2f', method: 'WALLET_SIGNATURE' });`;

export const agentQuote: Scene = {
  ...paying,
  before: quote.map((line) => line.replace('payments.', 'agent.')),
  use: { 'Quote:4c8e': 'quote.id' },
};

export const cleared =
  "await payments.sandbox.simulateClearing({ id: 'Card:7c1e', cardTransactionId: use.id, amount: 4_50 });";
export const returned = cleared.replace('simulateClearing', 'simulateReturn');
