import { describe, expect, test } from 'vitest';
import { exampleOf } from './examples.ts';
import type { Fields } from './format/fields.ts';
import { assess, findOperation, type OperationName, type OperationRow } from './index.ts';

function rowOf(name: OperationName): OperationRow {
  const found = findOperation(name);
  if (found === undefined) throw new Error(`${name} is not an operation`);
  return found.row;
}

/** Returns the dotted paths of a body's invalid fields. */
function refused(name: OperationName, body: unknown): string[] {
  const { error } = rowOf(name).body?.safeParse(body) ?? {};
  return (error?.issues ?? []).map(({ path }) => path.join('.'));
}

/** Returns what the contract reports about a response; empty for one that matches it fully. */
function remarks(name: OperationName, result: unknown, status?: number): string[] {
  const { responses } = rowOf(name);
  const schema = responses[status ?? Math.min(...Object.keys(responses).map(Number))];
  if (schema === null || schema === undefined) throw new Error(`${name} has no such response`);
  const { drift, unusable } = assess(schema, result);
  return [...drift, ...unusable].map(({ kind, path }) => `${kind} ${path}`);
}

const result = (name: OperationName) => exampleOf(name).result as Fields;
const input = (name: OperationName) => exampleOf(name).input as Fields;

describe('a request that the service accepts', () => {
  const addresses = ['a&b@example.com', 'müller@example.de', 'x@y.z', '"a b"@example.com'];
  const business = {
    customerType: 'BUSINESS',
    businessInfo: { legalName: 'A', country: 'DE', incorporatedOn: '2020-01-01', taxId: '1' },
  };
  const owner = input('beneficialOwners.create') as { personalInfo: Fields };

  test.each(addresses)('can have the e-mail address %s', (email) => {
    expect(refused('customers.update', { email })).toEqual([]);
    expect(refused('customers.create', { customerType: 'INDIVIDUAL', email })).toEqual([]);
    expect(refused('customers.create', { ...business, email })).toEqual([]);
    const personalInfo = { ...owner.personalInfo, email };
    expect(refused('beneficialOwners.create', { ...owner, personalInfo })).toEqual([]);
    expect(refused('beneficialOwners.update', { personalInfo: { email } })).toEqual([]);
    const embeddedWalletConfig = { sendFromEmailAddress: email, replyToEmailAddress: email };
    const cardTokenization2faConfig = { email: { fromAddress: email, replyToAddress: email } };
    const config = { embeddedWalletConfig, cardTokenization2faConfig };
    expect(refused('config.update', config)).toEqual([]);
  });

  test("can name an agent's execution modes, and limits of any size", () => {
    const { policy, ...agent } = input('agents.create') as { policy: Fields };
    const accountRules = [{ accountId: 'InternalAccount:1', executionMode: 'APPROVAL_REQUIRED' }];
    const modes = { defaultExecutionMode: 'AUTO', accountRestrictions: { accountRules } };
    expect(refused('agents.create', { ...agent, policy: { ...policy, ...modes } })).toEqual([]);
    const { spendingLimits: _, ...without } = policy;
    expect(refused('agents.create', { ...agent, policy: without })).toEqual([
      'policy.spendingLimits',
    ]);
  });

  test("names an owner's number by idType, identifier and countryOfIssuance", () => {
    const { countryOfIssuance: _, ...person } = owner.personalInfo;
    const foreign = { ...person, idType: 'NON_US_TAX_ID', identifier: '1' };
    const send = (personalInfo: Fields) =>
      refused('beneficialOwners.create', { ...owner, personalInfo });
    expect(send({ ...foreign, countryOfIssuance: 'DE' })).toEqual([]);
    expect(send(foreign)).toEqual(['personalInfo.countryOfIssuance']);
  });

  test("can leave out a transfer's amount, and set rail and purpose", () => {
    const destination = { accountId: 'ExternalAccount:1', paymentRail: 'ACH' };
    const body = { source: { accountId: 'InternalAccount:1' }, destination };
    expect(refused('transfers.createOut', body)).toEqual([]);
    const purposeOfPayment = 'GOODS_OR_SERVICES';
    expect(refused('transfers.createOut', { ...body, purposeOfPayment })).toEqual([]);
  });

  test('can add an external account of the platform or of a customer', () => {
    const { customerId: _, ...account } = input('externalAccounts.create');
    const more = { ownershipType: 'FIRST_PARTY', defaultUmaDepositAccount: true };
    expect(refused('externalAccounts.create', { ...account, ...more })).toEqual([]);
    const accountInfo = { accountType: 'USD_ACCOUNT' };
    expect(refused('externalAccounts.create', { ...account, accountInfo })).toEqual([
      'accountInfo.accountNumber',
      'accountInfo.routingNumber',
      'accountInfo.beneficiary',
    ]);
  });

  test('creates a business with its four identifying fields', () => {
    expect(refused('customers.create', business)).toEqual([]);
    expect(refused('customers.create', { ...business, businessInfo: {} }).sort()).toEqual(
      ['country', 'incorporatedOn', 'legalName', 'taxId'].map((field) => `businessInfo.${field}`),
    );
  });

  test('can report any transport of a passkey, and no user handle', () => {
    const bytes = { credentialId: 'a2V5', clientDataJson: 'e30' };
    const transports = ['internal', 'smart-card', 'cable'];
    const attestation = { ...bytes, attestationObject: 'oA', transports };
    const accountId = 'InternalAccount:1';
    const passkey = { type: 'PASSKEY', accountId, challenge: 'Y2g', nickname: 'Key', attestation };
    expect(refused('credentials.create', passkey)).toEqual([]);
    const assertion = { ...bytes, authenticatorData: 'AA', signature: 'AA' };
    for (const userHandle of [null, '']) {
      const verify = { type: 'PASSKEY', assertion: { ...assertion, userHandle } };
      expect(refused('credentials.verify', verify)).toEqual([]);
    }
  });

  test.each([
    ...['http://localhost:3000/back', 'http://127.0.0.1/', 'http://10.0.0.7/', 'http://app.test/'],
    ...['http://172.16.0.1/', 'http://192.168.1.5:8080/', 'http://169.254.10.1/'],
    'https://app.example.com/back?x=1',
  ])('can return a customer to %s', (redirectUri) => {
    expect(refused('customers.createKycLink', { redirectUri })).toEqual([]);
  });

  test.each([
    ...['http://example.com/', 'http://localhost.example.com/', 'ftp://example.com/', 'nonsense'],
    ...['https:example.com', 'https:/example.com', 'http:localhost', ' https://example.com/'],
  ])('cannot return a customer to %s', (redirectUri) => {
    expect(refused('customers.createKycLink', { redirectUri })).toEqual(['redirectUri']);
  });

  test('can have an empty text where any string is allowed', () => {
    expect(refused('transactions.reject', { reason: '' })).toEqual([]);
    expect(refused('agents.update', { name: '' })).toEqual([]);
    expect(refused('customers.update', { umaAddress: '', fullName: '' })).toEqual([]);
    const key = `04${'a'.repeat(128)}`;
    const verify = { type: 'EMAIL_OTP', otp: '', clientPublicKey: key };
    expect(refused('credentials.verify', verify)).toEqual([]);
  });
});

