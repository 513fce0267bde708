import type { Resources, Scene } from './resources.ts';

const customer = "customerId: 'Customer:91ab'";
const payee = "externalAccountId: 'ExternalAccount:9d2f'";

const funded = (more = 'available: 2_500_00'): Resources => ({
  'InternalAccount:40de': `mock.add.internalAccount({ id: 'InternalAccount:40de', ${customer}, ${more} });`,
});

/** A payment from an account of the customer to one outside. */
const paying: Scene = {
  add: {
    ...funded(),
    'ExternalAccount:9d2f': `mock.add.externalAccount({ id: 'ExternalAccount:9d2f', ${customer} });`,
  },
};

const business: Scene = {
  add: {
    'Customer:91ab':
      "mock.add.customer({ id: 'Customer:91ab', customerType: 'BUSINESS', platformCustomerId: 'ada-ltd' });",
  },
};

const platformAccount: Resources = {
  'ExternalAccount:9d2f':
    "mock.add.externalAccount({ id: 'ExternalAccount:9d2f', isPlatformAccount: true });",
};

/** Both steps of proving who owns a wallet outside. */
function owning(resource: string, owner: string): Readonly<Record<string, Scene>> {
  const add = {
    'ExternalAccount:9d2f': `mock.add.externalAccount({
  id: 'ExternalAccount:9d2f',
  ${owner},
  status: 'PENDING',
  currency: 'USDC',
  accountInfo: { accountType: 'SOLANA_WALLET', address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU' },
});`,
  };
  const before = `await payments.${resource}.challengeOwnership({ ${payee}, method: 'WALLET_SIGNATURE' });`;
  const use = { H8Yk3n5cVQ: "'sandbox-valid-signature'" };
  return {
    [`${resource}.challengeOwnership`]: { add },
    [`${resource}.verifyOwnership`]: { add, before, use },
  };
}

const stablecoins: Resources = {
  'Stablecoin:6e1f': "mock.add.stablecoin({ id: 'Stablecoin:6e1f', symbol: 'USDB' });",
  'InternalAccount:40de':
    "mock.add.internalAccount({ id: 'InternalAccount:40de', available: 500_00 });",
  'InternalAccount:77aa':
    "mock.add.internalAccount({ id: 'InternalAccount:77aa', currency: 'USDB', available: 90_000_000 });",
  ...platformAccount,
};

const fromAccount = "sourceType: 'ACCOUNT', accountId: 'InternalAccount:40de'";
const quote = (
  client = 'payments',
  source = fromAccount,
) => `const quote = await ${client}.quotes.create({
  source: { ${source} },
  destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:9d2f' },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 100_00,
});`;
const quoted: Scene = { ...paying, before: quote(), use: { 'Quote:4c8e': 'quote.id' } };
const agentQuoted: Scene = { ...quoted, before: quote('agent') };

const authorized = `const use = await payments.sandbox.simulateAuthorization({
  id: 'Card:7c1e',
  amount: 4_50,
  currency: { code: 'USD' },
  merchant: { descriptor: 'COFFEE SHOP' },
});`;
const simulated = (verb: string) =>
  `await payments.sandbox.${verb}({ id: 'Card:7c1e', cardTransactionId: use.id, amount: 4_50 });`;
const cleared = `${authorized}\n${simulated('simulateClearing')}`;
const cardUse = (before = authorized): Scene => ({
  before,
  use: { 'CardTransaction:2b7c': 'use.id' },
});

/** The line that adds an agent which the program then is. */
export const agentLine = (more = '') => `const { accessToken } = mock.add.agent({
  id: 'Agent:e811',
  ${customer},
  policy: {
    permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'MANAGE_EXTERNAL_ACCOUNTS'],${more}
  },
});`;
const transfer = `const action = await agent.transfers.createOut({
  source: { accountId: 'InternalAccount:40de' },
  destination: { accountId: 'ExternalAccount:9d2f' },
  amount: 10_00,
});`;
const decision: Scene = {
  add: {
    ...paying.add,
    'Agent:e811': agentLine("\n    defaultExecutionMode: 'APPROVAL_REQUIRED',"),
  },
  imports: { '@org/payments-sdk': 'createAgentClient, createPaymentsClient' },
  before: `const agent = createAgentClient({ baseUrl: mock.connection.baseUrl, accessToken, fetch: mock.fetch });
${transfer}`,
  use: { 'AgentAction:3e5b': 'action.id' },
};

