import type { Preparation } from './resources.ts';

/** What an operation needs besides the resources that its example names. */
export interface Scene {
  /** Preparations in place of, or besides, the usual ones, by id. */
  readonly prepare?: Readonly<Record<string, Preparation>>;
  /** Ids whose preparation is needed though the example does not name them. */
  readonly also?: readonly string[];
  /** Lines that run after the client has been made: earlier calls of a flow. */
  readonly before?: readonly string[];
  /** Expressions in place of texts of the example. */
  readonly use?: Readonly<Record<string, string>>;
  /** Imports by module, besides the client and the mock. */
  readonly imports?: Readonly<Record<string, string>>;
  /** An input in place of the example's, where the example's needs a party outside the mock. */
  readonly input?: Readonly<Record<string, unknown>>;
}

const customer = "customerId: 'Customer:91ab'";

const business: Preparation = {
  lines: [
    "mock.add.customer({ id: 'Customer:91ab', customerType: 'BUSINESS', platformCustomerId: 'ada-ltd' });",
  ],
};

const platformAccount: Preparation = {
  lines: ["mock.add.externalAccount({ id: 'ExternalAccount:9d2f', isPlatformAccount: true });"],
};

const fiatAccount: Preparation = {
  needs: ['Customer:91ab'],
  lines: [
    `mock.add.internalAccount({ id: 'InternalAccount:40de', ${customer}, available: 2_500_00 });`,
  ],
};

const paying: Scene = {
  prepare: { 'InternalAccount:40de': fiatAccount },
  also: ['InternalAccount:40de', 'ExternalAccount:9d2f'],
};