describe('a response that the service may send', () => {
  test("can have null for an agent's missing limits", () => {
    const agent = result('agents.get') as { policy: { spendingLimits: Fields } };
    const policy = {
      ...agent.policy,
      spendingLimits: { ...agent.policy.spendingLimits, dailyLimit: null, monthlyLimit: null },
      accountRestrictions: { allowedAccountIds: null },
      approvalThresholds: { currency: 'USD', amount: null },
    };
    expect(remarks('agents.get', { ...agent, policy })).toEqual([]);
  });

  test('can have a currency without decimals', () => {
    const account = (result('internalAccounts.list') as { data: Fields[] }).data[0] as Fields;
    const balance = { amount: 1, currency: { code: 'XAU' } };
    const page = { data: [{ ...account, balance, totalBalance: balance }], hasMore: false };
    expect(remarks('internalAccounts.list', page)).toEqual([]);
  });

  test("can have a challenge with its credential's fields, or another kind of id", () => {
    const time = '2026-01-05T09:00:00Z';
    const { id, accountId } = result('credentials.create');
    const challenge = { challenge: 'Y2g', requestId: 'Challenge:1', expiresAt: time };
    const credential = { id, accountId, type: 'PASSKEY', nickname: 'Key', credentialId: 'a2V5' };
    const times = { createdAt: time, updatedAt: time };
    const all = { ...challenge, ...credential, ...times };
    expect(remarks('credentials.challenge', all)).toEqual([]);
  });

  test("can have a payment's refund, rates and remitter", () => {
    const money = { amount: 1, currency: { code: 'USD' } };
    const time = '2026-01-05T09:00:00Z';
    const payment = {
      ...result('transactions.get'),
      type: 'OUTGOING',
      receivedAmount: money,
      sentAmount: money,
      source: {
        sourceType: 'REALTIME_FUNDING',
        currency: 'USD',
        accountHolderName: 'Ada',
        bankName: 'Bank',
        traceNumber: '1',
      },
      rateDetails: { counterpartyMultiplier: 1.5, counterpartyFixedFee: 3 },
      refund: { reference: 'r', initiatedAt: time, status: 'PENDING' },
    };
    const { failureReason: _, ...own } = payment as Fields;
    expect(remarks('transactions.get', own)).toEqual([]);
  });

  test("can have an action's quote", () => {
    const action = { ...result('agents.approveAction'), quote: result('quotes.get') };
    expect(remarks('agents.approveAction', action)).toEqual([]);
  });
});
