import { type ErrorCode, errorCodes, errorCodesOf, operations } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { createMock, type MockOptions } from '../../src/index.ts';
import { agentQuoteScenarios, ownCodesByFault, ownScenarios } from '../error-codes/agents.ts';
import { reaches } from '../error-codes/derived.ts';
import { deletedCustomerScenarios, onboardingScenarios } from '../error-codes/onboarding.ts';
import { onlyByFault } from '../error-codes/only-by-fault.ts';
import {
  paymentCodesByFault,
  paymentOptions,
  paymentScenarioList,
} from '../error-codes/payments.ts';
import { stablecoinScenarios } from '../error-codes/stablecoins.ts';
import { type Stage, stage } from '../error-codes/stage.ts';
import {
  strongAuthenticationOptions,
  strongAuthenticationScenarios,
} from '../error-codes/strong-authentication.ts';

/** Options that a scenario needs. */
const optionsOf: Readonly<Record<string, MockOptions>> = {
  'sandbox.simulateAuthorization CONFLICT': { declinedAuthorization: 'conflict' },
  ...paymentOptions,
  ...strongAuthenticationOptions,
  'invitations.cancel FORBIDDEN': { authentication: 'required' },
  'tokens.delete INVALID_INPUT': { authentication: 'required' },
};

/**
 * Codes that the mock returns only by a fault: it has no rate limit and no production environment.
 */
const byFault: ReadonlySet<string> = new Set([
  // The specification lists it, but a request cannot name that type.
  'credentials.create SMS_OTP_CREDENTIAL_ALREADY_EXISTS',
  'invitations.create INVITATIONS_NOT_CONFIGURED',
  'credentials.challenge RATE_LIMITED',
  'credentials.verify RATE_LIMITED',
  'sandbox.fundInternalAccount FORBIDDEN',
  'sandbox.simulateAuthorization FORBIDDEN',
  'sandbox.simulateClearing FORBIDDEN',
  'sandbox.simulateReturn FORBIDDEN',
  ...paymentCodesByFault,
  ...ownCodesByFault,
]);

const policy = {
  permissions: ['CREATE_TRANSFERS'],
  spendingLimits: { currency: 'USD', perTransactionLimit: 100 },
};
const accountInfo = {
  accountType: 'USD_ACCOUNT',
  accountNumber: '000123456',
  routingNumber: '021000021',
  beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Byron' },
};
const merchant = { descriptor: 'SHOP', mcc: '5411', country: 'US' };
const dollars = { code: 'USD' };

/** A transfer from or to accounts that may not exist. */
const transfer = (accountId: string, externalId: string, amount = 1, isIn = false) => ({
  source: { accountId: isIn ? externalId : accountId },
  destination: { accountId: isIn ? accountId : externalId },
  amount,
});

/**
 * Prepares a customer with 100 USD, an external account in a currency, and an agent with a policy.
 */
function payer({ mock }: Stage, currency = 'USD', more: object = {}) {
  const { id: customerId } = mock.add.customer();
  const { id } = mock.add.internalAccount({ customerId, available: 100 });
  const external = mock.add.externalAccount({ customerId, currency }).id;
  const { agent, accessToken } = mock.add.agent({
    customerId,
    policy: { permissions: ['CREATE_TRANSFERS'], ...more },
  });
  return { id, external, agent, bearer: { authorization: `Bearer ${accessToken}` } };
}

/** Prepares an agent's held action and returns the path that decides it. */
async function heldAction(each: Stage): Promise<string> {
  const threshold = { approvalThresholds: { currency: 'USD', amount: 0 } };
  const { id, external, agent, bearer } = payer(each, 'USD', threshold);
  const body = transfer(id, external);
  const action = (await each.send('POST', '/agents/me/transfer-out', body, bearer)) as {
    id: string;
  };
  return `/agents/${agent.id}/actions/${action.id}`;
}

function decideInvitation({ mock, send }: Stage, status: string, verb: string) {
  const { code } = mock.add.invitation({ status });
  return send('POST', `/invitations/${code}/${verb}`, { inviteeUma: '$grace@example.com' });
}