const cryptoAccount = (more: string): Preparation => ({
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

const quote = [
  'const quote = await payments.quotes.create({',
  "  source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:40de' },",
  "  destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:9d2f' },",
  "  lockedCurrencySide: 'SENDING',",
  '  lockedCurrencyAmount: 100_00,',
  '});',
];

const cardUse = [
  'const use = await payments.sandbox.simulateAuthorization({',
  "  id: 'Card:7c1e',",
  '  amount: 4_50,',
  "  currency: { code: 'USD' },",
  "  merchant: { descriptor: 'COFFEE SHOP' },",
  '});',
];

const onCardUse: Scene = { before: cardUse, use: { 'CardTransaction:2b7c': 'use.id' } };

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

const agentTransfer = [
  'const action = await agent.transfers.createOut({',
  "  source: { accountId: 'InternalAccount:40de' },",
  "  destination: { accountId: 'ExternalAccount:9d2f' },",
  '  amount: 10_00,',
  '});',
];

const agentClient =
  'const agent = createAgentClient({ baseUrl: mock.connection.baseUrl, accessToken, fetch: mock.fetch });';

const decision: Scene = {
  prepare: { 'Agent:e811': held, 'InternalAccount:40de': fiatAccount },
  also: ['InternalAccount:40de', 'ExternalAccount:9d2f'],
  imports: { '@org/payments-sdk': 'createAgentClient, createPaymentsClient' },
  before: [agentClient, ...agentTransfer],
  use: { 'AgentAction:3e5b': 'action.id' },
};

const clientKey: Scene = {
  imports: { '@org/payments-crypto': 'generateClientKey' },
  before: ['const clientKey = await generateClientKey();'],
  use: {
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5':
      'clientKey.publicKey',
  },
};

const pendingIncoming: Preparation = {
  needs: ['Customer:91ab'],
  lines: [`mock.add.transaction({ id: 'Transaction:b0c4', ${customer}, status: 'PENDING' });`],
};

const deviceCode: Scene = {
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

const unverified: Preparation = {
  lines: [
    'mock.add.customer({',
    "  id: 'Customer:91ab',",
    "  phoneNumber: '+14155550123',",
    "  contactVerification: { email: 'PENDING', phone: 'PENDING' },",
    '});',
  ],
};

const sendEmailCode =
  "await payments.contactVerification.sendEmailCode({ customerId: 'Customer:91ab' });";

const token: Preparation = {
  lines: ["const token = mock.add.token({ name: 'Back office' });"],
  expression: 'token.id',
};

const walletSignature = (resource: string) =>
  `await payments.${resource}.challengeOwnership({ externalAccountId: 'ExternalAccount:9d2f', method: 'WALLET_SIGNATURE' });`;

const agentQuote: Scene = {
  ...paying,
  before: quote.map((line) => line.replace('payments.', 'agent.')),
  use: { 'Quote:4c8e': 'quote.id' },
};

const cleared =
  "await payments.sandbox.simulateClearing({ id: 'Card:7c1e', cardTransactionId: use.id, amount: 4_50 });";
const returned = cleared.replace('simulateClearing', 'simulateReturn');

/** The operations whose example needs more than the resources that it names. */
export const scenes: Readonly<Record<string, Scene>> = {
  'agents.approveAction': decision,
  'agents.rejectAction': decision,
  'agents.getDeviceCodeStatus': deviceCode,
  'agents.redeemDeviceCode': deviceCode,
  'contactVerification.sendEmailCode': { prepare: { 'Customer:91ab': unverified } },
  'contactVerification.sendPhoneCode': { prepare: { 'Customer:91ab': unverified } },
  'contactVerification.confirmEmail': {
    prepare: { 'Customer:91ab': unverified },
    before: [sendEmailCode],
  },
  'contactVerification.confirmPhone': {
    prepare: { 'Customer:91ab': unverified },
    before: [sendEmailCode.replace('sendEmailCode', 'sendPhoneCode')],
  },
  'credentials.create': {
    prepare: {
      'InternalAccount:40de': {
        needs: ['Customer:91ab'],
        lines: [
          `mock.add.internalAccount({ id: 'InternalAccount:40de', ${customer}, type: 'EMBEDDED_WALLET' });`,
          "mock.add.credential({ accountId: 'InternalAccount:40de', type: 'SMS_OTP' });",
        ],
      },
    },
    input: { type: 'EMAIL_OTP', accountId: 'InternalAccount:40de' },
  },
  'agents.createDeviceCode': {
    prepare: {
      'Agent:e811': {
        needs: ['Customer:91ab'],
        lines: [`mock.add.agent({ id: 'Agent:e811', ${customer}, isConnected: false });`],
      },
    },
  },
  'beneficialOwners.create': { prepare: { 'Customer:91ab': business } },
  'beneficialOwners.list': { prepare: { 'Customer:91ab': business } },
  'cardSimulations.simulateAuthorizationAdvice': onCardUse,
  'cardSimulations.simulateReturnReversal': {
    ...onCardUse,
    before: [...cardUse, cleared, returned],
  },
  'sandbox.simulateClearing': onCardUse,
  'sandbox.simulateReturn': { ...onCardUse, before: [...cardUse, cleared] },
  'credentials.verify': {
    ...clientKey,
    before: [
      'await payments.credentials.challenge({ id: credential.id });',
      ...(clientKey.before ?? []),
    ],
  },
  'internalAccounts.export': clientKey,
  'sessions.refresh': clientKey,
  'externalAccounts.challengeOwnership': {
    prepare: { 'ExternalAccount:9d2f': cryptoAccount(customer) },
  },
  'externalAccounts.verifyOwnership': {
    prepare: { 'ExternalAccount:9d2f': cryptoAccount(customer) },
    before: [walletSignature('externalAccounts')],
    use: { H8Yk3n5cVQ: "'sandbox-valid-signature'" },
  },
  'platformAccounts.challengeOwnership': {
    prepare: { 'ExternalAccount:9d2f': cryptoAccount('isPlatformAccount: true') },
  },
  'platformAccounts.verifyOwnership': {
    prepare: { 'ExternalAccount:9d2f': cryptoAccount('isPlatformAccount: true') },
    before: [walletSignature('platformAccounts')],
    use: { H8Yk3n5cVQ: "'sandbox-valid-signature'" },
  },
  'platformAccounts.get': { prepare: { 'ExternalAccount:9d2f': platformAccount } },
  'platformAccounts.delete': { prepare: { 'ExternalAccount:9d2f': platformAccount } },
  'quotes.estimateWithdrawalFee': {
    prepare: {
      'InternalAccount:40de': {
        needs: ['Customer:91ab'],
        lines: [
          `mock.add.internalAccount({ id: 'InternalAccount:40de', ${customer}, currency: 'USDC', available: 40_000_000 });`,
        ],
      },
    },
  },
  'quotes.execute': {
    ...paying,
    before: quote,
    use: { 'Quote:4c8e': 'quote.id' },
  },
  'quotes.get': {
    also: ['InternalAccount:40de', 'ExternalAccount:9d2f'],
    before: quote,
    use: { 'Quote:4c8e': 'quote.id' },
  },
  'receivers.lookUpUma': {
    also: ['receiver'],
    prepare: {
      receiver: { lines: ["mock.add.customer({ umaAddress: '$grace@wallet.example.com' });"] },
    },
  },
  'sandbox.receive': paying,
  'sandbox.send': {
    ...paying,
    before: [
      'const quote = await payments.quotes.create({',
      `  source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', ${customer} },`,
      ...quote.slice(2),
    ],
    use: { 'Quote:4c8e': 'quote.id' },
  },
  'sandbox.sendTestWebhook': {
    before: ["mock.deliverTo(() => new Response('ok'));"],
  },
  'tokens.delete': { prepare: { 'Token:8b1d': token } },
  'tokens.get': { prepare: { 'Token:8b1d': token } },
  'transactions.cancel': {
    prepare: {
      'Transaction:b0c4': {
        needs: ['Customer:91ab'],
        lines: [`mock.add.transaction({ id: 'Transaction:b0c4', ${customer}, type: 'OUTGOING' });`],
      },
    },
  },
  'transfers.createOut': { ...paying, use: { SEPA: "'ACH'" } },
  'verifications.get': {
    also: ['Customer:91ab'],
    before: [
      "const verification = await payments.verifications.create({ customerId: 'Customer:91ab' });",
    ],
    use: { 'Verification:0c77': 'verification.id' },
  },
  'agent.actions.get': {
    ...paying,
    before: agentTransfer,
    use: { 'AgentAction:3e5b': 'action.id' },
  },
  'agent.quotes.execute': agentQuote,
  'agent.quotes.get': agentQuote,
  'agent.transfers.createOut': paying,
  'transactions.approve': { prepare: { 'Transaction:b0c4': pendingIncoming } },
  'transactions.reject': { prepare: { 'Transaction:b0c4': pendingIncoming } },
};
