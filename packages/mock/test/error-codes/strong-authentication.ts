import type { MockOptions } from '../../src/index.ts';
import type { Scenarios, Stage } from './stage.ts';

const code = '123456';

/** A customer of a region that requires strong authentication, unless the fields differ. */
function customer({ mock }: Stage, fields: object = {}) {
  return mock.add.customer({ region: 'DE', phoneNumber: '+4915112345678', ...fields }).id;
}

type Send = readonly [method: string, path: string, body?: object];

/** The requests that name a customer, by operation. */
const requests: Readonly<Record<string, Send>> = {
  'scaFactors.list': ['GET', 'factors'],
  'scaFactors.startEnrollment': ['POST', 'factors', { type: 'TOTP' }],
  'scaFactors.confirmEnrollment': ['POST', 'factors/confirm', { type: 'TOTP', secret: 'a', code }],
  'scaFactors.delete': ['DELETE', 'factors/totp-1'],
  'scaFactors.startReset': ['POST', 'factors/reset', { factor: 'TOTP' }],
  'scaFactors.getReset': ['GET', 'factors/reset/reset-1'],
  'scaFactors.completeReset': ['POST', 'factors/reset/reset-1/complete'],
  'scaLogin.start': ['POST', 'login/start', { factor: 'SMS_OTP' }],
  'scaLogin.complete': [
    'POST',
    'login/complete',
    { factor: 'SMS_OTP', endUserIpAddress: '203.0.113.7', challengeId: 'ScaChallenge:1', code },
  ],
  'scaLogin.recordEvent': ['POST', 'record-event', { eventType: 'FAILED_LOGIN_ATTEMPT' }],
};

function ask({ send }: Stage, [method, path, body]: Send, customerId: string) {
  return send(method, `/sca/${path}?customerId=${customerId}`, body);
}

const request = (name: string): Send => requests[name] ?? ['GET', name];

async function logIn(stage: Stage, customerId: string): Promise<void> {
  const started = await ask(stage, request('scaLogin.start'), customerId);
  const { challengeId } = started as { readonly challengeId: string };
  const body = { ...request('scaLogin.complete')[2], challengeId };
  await ask(stage, ['POST', 'login/complete', body], customerId);
}

async function lock(stage: Stage, customerId: string): Promise<void> {
  for (let count = 0; count < 5; count += 1) {
    await ask(stage, request('scaLogin.recordEvent'), customerId);
  }
}

/** A customer with a payment that waits for authorization. */
async function waiting(stage: Stage) {
  const { mock, send } = stage;
  const customerId = customer(stage);
  const { id: accountId } = mock.add.internalAccount({ customerId, available: 1_000 });
  const payee = mock.add.externalAccount({ customerId }).id;
  const quote = (await send('POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: payee },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 600,
    immediatelyExecute: true,
  })) as { readonly id: string };
  return { customerId, accountId, payee, path: `/quotes/${quote.id}` };
}

/** The path of an account whose trust can be changed. */
function payee(stage: Stage, fields: object = {}) {
  const { id } = stage.mock.add.externalAccount({ customerId: customer(stage, fields) });
  return `/customers/external-accounts/${id}`;
}

async function trusted(stage: Stage): Promise<string> {
  const path = payee(stage);
  const { scaChallenge } = (await stage.send('POST', `${path}/trust`)) as {
    readonly scaChallenge: { readonly id: string };
  };
  await stage.send('POST', `${path}/trust/confirm`, { challengeId: scaChallenge.id, code });
  return path;
}

/** Sends both requests of a passkey's enrollment, the second one with a passkey that exists. */
async function enrollTwice(stage: Stage): Promise<void> {
  const customerId = customer(stage);
  await logIn(stage, customerId);
  const { createAuthenticator } = await import('../../src/testing/index.ts');
  const authenticator = createAuthenticator();
  const start: Send = ['POST', 'factors', { type: 'PASSKEY' }];
  const begun = (await ask(stage, start, customerId)) as {
    readonly options: { readonly challenge: string };
  };
  const made = await authenticator.register({ challenge: begun.options.challenge });
  const { credentialId: id, clientDataJson: clientDataJSON, attestationObject } = made;
  const credential = { id, response: { clientDataJSON, attestationObject } };
  const body = { type: 'PASSKEY', origin: 'http://localhost:3000', credential };
  for (let count = 0; count < 2; count += 1) {
    await ask(stage, ['POST', 'factors/confirm', body], customerId);
    if (count === 0) await ask(stage, start, customerId);
  }
}

const ofCustomers = Object.entries(requests).flatMap(([name, sent]) => [
  [`${name} USER_NOT_FOUND`, (stage: Stage) => ask(stage, sent, 'Customer:none')] as const,
  [`${name} CONFLICT`, (s: Stage) => ask(s, sent, customer(s, { region: 'US' }))] as const,
]);