async function cardUse(each: Stage) {
  const { account } = each.mock.add.wallet({ available: 10 });
  const { id } = each.mock.add.card({ fundingSources: [account.id] });
  const path = `/sandbox/cards/${id}/simulate`;
  const body = { amount: 5, currency: dollars, merchant };
  const used = (await each.send('POST', `${path}/authorization`, body)) as { id: string };
  return { path, cardTransactionId: used.id };
}

function verifying({ mock }: Stage) {
  const status = 'VERIFIED' as const;
  const contactVerification = { email: status, phone: status };
  return `/customers/${mock.add.customer({ contactVerification, phoneNumber: '+14155550123' }).id}`;
}

function walletOf({ mock }: Stage, email: string) {
  const customer = mock.add.customer({ email });
  return { customer, ...mock.add.wallet({ customerId: customer.id }) };
}

const none = (path: string) => (each: Stage) => each.send('GET', path);
const scenarios: Readonly<Record<string, (each: Stage) => Promise<unknown>>> = {
  'agents.approveAction NOT_FOUND': (s) =>
    s.send('POST', '/agents/Agent:none/actions/AgentAction:none/approve'),
  'agents.approveAction CONFLICT': async (s) => {
    const path = await heldAction(s);
    const agent = path.slice(0, path.indexOf('/actions'));
    await s.send('PATCH', agent, { isPaused: true });
    await s.send('POST', `${path}/approve`);
  },
  'agents.approveAction AMOUNT_OUT_OF_RANGE': async (s) => {
    const path = await heldAction(s);
    const { records } = s.mock.panels().find(({ name }) => name === 'accounts') ?? {};
    const all = (records ?? []) as { id: string; customerId?: string }[];
    const { customerId = '', id = '' } = all.find((each) => each.customerId !== undefined) ?? {};
    const { id: to } = s.mock.add.externalAccount({
      customerId: customerId as `Customer:${string}`,
    });
    await s.send('POST', '/transfer-out', transfer(id, to, 100));
    await s.send('POST', `${path}/approve`);
  },
  'agents.create USER_NOT_FOUND': (s) =>
    s.send('POST', '/agents', { name: 'A', customerId: 'Customer:none', policy }),
  'agents.createDeviceCode NOT_FOUND': (s) => s.send('POST', '/agents/Agent:none/device-codes'),
  'agents.createDeviceCode CONFLICT': (s) =>
    s.send('POST', `/agents/${s.mock.add.agent().agent.id}/device-codes`),
  'agents.get NOT_FOUND': none('/agents/Agent:none'),
  'agents.redeemDeviceCode INVALID_INPUT': async (s) => {
    const { id: customerId } = s.mock.add.customer();
    const made = await s.send('POST', '/agents', { name: 'A', customerId, policy });
    const { code } = (made as { deviceCode: { code: string } }).deviceCode;
    await s.send('POST', `/agents/device-codes/${code}/redeem`);
    await s.send('POST', `/agents/device-codes/${code}/redeem`);
  },
  'agents.redeemDeviceCode NOT_FOUND': (s) => s.send('POST', '/agents/device-codes/none/redeem'),
  'agents.rejectAction NOT_FOUND': (s) =>
    s.send('POST', '/agents/Agent:none/actions/AgentAction:none/reject', {}),
  'agents.rejectAction CONFLICT': async (s) => {
    const path = await heldAction(s);
    await s.send('POST', `${path}/reject`, {});
    await s.send('POST', `${path}/reject`, {});
  },
  'agents.update NOT_FOUND': (s) => s.send('PATCH', '/agents/Agent:none', { name: 'A' }),
  'cards.create USER_NOT_FOUND': (s) =>
    s.send('POST', '/cards', {
      cardholderId: 'Customer:none',
      form: 'VIRTUAL',
      fundingSources: ['InternalAccount:none'],
    }),
  'cards.get NOT_FOUND': none('/cards/Card:none'),
  'cards.update INVALID_STATE_TRANSITION': (s) =>
    s.send('PATCH', `/cards/${s.mock.add.card().id}`, { state: 'ACTIVE' }),
  'cards.update CARD_NOT_MUTABLE': (s) => {
    const { id, fundingSources } = s.mock.add.card({ state: 'CLOSED' });
    return s.send('PATCH', `/cards/${id}`, { fundingSources });
  },
  'contactVerification.confirmEmail USER_NOT_FOUND': (s) =>
    s.send('POST', '/customers/Customer:none/verify-email/confirm', { code: '1' }),
  'contactVerification.confirmEmail CONFLICT': (s) =>
    s.send('POST', `${verifying(s)}/verify-email/confirm`, { code: '1' }),
  'contactVerification.confirmPhone USER_NOT_FOUND': (s) =>
    s.send('POST', '/customers/Customer:none/verify-phone/confirm', { code: '1' }),
  'contactVerification.confirmPhone CONFLICT': (s) =>
    s.send('POST', `${verifying(s)}/verify-phone/confirm`, { code: '1' }),
  'contactVerification.sendEmailCode USER_NOT_FOUND': (s) =>
    s.send('POST', '/customers/Customer:none/verify-email'),
  'contactVerification.sendEmailCode CONFLICT': (s) =>
    s.send('POST', `${verifying(s)}/verify-email`),
  'contactVerification.sendPhoneCode USER_NOT_FOUND': (s) =>
    s.send('POST', '/customers/Customer:none/verify-phone'),
  'contactVerification.sendPhoneCode CONFLICT': (s) =>
    s.send('POST', `${verifying(s)}/verify-phone`),
  'credentials.create EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS': (s) => {
    const { id: accountId } = s.mock.add.wallet().account;
    return s.send('POST', '/auth/credentials', { type: 'EMAIL_OTP', accountId });
  },
  'credentials.create PASSKEY_CREDENTIAL_ALREADY_EXISTS': (s) => {
    const { id: accountId } = s.mock.add.wallet().account;
    const credentialId = 'a2V5';
    s.mock.add.credential({ accountId, type: 'PASSKEY', nickname: 'Key', credentialId });
    const data = { clientDataJson: 'e30', attestationObject: 'oA', transports: ['internal'] };
    const attestation = { credentialId, ...data };
    const body = { type: 'PASSKEY', accountId, challenge: 'Y2g', nickname: 'Key', attestation };
    return s.send('POST', '/auth/credentials', body);
  },
  'credentials.create NOT_FOUND': (s) =>
    s.send('POST', '/auth/credentials', { type: 'EMAIL_OTP', accountId: 'InternalAccount:none' }),
  'credentials.revoke INVALID_INPUT': (s) =>
    s.send('DELETE', `/auth/credentials/${s.mock.add.wallet().credential.id}`),
  'credentials.revoke NOT_FOUND': (s) => s.send('DELETE', '/auth/credentials/AuthMethod:none'),
  'customers.create UMA_ADDRESS_EXISTS': (s) => {
    const umaAddress = '$ada@example.com';
    s.mock.add.customer({ umaAddress });
    return s.send('POST', '/customers', { customerType: 'INDIVIDUAL', umaAddress });
  },
  'customers.createKycLink USER_NOT_FOUND': (s) =>
    s.send('POST', '/customers/Customer:none/kyc-link', {}),
  'customers.createKycLink CONFLICT': (s) => {
    const { id } = s.mock.add.customer({ contactVerification: { email: 'PENDING' } });
    return s.send('POST', `/customers/${id}/kyc-link`, {});
  },
  'customers.get USER_NOT_FOUND': none('/customers/Customer:none'),
  'customers.update USER_NOT_FOUND': (s) =>
    s.send('PATCH', '/customers/Customer:none', { fullName: 'A' }),
  'customers.update UMA_ADDRESS_EXISTS': (s) => {
    const umaAddress = '$ada@example.com';
    s.mock.add.customer({ umaAddress });
    return s.send('PATCH', `/customers/${s.mock.add.customer().id}`, { umaAddress });
  },
  'customers.update EMAIL_OTP_EMAIL_ALREADY_EXISTS': (s) => {
    walletOf(s, 'taken@example.com');
    const { customer } = walletOf(s, 'ada@example.com');
    return s.send('PATCH', `/customers/${customer.id}`, { email: 'taken@example.com' });
  },
  'customers.update EMAIL_OTP_CREDENTIAL_SET_CHANGED': (s) => {
    const { customer } = walletOf(s, 'ada@example.com');
    const body = { email: 'new@example.com' };
    return s.sign('PATCH', `/customers/${customer.id}`, body, () => {
      s.mock.add.wallet({ customerId: customer.id });
    });
  },
  'customers.update EMAIL_OTP_CREDENTIAL_SYNC_FAILED': (s) => {
    const { customer } = walletOf(s, 'ada@example.com');
    s.mock.faults.add({ leg: 2, effect: { kind: 'fail-credential-update' } });
    return s.sign('PATCH', `/customers/${customer.id}`, { email: 'new@example.com' });
  },
  'exchangeRates.list INVALID_CURRENCY': none('/exchange-rates?sourceCurrency=XXX'),
  'externalAccounts.create USER_NOT_FOUND': (s) =>
    s.send('POST', '/customers/external-accounts', {
      customerId: 'Customer:none',
      currency: 'USD',
      accountInfo,
    }),
  'invitations.create INVALID_UMA_ADDRESS': (s) =>
    s.send('POST', '/invitations', { inviterUma: 'ada' }),
  'invitations.get INVITATION_NOT_FOUND': none('/invitations/INV-0'),
  'invitations.claim INVITATION_NOT_FOUND': (s) =>
    s.send('POST', '/invitations/INV-0/claim', { inviteeUma: '$ada@example.com' }),
  'invitations.claim INVITATION_ALREADY_CLAIMED': (s) => decideInvitation(s, 'CLAIMED', 'claim'),
  'invitations.claim INVITATION_CANCELLED': (s) => decideInvitation(s, 'CANCELLED', 'claim'),
  'invitations.claim INVALID_UMA_ADDRESS': (s) => {
    const { code } = s.mock.add.invitation();
    return s.send('POST', `/invitations/${code}/claim`, { inviteeUma: 'grace' });
  },
  'invitations.cancel INVITATION_NOT_FOUND': (s) => s.send('POST', '/invitations/INV-0/cancel'),
  'invitations.cancel INVALID_INPUT': (s) => decideInvitation(s, 'EXPIRED', 'cancel'),
  'invitations.cancel INVITATION_ALREADY_CLAIMED': (s) => decideInvitation(s, 'CLAIMED', 'cancel'),
  'invitations.cancel INVITATION_CANCELLED': (s) => decideInvitation(s, 'CANCELLED', 'cancel'),
  'invitations.cancel FORBIDDEN': (s) => {
    const { code } = s.mock.add.invitation();
    const { clientId, clientSecret } = s.mock.add.token({ permissions: ['VIEW'] });
    const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
    return s.send('POST', `/invitations/${code}/cancel`, undefined, { authorization });
  },
  'sandbox.sendTestWebhook WEBHOOK_ENDPOINT_NOT_SET': (s) =>
    s.send('POST', '/sandbox/webhooks/test'),
  'sandbox.sendTestWebhook WEBHOOK_DELIVERY_ERROR': (s) => {
    s.mock.deliverTo(() => Promise.reject(new Error('refused')));
    return s.send('POST', '/sandbox/webhooks/test');
  },
  'tokens.get TOKEN_NOT_FOUND': none('/tokens/Token:none'),
  'tokens.delete INVALID_INPUT': (s) => {
    const { id, clientId, clientSecret } = s.mock.add.token({ permissions: ['MANAGE'] });
    const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
    return s.send('DELETE', `/tokens/${id}`, undefined, { authorization });
  },
  'tokens.delete TOKEN_NOT_FOUND': (s) => s.send('DELETE', '/tokens/Token:none'),
  'sandbox.fundInternalAccount NOT_FOUND': (s) =>
    s.send('POST', '/sandbox/internal-accounts/InternalAccount:none/fund', { amount: 1 }),
  'sandbox.simulateAuthorization NOT_FOUND': (s) =>
    s.send('POST', '/sandbox/cards/Card:none/simulate/authorization', {
      amount: 1,
      currency: dollars,
      merchant,
    }),
  'sandbox.simulateAuthorization INVALID_CURRENCY': (s) =>
    s.send('POST', `/sandbox/cards/${s.mock.add.card().id}/simulate/authorization`, {
      amount: 1,
      currency: { code: 'EUR' },
      merchant,
    }),
  'sandbox.simulateAuthorization CONFLICT': (s) =>
    s.send('POST', `/sandbox/cards/${s.mock.add.card().id}/simulate/authorization`, {
      amount: 1,
      currency: dollars,
      merchant,
    }),
  'sandbox.simulateClearing NOT_FOUND': (s) =>
    s.send('POST', '/sandbox/cards/Card:none/simulate/clearing', {
      cardTransactionId: 'CardTransaction:none',
      amount: 1,
    }),
  'sandbox.simulateClearing CONFLICT': async (s) => {
    const { path, cardTransactionId } = await cardUse(s);
    await s.send('POST', `${path}/clearing`, { cardTransactionId, amount: 0 });
    await s.send('POST', `${path}/clearing`, { cardTransactionId, amount: 1 });
  },
  'sandbox.simulateClearing AMOUNT_OUT_OF_RANGE': async (s) => {
    const { path, cardTransactionId } = await cardUse(s);
    await s.send('POST', `${path}/clearing`, { cardTransactionId, amount: 11 });
  },
  'sandbox.simulateReturn NOT_FOUND': (s) =>
    s.send('POST', '/sandbox/cards/Card:none/simulate/return', {
      cardTransactionId: 'CardTransaction:none',
      amount: 1,
    }),
  'sandbox.simulateReturn CONFLICT': async (s) => {
    const { path, cardTransactionId } = await cardUse(s);
    await s.send('POST', `${path}/return`, { cardTransactionId, amount: 1 });
  },
  'sandbox.simulateReturn AMOUNT_OUT_OF_RANGE': async (s) => {
    const { path, cardTransactionId } = await cardUse(s);
    await s.send('POST', `${path}/clearing`, { cardTransactionId, amount: 5 });
    await s.send('POST', `${path}/return`, { cardTransactionId, amount: 6 });
  },
  'sessions.revoke NOT_FOUND': (s) => s.send('DELETE', '/auth/sessions/Session:none'),
  'transactions.get TRANSACTION_NOT_FOUND': none('/transactions/Transaction:none'),
  'transactions.reject TRANSACTION_NOT_FOUND': (s) =>
    s.send('POST', '/transactions/Transaction:none/reject', {}),
  'transactions.reject TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL': (s) => {
    const { id } = s.mock.add.transaction({ status: 'COMPLETED' });
    return s.send('POST', `/transactions/${id}/reject`, {});
  },
  'transfers.createIn NOT_FOUND': (s) =>
    s.send('POST', '/transfer-in', transfer('InternalAccount:n', 'ExternalAccount:n', 1, true)),
  'transfers.createIn INVALID_CURRENCY': (s) => {
    const { id, external } = payer(s, 'EUR');
    return s.send('POST', '/transfer-in', transfer(id, external, 1, true));
  },
  'transfers.createOut NOT_FOUND': (s) =>
    s.send('POST', '/transfer-out', transfer('InternalAccount:n', 'ExternalAccount:n')),
  'transfers.createOut INVALID_CURRENCY': (s) => {
    const { id, external } = payer(s, 'EUR');
    return s.send('POST', '/transfer-out', transfer(id, external));
  },
  'transfers.createOut AMOUNT_OUT_OF_RANGE': (s) => {
    const { id, external } = payer(s);
    return s.send('POST', '/transfer-out', transfer(id, external, 101));
  },
  'verifications.create USER_NOT_FOUND': (s) =>
    s.send('POST', '/verifications', { customerId: 'Customer:none' }),
  'verifications.get NOT_FOUND': none('/verifications/Verification:none'),
};

