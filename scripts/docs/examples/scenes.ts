import {
  agentQuote,
  agentTransfer,
  business,
  cardUse,
  cleared,
  clientKey,
  cryptoAccount,
  customer,
  decision,
  deviceCode,
  onCardUse,
  paying,
  pendingIncoming,
  platformAccount,
  quote,
  returned,
  type Scene,
  sendEmailCode,
  stablecoin,
  token,
  unverified,
  walletSignature,
} from './scene-parts.ts';
import {
  authorizing,
  enrolled,
  loggedIn,
  loggingIn,
  reset,
  strongly,
  trustedPayee,
  trusting,
} from './strong-scenes.ts';

/** The operations whose example needs more than the resources that it names. */
export const scenes: Readonly<Record<string, Scene>> = {
  'agents.approveAction': decision,
  'agents.rejectAction': decision,
  'agents.getDeviceCodeStatus': deviceCode,
  'agents.redeemDeviceCode': deviceCode,
  'customerImports.get': {
    before: [
      "const file = new File(['customerType,fullName\\nINDIVIDUAL,Ada Byron\\n'], 'a.csv', { type: 'text/csv' });",
      'const { jobId } = await payments.customerImports.upload({ file });',
    ],
    use: { 'Job:4e21': 'jobId' },
  },
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
  'stablecoins.register': {
    also: ['StablecoinProviderAccount:2c7d'],
  },
  'stablecoins.mint': {
    prepare: {
      'Stablecoin:6e1f': stablecoin,
      'InternalAccount:40de': {
        lines: ["mock.add.internalAccount({ id: 'InternalAccount:40de', available: 500_00 });"],
      },
      'InternalAccount:77aa': {
        lines: ["mock.add.internalAccount({ id: 'InternalAccount:77aa', currency: 'USDB' });"],
      },
    },
  },
  'stablecoins.burn': {
    prepare: {
      'Stablecoin:6e1f': stablecoin,
      'InternalAccount:77aa': {
        lines: [
          "mock.add.internalAccount({ id: 'InternalAccount:77aa', currency: 'USDB', available: 90_000_000 });",
        ],
      },
      'ExternalAccount:9d2f': platformAccount,
    },
  },
  'scaFactors.list': strongly(),
  'scaFactors.startEnrollment': strongly(loggedIn),
  'scaFactors.confirmEnrollment': {
    ...strongly(enrolled.slice(0, loggedIn.length + 2)),
    use: { '3132333435363738393031323334353637383930': 'secret' },
  },
  'scaFactors.delete': { ...strongly(enrolled), use: { 'totp-5b1c': 'credentialId' } },
  'scaFactors.startReset': strongly(enrolled),
  'scaFactors.getReset': { ...strongly(reset), use: { 'reset-7d20': 'resetId' } },
  'scaFactors.completeReset': {
    ...strongly([...reset, 'mock.clock.advance({ minutes: 1 });']),
    use: { 'reset-7d20': 'resetId' },
  },
  'scaLogin.start': strongly(),
  'scaLogin.complete': {
    ...strongly(loggingIn),
    use: { 'ScaChallenge:9c4e': "login.challengeId ?? ''" },
  },
  'scaLogin.recordEvent': strongly(),
  'externalAccounts.startTrust': strongly(),
  'externalAccounts.confirmTrust': trusting('startTrust'),
  'externalAccounts.startUntrust': strongly(trustedPayee),
  'externalAccounts.confirmUntrust': trusting('startUntrust', trustedPayee),
  'quotes.authorize': authorizing,
  'quotes.resendAuthorizationCode': authorizing,
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