const notFound = ['scaFactors.delete', 'scaFactors.getReset', 'scaFactors.completeReset'].map(
  (name) => [`${name} NOT_FOUND`, (s: Stage) => ask(s, request(name), customer(s))] as const,
);

/** Scenarios for the codes of strong authentication. */
export const strongAuthenticationScenarios: Scenarios = {
  ...Object.fromEntries([...ofCustomers, ...notFound]),
  'scaFactors.startEnrollment SCA_SESSION_REQUIRED': (stage) =>
    ask(stage, request('scaFactors.startEnrollment'), customer(stage)),
  'scaFactors.confirmEnrollment SCA_SESSION_REQUIRED': (stage) =>
    ask(stage, request('scaFactors.confirmEnrollment'), customer(stage)),
  'scaFactors.confirmEnrollment PASSKEY_ALREADY_ENROLLED': enrollTwice,
  'scaFactors.delete SCA_SESSION_REQUIRED': async (stage) => {
    const customerId = customer(stage);
    await logIn(stage, customerId);
    const begun = await ask(stage, request('scaFactors.startEnrollment'), customerId);
    const body = { type: 'TOTP', secret: (begun as { readonly secret: string }).secret, code };
    await ask(stage, ['POST', 'factors/confirm', body], customerId);
    const { factors } = (await ask(stage, request('scaFactors.list'), customerId)) as {
      readonly factors: readonly { readonly credentialId?: string }[];
    };
    stage.mock.clock.advance({ minutes: 20 });
    await ask(stage, ['DELETE', `factors/${factors[1]?.credentialId}`], customerId);
  },
  'scaLogin.complete ACCOUNT_LOCKED': async (stage) => {
    const customerId = customer(stage);
    await lock(stage, customerId);
    await ask(stage, request('scaLogin.complete'), customerId);
  },
  'scaLogin.recordEvent ACCOUNT_LOCKED': async (stage) => {
    const customerId = customer(stage);
    await lock(stage, customerId);
    await ask(stage, request('scaLogin.recordEvent'), customerId);
  },
  'quotes.authorize CONFLICT': async (stage) => {
    const { path } = await waiting(stage);
    await stage.send('POST', `${path}/authorize`, { code });
    await stage.send('POST', `${path}/authorize`, { code });
  },
  'quotes.authorize QUOTE_NOT_FOUND': (stage) =>
    stage.send('POST', '/quotes/Quote:none/authorize', { code }),
  'quotes.authorize ACCOUNT_LOCKED': async (stage) => {
    const { path, customerId } = await waiting(stage);
    await lock(stage, customerId);
    await stage.send('POST', `${path}/authorize`, { code });
  },
  'quotes.authorize AMOUNT_OUT_OF_RANGE': async (stage) => {
    const { path, accountId, payee: external } = await waiting(stage);
    const body = { source: { accountId }, destination: { accountId: external }, amount: 900 };
    await stage.send('POST', '/transfer-out', body);
    await stage.send('POST', `${path}/authorize`, { code });
  },
  'quotes.resendAuthorizationCode CONFLICT': async (stage) => {
    const { path } = await waiting(stage);
    await stage.send('POST', `${path}/authorize`, { code });
    await stage.send('POST', `${path}/authorize/resend`);
  },
  'quotes.resendAuthorizationCode QUOTE_NOT_FOUND': (stage) =>
    stage.send('POST', '/quotes/Quote:none/authorize/resend'),
  'externalAccounts.startTrust CONFLICT': (stage) =>
    stage.send('POST', `${payee(stage, { region: 'US' })}/trust`),
  'externalAccounts.startTrust BENEFICIARY_TRUSTED': async (stage) =>
    stage.send('POST', `${await trusted(stage)}/trust`),
  'externalAccounts.confirmTrust CONFLICT': async (stage) =>
    stage.send('POST', `${await trusted(stage)}/trust/confirm`, { challengeId: 'x', code }),
  'externalAccounts.startUntrust CONFLICT': (stage) =>
    stage.send('POST', `${payee(stage)}/untrust`),
  'externalAccounts.confirmUntrust CONFLICT': (stage) =>
    stage.send('POST', `${payee(stage)}/untrust/confirm`, { challengeId: 'x', code }),
};

/** The options of a mock in which customers of Germany have to authenticate strongly. */
export const strongAuthenticationOptions: Readonly<Record<string, MockOptions>> =
  Object.fromEntries(
    Object.keys(strongAuthenticationScenarios).map((name) => [
      name,
      { strongAuthenticationRegions: ['DE'] },
    ]),
  );