/** The same for both directions of an agent's transfer. */
const agentScenarios = (['In', 'Out'] as const).flatMap((direction) => {
  const name = `agent.transfers.create${direction}`;
  const path = `/agents/me/transfer-${direction.toLowerCase()}`;
  const isIn = direction === 'In';
  const ask =
    (more: object, amount: number, currency?: string, known = true) =>
    (s: Stage) => {
      const { id, external, bearer } = payer(s, currency, more);
      const to = known ? external : 'ExternalAccount:none';
      return s.send('POST', path, transfer(id, to, amount, isIn), bearer);
    };
  const limits = { spendingLimits: { currency: 'USD', perTransactionLimit: 1 } };
  return [
    [`${name} FORBIDDEN`, ask({ permissions: ['VIEW_TRANSACTIONS'] }, 1)],
    [`${name} VELOCITY_LIMIT_EXCEEDED`, ask(limits, 2)],
    [`${name} NOT_FOUND`, ask({}, 1, 'USD', false)],
    [`${name} INVALID_CURRENCY`, ask({}, 1, 'EUR')],
    ...(isIn ? [] : [[`${name} AMOUNT_OUT_OF_RANGE`, ask({}, 101)] as const]),
  ] as const;
});

const all = new Map([
  ...Object.entries(scenarios),
  ...Object.entries(paymentScenarioList),
  ...Object.entries(ownScenarios),
  ...Object.entries(onboardingScenarios),
  ...Object.entries(stablecoinScenarios),
  ...Object.entries(strongAuthenticationScenarios),
  ...Object.entries(agentQuoteScenarios),
  ...Object.entries(deletedCustomerScenarios),
  ...agentScenarios,
]);

