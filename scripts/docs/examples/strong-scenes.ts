import { customer, quote, type Scene } from './scene-parts.ts';

const login = [
  `const login = await payments.scaLogin.start({ ${customer}, factor: 'SMS_OTP' });`,
  'await payments.scaLogin.complete({',
  `  ${customer},`,
  "  factor: 'SMS_OTP',",
  "  endUserIpAddress: '203.0.113.7',",
  '  challengeId: login.challengeId,',
  "  code: '123456',",
  '});',
];

export const loggingIn = login.slice(0, 1);
export const loggedIn = login;

export const enrolled = [
  ...login,
  `const enrollment = await payments.scaFactors.startEnrollment({ ${customer}, type: 'TOTP' });`,
  "const secret = enrollment.type === 'TOTP' ? enrollment.secret : '';",
  `await payments.scaFactors.confirmEnrollment({ ${customer}, type: 'TOTP', secret, code: '123456' });`,
  `const { factors } = await payments.scaFactors.list({ ${customer} });`,
  "const credentialId = factors.at(-1)?.credentialId ?? '';",
];

export const reset = [
  ...enrolled,
  `const { resetId } = await payments.scaFactors.startReset({ ${customer}, factor: 'TOTP' });`,
];

/** A mock in which the customer of the examples has to authenticate strongly. */
export function strongly(before: readonly string[] = []): Scene {
  const added = "id: 'Customer:91ab', region: 'DE', phoneNumber: '+4915112345678'";
  return {
    options: "{ strongAuthenticationRegions: ['DE'] }",
    prepare: { 'Customer:91ab': { lines: [`mock.add.customer({ ${added} });`] } },
    also: ['Customer:91ab'],
    before,
  };
}

const trust = (verb: string, name: string) =>
  `const ${name} = await payments.externalAccounts.${verb}({ externalAccountId: 'ExternalAccount:9d2f' });`;

export const trustedPayee = [
  trust('startTrust', 'trust'),
  'await payments.externalAccounts.confirmTrust({',
  "  externalAccountId: 'ExternalAccount:9d2f',",
  '  challengeId: trust.scaChallenge?.id,',
  "  code: '123456',",
  '});',
];

/** The confirmation of a change of trust, after its start. */
export function trusting(verb: string, before: readonly string[] = []): Scene {
  return {
    ...strongly([...before, trust(verb, 'started')]),
    use: { 'ScaChallenge:9c4e': "started.scaChallenge?.id ?? ''" },
  };
}

const waiting = strongly([...quote, 'await payments.quotes.execute({ quoteId: quote.id });']);

/** A payment that waits for its customer. */
export const authorizing: Scene = {
  ...waiting,
  prepare: {
    ...waiting.prepare,
    'InternalAccount:40de': {
      needs: ['Customer:91ab'],
      lines: [
        `mock.add.internalAccount({ id: 'InternalAccount:40de', ${customer}, available: 2_500_00 });`,
      ],
    },
  },
  also: ['Customer:91ab', 'InternalAccount:40de', 'ExternalAccount:9d2f'],
  use: { 'Quote:4c8e': 'quote.id' },
};