const clientKey = (before = ''): Scene => ({
  imports: { '@org/payments-crypto': 'generateClientKey' },
  before: `${before}const clientKey = await generateClientKey();`,
  use: {
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5':
      'clientKey.publicKey',
  },
});

const transaction = (more: string): Scene => ({
  add: {
    'Transaction:b0c4': `mock.add.transaction({ id: 'Transaction:b0c4', ${customer}, ${more} });`,
  },
});

const deviceCode: Scene = {
  before: `const { deviceCode } = await payments.agents.create({
  name: 'Bookkeeper',
  ${customer},
  policy: { permissions: ['VIEW_TRANSACTIONS'], spendingLimits: { currency: 'USD', perTransactionLimit: 500_00 } },
});`,
  use: { 'WXYZ-1234': 'deviceCode.code' },
};

const unverified = (sent?: string): Scene => ({
  add: {
    'Customer:91ab': `mock.add.customer({
  id: 'Customer:91ab',
  phoneNumber: '+14155550123',
  contactVerification: { email: 'PENDING', phone: 'PENDING' },
});`,
  },
  ...(sent !== undefined && {
    before: `await payments.contactVerification.${sent}({ ${customer} });`,
  }),
});

const startLogin = `const login = await payments.scaLogin.start({ ${customer}, factor: 'SMS_OTP' });`;
const login = `${startLogin}
await payments.scaLogin.complete({
  ${customer},
  factor: 'SMS_OTP',
  endUserIpAddress: '203.0.113.7',
  challengeId: login.challengeId,
  code: '123456',
});`;
const enrolling = `${login}
const enrollment = await payments.scaFactors.startEnrollment({ ${customer}, type: 'TOTP' });
const secret = enrollment.type === 'TOTP' ? enrollment.secret : '';`;
const enrolled = `${enrolling}
await payments.scaFactors.confirmEnrollment({ ${customer}, type: 'TOTP', secret, code: '123456' });
const { factors } = await payments.scaFactors.list({ ${customer} });
const credentialId = factors.at(-1)?.credentialId ?? '';`;
const reset = `${enrolled}
const { resetId } = await payments.scaFactors.startReset({ ${customer}, factor: 'TOTP' });`;

/** A mock in which the customer of the examples has to authenticate strongly. */
function strongly(before = '', use: Scene['use'] = {}, add: Resources = {}): Scene {
  const fields = "id: 'Customer:91ab', region: 'DE', phoneNumber: '+4915112345678'";
  return {
    options: "{ strongAuthenticationRegions: ['DE'] }",
    add: { ...add, 'Customer:91ab': `mock.add.customer({ ${fields} });` },
    before,
    use,
  };
}

const trust = (verb: string, name: string) =>
  `const ${name} = await payments.externalAccounts.${verb}({ ${payee} });`;
const trusted = `${trust('startTrust', 'trust')}
await payments.externalAccounts.confirmTrust({
  ${payee},
  challengeId: trust.scaChallenge?.id,
  code: '123456',
});
`;
const trusting = (verb: string, before = '') =>
  strongly(before + trust(verb, 'started'), {
    'ScaChallenge:9c4e': "started.scaChallenge?.id ?? ''",
  });
const authorizing = strongly(
  `${quote()}\nawait payments.quotes.execute({ quoteId: quote.id });`,
  quoted.use,
  paying.add,
);

