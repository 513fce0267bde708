import { findOperation, type OperationName, operations } from '@org/payments-contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scriptedClient } from '../../../test/scripted-service.ts';
import { InvalidRequestError } from '../../errors/caller-errors.ts';
import { prepare } from './prepare.ts';

function issuesOf(name: OperationName, input: unknown): string[] {
  const operation = findOperation(name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  try {
    prepare(operation, input);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return error.issues.map(({ path }) => path);
  }
}

const key = `04${'a'.repeat(128)}`;

const card = { id: 'Card:1' };
const wallet = { accountId: 'InternalAccount:1' };
const transfer = {
  source: { accountId: 'InternalAccount:1' },
  destination: { accountId: 'ExternalAccount:1' },
  amount: 1,
};
const customer = { customerId: 'Customer:1' };
const ssn = { taxIdType: 'SSN', taxIdentifier: '123456789' };
const tooLong = { remittanceInformation: 'x'.repeat(81) };
const purpose = 'purposeOfAccountOtherDescription';
const compressed = `02${'a'.repeat(64)}`;
const other = { purposeOfAccount: 'OTHER' };
const others = { sourceOfFundsCategories: ['OTHER'], sourceOfWealthCategories: ['OTHER'] };
const code = { id: 'AuthMethod:1', type: 'EMAIL_OTP', otp: '1', clientPublicKey: key };
const signed = { credentialId: 'a', clientDataJson: 'a', authenticatorData: 'a', signature: 'a' };
const passkey = { id: 'AuthMethod:1', type: 'PASSKEY', assertion: signed };
const withPrototype = JSON.parse('{ "id": "Card:1", "state": "FROZEN", "__proto__": {} }');
const closed = { ...card, state: 'CLOSED', fundingSources: ['InternalAccount:1'] };
const contact = { ...customer, email: 'a@example.com', phoneNumber: '+14155550123' };
const wealth = 'sourceOfFundsOtherDescription,sourceOfWealthOtherDescription';

test.each<[OperationName, unknown, string]>([
  ['cards.update', undefined, 'id,'],
  ['cards.update', card, ''],
  ['cards.update', { id: 'Customer:1', state: 'FROZEN' }, 'id'],
  ['cards.update', { id: 'Card:', state: 'FROZEN' }, 'id'],
  ['cards.update', { ...card, state: 'PENDING_KYC' }, 'state'],
  ['cards.update', { ...card, fundingSources: [] }, 'fundingSources'],
  ['cards.update', closed, 'fundingSources'],
  ['cards.update', { ...card, state: 'FROZEN', stat: 1 }, 'stat'],
  ['cards.update', withPrototype, '__proto__'],
  ['cards.update', { id: 'x', state: 'y', z: 1 }, 'id,state,z'],
  ['internalAccounts.update', { id: 'InternalAccount:1' }, 'privateEnabled'],
  ['internalAccounts.update', { id: 'ExternalAccount:1', privateEnabled: true }, 'id'],
  ['customers.update', contact, 'phoneNumber'],
  ['customers.update', { ...customer, phoneNumber: '4155550123' }, 'phoneNumber'],
  ['customers.update', { ...customer, taxIdType: 'NON_US_TAX_ID' }, 'taxIdCountryOfIssuance'],
  ['customers.update', { ...customer, ...ssn }, 'taxIdentifier'],
  ['transfers.createOut', { ...transfer, ...tooLong }, 'remittanceInformation'],
  ['customers.update', { ...customer, ...others }, wealth],
  ['customers.update', { ...customer, ...other }, purpose],
  ['customers.update', { ...customer, businessInfo: other }, `businessInfo.${purpose}`],
  ['customers.update', { ...customer, customerType: 'BUSINESS', fullName: 'Ada' }, 'fullName'],
  ['customers.update', { ...customer, birthDate: '2026-02-30' }, 'birthDate'],
  ['customers.createKycLink', { ...customer, redirectUri: 'http://example.com' }, 'redirectUri'],
  ['customers.createKycLink', { ...customer, redirectUri: 'javascript:alert(1)' }, 'redirectUri'],
  ['credentials.create', { ...wallet, type: 'SMS_OTP' }, 'type'],
  ['credentials.create', { ...wallet, type: 'PASSKEY' }, 'challenge,nickname,attestation'],
  ['credentials.challenge', { id: 'AuthMethod:1', clientPublicKey: compressed }, 'clientPublicKey'],
  ['credentials.verify', passkey, 'requestId'],
  ['credentials.verify', { ...code, requestId: 'a\nb' }, 'requestId'],
  ['credentials.verify', { ...code, oidcToken: 'x' }, 'oidcToken'],
  ['sessions.refresh', { id: 'Session:1' }, 'clientPublicKey'],
  ['transactions.reject', { transactionId: 'Transaction:1', reason: 1 }, 'reason'],
  ['agents.update', { agentId: 'Agent:1' }, ''],
  ['documents.list', { limit: 0 }, 'limit'],
  ['documents.list', { limit: 101 }, 'limit'],
  ['documents.list', { limit: 1.5 }, 'limit'],
  ['documents.list', { holder: 'x' }, 'holder'],
  ['agent.transactions.list', { status: 'LOST' }, 'status'],
  ['agent.transactions.list', { startDate: '2026-01-05' }, 'startDate'],
  ['verifications.create', [], ''],
])('%s refuses %j before it is sent, for %j', (name, input, fields) => {
  expect(issuesOf(name, input).join()).toBe(fields);
});

describe('a prepared request', () => {
  test('has no body where the operation has none or none is passed', () => {
    const challenge = findOperation('credentials.challenge');
    if (challenge === undefined) throw new Error('no operation');
    expect(prepare(challenge, { id: 'AuthMethod:1' }).body).toBeUndefined();
    const bodyWith = (clientPublicKey: string | undefined) =>
      prepare(challenge, { id: 'AuthMethod:1', clientPublicKey }).body;
    expect(bodyWith(undefined)).toBeUndefined();
    expect(bodyWith(key)).toBe(`{"clientPublicKey":"${key}"}`);
  });

  test('accepts the alternative spellings of the specification', () => {
    const local = { ...customer, redirectUri: 'http://localhost:3000/x' };
    expect(issuesOf('customers.createKycLink', local)).toEqual([]);
    expect(issuesOf('customers.createKycLink', customer)).toEqual([]);
    const taxId = { taxIdType: 'NON_US_TAX_ID', taxIdCountryOfIssuance: 'DE' };
    expect(issuesOf('customers.update', { ...customer, ...taxId })).toEqual([]);
    expect(issuesOf('documents.list', { documentHolder: 'BeneficialOwner:1' })).toEqual([]);
  });

  test('whatever the input, it is prepared or refused as an InvalidRequestError that quotes no value', () => {
    const secret = 'S3CRET-marker';
    const value = fc.oneof(fc.constant(secret), fc.anything());
    fc.assert(
      fc.property(
        fc.constantFrom(...operations()),
        fc.dictionary(
          fc.constantFrom(...['id', 'customerId', 'state', 'otp', 'type', 'email', 'limit', 'x']),
          value,
        ),
        (operation, input) => {
          try {
            prepare(operation, input);
          } catch (error) {
            expect(error).toBeInstanceOf(InvalidRequestError);
            expect(JSON.stringify(error)).not.toContain(secret);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

test.each<[string, () => unknown]>([
  [
    'a getter that fails',
    () => ({
      get agentId() {
        throw new Error('broken');
      },
    }),
  ],
  [
    'a proxy that was revoked',
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
  ],
])('%s is refused as input', async (_what, input) => {
  const { payments, received } = scriptedClient([]);
  const call = payments.agents.delete(input() as never);
  await expect(call).rejects.toBeInstanceOf(InvalidRequestError);
  expect(received).toEqual([]);
});

test('an input that other SDKs take says what to write instead', () => {
  const messages = (name: OperationName, input: unknown) => {
    try {
      prepare(findOperation(name) as NonNullable<ReturnType<typeof findOperation>>, input);
    } catch (error) {
      return (error as InvalidRequestError).issues.map(({ message }) => message).join();
    }
    return 'accepted';
  };
  expect(messages('cards.get', 'Card:1')).toBe(
    'expected an object: write { id: … }, not the id alone',
  );
  expect(messages('customers.list', 'x')).toBe('expected an object');
  const promise = Promise.resolve('Card:1');
  expect(messages('cards.get', promise)).toBe('expected an object; it is a promise: await it');
  expect(messages('cards.get', { id: promise })).toMatch(/; it is a promise: await it$/);
  for (const name of ['cards.get', 'cards.update'] as const) {
    const given = { id: 'Card:1', state: 'FROZEN', stamper: {} };
    expect(messages(name, given)).toContain('is an option: pass it in the second argument');
  }
  const day = new Date('2026-01-05T09:00:00Z');
  expect(messages('transactions.list', { startDate: day })).toMatch(
    /date-time.*is a Date: write date\.toISOString\(\)$/,
  );
  expect(messages('customers.create', { customerType: 'INDIVIDUAL', birthDate: day })).toMatch(
    /is a Date: write date\.toISOString\(\)\.slice\(0, 10\)/,
  );
  expect(messages('transactions.list', { limit: day })).toMatch(
    /number.*is a Date: write date\.getTime\(\)/,
  );
});