/** Every declared code: those that rows name, and those derived from the rows. */
const declared = operations().flatMap((operation) =>
  errorCodesOf(operation.row).map((code) => {
    const { name } = operation;
    return { operation, name, code, key: `${name} ${code}` };
  }),
);
const own = declared.filter(({ key }) => all.has(key) || byFault.has(key));
const derived = declared.filter((each) => !own.includes(each));

test('rule 104: every scenario reaches a declared code', () => {
  const keys = declared.map(({ key }) => key);
  expect([...all.keys(), ...byFault].filter((key) => !keys.includes(key))).toEqual([]);
});

test('every code is returned without a fault by some operation, or has a reason why none does', async () => {
  const needsFault = ({ key, code }: (typeof declared)[number]) =>
    byFault.has(key) || code === 'INTERNAL_ERROR' || code === 'RATE_LIMITED';
  const returned = new Set(declared.filter((each) => !needsFault(each)).map(({ code }) => code));
  const otherMethod = stage();
  await otherMethod.send('PUT', '/cards', {});
  const { code } = otherMethod.mock.requests.at(-1) ?? {};
  expect(code).toBe('METHOD_NOT_ALLOWED');
  const unreturned = Object.keys(errorCodes).filter(
    (each) => !returned.has(each as ErrorCode) && each !== code,
  );
  expect(unreturned.toSorted()).toEqual(Object.keys(onlyByFault).toSorted());
});

test.each(own)('rule 104: $key is reachable', async ({ key, name, code, operation: { row } }) => {
  const each = stage(optionsOf[key]);
  if (byFault.has(key)) {
    const { status } = errorCodes[code];
    each.mock.faults.add({ operation: name, effect: { kind: 'answer', status, code } });
    const path = row.path.replaceAll(/\{\w+\}/g, 'X:1');
    await each.send(row.method, path, row.method === 'GET' ? undefined : {});
  } else await all.get(key)?.(each);
  expect(each.mock.requests.at(-1)).toMatchObject({ operation: name, code });
});

test.each(operations())(
  'rule 104: $name reaches the codes derived from its row',
  async (operation) => {
    const missed: string[] = [];
    for (const { code } of derived.filter(({ name }) => name === operation.name)) {
      const mock = createMock({ checkResponses: true });
      if (!(await reaches(operation, code, mock))) missed.push(code);
    }
    expect(missed, 'needs a scenario in packages/mock/test/error-codes').toEqual([]);
  },
);