/** The operations whose example needs more than the resources that it names. */
export const scenes: Readonly<Record<string, Scene>> = {
  'agent.actions.get': { ...paying, before: transfer, use: { 'AgentAction:3e5b': 'action.id' } },
  'agent.quotes.execute': agentQuoted,
  'agent.quotes.get': agentQuoted,
  'agent.transfers.createOut': paying,
  'agents.approveAction': decision,
  'agents.rejectAction': decision,
  'agents.getDeviceCodeStatus': deviceCode,
  'agents.redeemDeviceCode': deviceCode,
  'agents.createDeviceCode': {
    add: {
      'Agent:e811': `mock.add.agent({ id: 'Agent:e811', ${customer}, isConnected: false });`,
    },
  },
  'beneficialOwners.create': business,
  'beneficialOwners.list': business,
  'cardSimulations.simulateAuthorizationAdvice': cardUse(),
  'cardSimulations.simulateReturnReversal': cardUse(`${cleared}\n${simulated('simulateReturn')}`),
  'contactVerification.sendEmailCode': unverified(),
  'contactVerification.sendPhoneCode': unverified(),
  'contactVerification.confirmEmail': unverified('sendEmailCode'),
  'contactVerification.confirmPhone': unverified('sendPhoneCode'),
  'credentials.create': {
    add: {
      'InternalAccount:40de': `mock.add.internalAccount({ id: 'InternalAccount:40de', ${customer}, type: 'EMBEDDED_WALLET' });
mock.add.credential({ accountId: 'InternalAccount:40de', type: 'SMS_OTP' });`,
    },
    input: { type: 'EMAIL_OTP', accountId: 'InternalAccount:40de' },
  },
  'credentials.verify': clientKey('await payments.credentials.challenge({ id: credential.id });\n'),
  'customerImports.get': {
    before: `const file = new File(['customerType,fullName\\nINDIVIDUAL,Ada Byron\\n'], 'a.csv', { type: 'text/csv' });
const { jobId } = await payments.customerImports.upload({ file });`,
    use: { 'Job:4e21': 'jobId' },
  },
  ...owning('externalAccounts', customer),
  'externalAccounts.startTrust': strongly(),
  'externalAccounts.confirmTrust': trusting('startTrust'),
  'externalAccounts.startUntrust': strongly(trusted.trimEnd()),
  'externalAccounts.confirmUntrust': trusting('startUntrust', trusted),
  'internalAccounts.export': clientKey(),
  ...owning('platformAccounts', 'isPlatformAccount: true'),
  'platformAccounts.get': { add: platformAccount },
  'platformAccounts.delete': { add: platformAccount },
  'quotes.authorize': authorizing,
  'quotes.resendAuthorizationCode': authorizing,
  'quotes.estimateWithdrawalFee': { add: funded("currency: 'USDC', available: 40_000_000") },
  'quotes.execute': quoted,
  'quotes.get': { before: quote(), use: { 'Quote:4c8e': 'quote.id' } },
  'receivers.lookUpUma': {
    add: { receiver: "mock.add.customer({ umaAddress: '$grace@wallet.example.com' });" },
  },
  'sandbox.receive': paying,
  'sandbox.send': {
    ...quoted,
    before: quote('payments', `sourceType: 'REALTIME_FUNDING', currency: 'USD', ${customer}`),
  },
  'sandbox.sendTestWebhook': { before: "mock.deliverTo(() => new Response('ok'));" },
  'sandbox.simulateClearing': cardUse(),
  'sandbox.simulateReturn': cardUse(cleared),
  'scaFactors.list': strongly(),
  'scaFactors.startEnrollment': strongly(login),
  'scaFactors.confirmEnrollment': strongly(enrolling, {
    '3132333435363738393031323334353637383930': 'secret',
  }),
  'scaFactors.delete': strongly(enrolled, { 'totp-5b1c': 'credentialId' }),
  'scaFactors.startReset': strongly(enrolled),
  'scaFactors.getReset': strongly(reset, { 'reset-7d20': 'resetId' }),
  'scaFactors.completeReset': strongly(`${reset}\nmock.clock.advance({ minutes: 1 });`, {
    'reset-7d20': 'resetId',
  }),
  'scaLogin.start': strongly(),
  'scaLogin.complete': strongly(startLogin, { 'ScaChallenge:9c4e': "login.challengeId ?? ''" }),
  'scaLogin.recordEvent': strongly(),
  'sessions.refresh': clientKey(),
  'stablecoins.register': {
    add: {
      'StablecoinProviderAccount:2c7d':
        "mock.add.stablecoinProviderAccount({ id: 'StablecoinProviderAccount:2c7d' });",
    },
  },
  'stablecoins.mint': { add: stablecoins },
  'stablecoins.burn': { add: stablecoins },
  'transactions.approve': transaction("status: 'PENDING'"),
  'transactions.reject': transaction("status: 'PENDING'"),
  'transactions.cancel': transaction("type: 'OUTGOING'"),
  'transfers.createOut': { ...paying, use: { SEPA: "'ACH'" } },
  'verifications.get': {
    before: `const verification = await payments.verifications.create({ ${customer} });`,
    use: { 'Verification:0c77': 'verification.id' },
  },
};
