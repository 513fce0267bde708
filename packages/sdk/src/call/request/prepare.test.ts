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

describe('input is refused before it is sent', () => {
  test.each<[OperationName, string, unknown, string[]]>([
    ['cards.update', 'nothing at all', undefined, ['id', '']],
    ['cards.update', 'no field to change', { id: 'Card:1' }, ['']],
    ['cards.update', 'the wrong prefix', { id: 'Customer:1', state: 'FROZEN' }, ['id']],
    ['cards.update', 'a prefix alone', { id: 'Card:', state: 'FROZEN' }, ['id']],
    ['cards.update', 'an unknown state', { id: 'Card:1', state: 'PENDING_KYC' }, ['state']],
    [
      'cards.update',
      'no funding sources',
      { id: 'Card:1', fundingSources: [] },
      ['fundingSources'],
    ],
    [
      'cards.update',
      'CLOSED with funding sources',
      { id: 'Card:1', state: 'CLOSED', fundingSources: ['InternalAccount:1'] },
      ['fundingSources'],
    ],
    ['cards.update', 'an unknown field', { id: 'Card:1', state: 'FROZEN', stat: 1 }, ['stat']],
    [
      'cards.update',
      'a prototype',
      JSON.parse('{ "id": "Card:1", "state": "FROZEN", "__proto__": {} }'),
      ['__proto__'],
    ],
    ['cards.update', 'several at once', { id: 'x', state: 'y', z: 1 }, ['id', 'state', 'z']],
    ['internalAccounts.update', 'no field', { id: 'InternalAccount:1' }, ['privateEnabled']],
    [
      'internalAccounts.update',
      'the other account type',
      { id: 'ExternalAccount:1', privateEnabled: true },
      ['id'],
    ],
    [
      'customers.update',
      'e-mail and phone',
      { customerId: 'Customer:1', email: 'a@example.com', phoneNumber: '+14155550123' },
      ['phoneNumber'],
    ],
    [
      'customers.update',
      'a phone number without a country code',
      { customerId: 'Customer:1', phoneNumber: '4155550123' },
      ['phoneNumber'],
    ],
    [
      'customers.update',
      'NON_US_TAX_ID alone',
      { customerId: 'Customer:1', taxIdType: 'NON_US_TAX_ID' },
      ['taxIdCountryOfIssuance'],
    ],
    [
      'customers.update',
      'a malformed SSN',
      { customerId: 'Customer:1', taxIdType: 'SSN', taxIdentifier: '123456789' },
      ['taxIdentifier'],
    ],
    [
      'customers.update',
      'OTHER without text',
      {
        customerId: 'Customer:1',
        sourceOfFundsCategories: ['OTHER'],
        sourceOfWealthCategories: ['OTHER'],
        purposeOfAccount: 'OTHER',
      },
      [
        'sourceOfFundsOtherDescription',
        'sourceOfWealthOtherDescription',
        'purposeOfAccountOtherDescription',
      ],
    ],
    [
      'customers.update',
      'business OTHER without text',
      { customerId: 'Customer:1', businessInfo: { purposeOfAccount: 'OTHER' } },
      ['businessInfo.purposeOfAccountOtherDescription'],
    ],
    [
      'customers.update',
      'fields of both variants',
      { customerId: 'Customer:1', customerType: 'BUSINESS', fullName: 'Ada' },
      ['fullName'],
    ],
    [
      'customers.update',
      'a date that does not exist',
      { customerId: 'Customer:1', birthDate: '2026-02-30' },
      ['birthDate'],
    ],
    [
      'customers.createKycLink',
      'http for a remote host',
      { customerId: 'Customer:1', redirectUri: 'http://example.com' },
      ['redirectUri'],
    ],
    [
      'customers.createKycLink',
      'a script',
      { customerId: 'Customer:1', redirectUri: 'javascript:alert(1)' },
      ['redirectUri'],
    ],
    [
      'credentials.create',
      'an unknown type',
      { accountId: 'InternalAccount:1', type: 'SMS_OTP' },
      ['type'],
    ],
    [
      'credentials.create',
      'a passkey without its ceremony',
      { accountId: 'InternalAccount:1', type: 'PASSKEY' },
      ['challenge', 'nickname', 'attestation'],
    ],
    [
      'credentials.challenge',
      'a compressed key',
      { id: 'AuthMethod:1', clientPublicKey: `02${'a'.repeat(64)}` },
      ['clientPublicKey'],
    ],
    [
      'credentials.verify',
      'a passkey without its request id',
      {
        id: 'AuthMethod:1',
        type: 'PASSKEY',
        assertion: {
          credentialId: 'a',
          clientDataJson: 'a',
          authenticatorData: 'a',
          signature: 'a',
        },
      },
      ['requestId'],
    ],
    [
      'credentials.verify',
      'a request id with a line break',
      { id: 'AuthMethod:1', requestId: 'a\nb', type: 'EMAIL_OTP', otp: '1', clientPublicKey: key },
      ['requestId'],
    ],
    [
      'credentials.verify',
      'a field of another variant',
      { id: 'AuthMethod:1', type: 'EMAIL_OTP', otp: '1', clientPublicKey: key, oidcToken: 'x' },
      ['oidcToken'],
    ],
    ['sessions.refresh', 'no key', { id: 'Session:1' }, ['clientPublicKey']],
    [
      'transactions.reject',
      'a reason that is not text',
      { transactionId: 'Transaction:1', reason: 1 },
      ['reason'],
    ],
    ['agents.update', 'no field', { agentId: 'Agent:1' }, ['']],
    ['documents.list', 'limit 0', { limit: 0 }, ['limit']],
    ['documents.list', 'limit 101', { limit: 101 }, ['limit']],
    ['documents.list', 'half a limit', { limit: 1.5 }, ['limit']],
    ['documents.list', 'an unknown filter', { holder: 'x' }, ['holder']],
    ['agent.transactions.list', 'an unknown status', { status: 'LOST' }, ['status']],
    ['agent.transactions.list', 'a date without time', { startDate: '2026-01-05' }, ['startDate']],
    ['verifications.create', 'a list', [], ['']],
  ])('%s: %s', (name, _what, input, expected) => {
    expect(issuesOf(name, input)).toEqual(expected);
  });
});

describe('a prepared request', () => {
  test('has no body where the operation has none or none is passed', () => {
    const challenge = findOperation('credentials.challenge');
    if (challenge === undefined) throw new Error('no operation');
    expect(prepare(challenge, { id: 'AuthMethod:1' }).body).toBeUndefined();
    expect(
      prepare(challenge, { id: 'AuthMethod:1', clientPublicKey: undefined }).body,
    ).toBeUndefined();
    expect(prepare(challenge, { id: 'AuthMethod:1', clientPublicKey: key }).body).toBe(
      `{"clientPublicKey":"${key}"}`,
    );
  });

  test('accepts the alternative spellings of the specification', () => {
    expect(
      issuesOf('customers.createKycLink', {
        customerId: 'Customer:1',
        redirectUri: 'http://localhost:3000/x',
      }),
    ).toEqual([]);
    expect(issuesOf('customers.createKycLink', { customerId: 'Customer:1' })).toEqual([]);
    expect(
      issuesOf('customers.update', {
        customerId: 'Customer:1',
        taxIdType: 'NON_US_TAX_ID',
        taxIdCountryOfIssuance: 'DE',
      }),
    ).toEqual([]);
    expect(issuesOf('documents.list', { documentHolder: 'BeneficialOwner:1' })).toEqual([]);
  });

  test('whatever the input, it is prepared or refused as an InvalidRequestError that quotes no value', () => {
    const secret = 'S3CRET-marker';
    const value = fc.oneof(fc.constant(secret), fc.anything());
    fc.assert(
      fc.property(
        fc.constantFrom(...operations()),
        fc.dictionary(
          fc.constantFrom(
            'id',
            'customerId',
            'state',
            'otp',
            'type',
            'email',
            'limit',
            'oidcToken',
            'x',
          ),
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
  const day = new Date('2026-01-05T09:00:00Z');
  expect(messages('transactions.list', { startDate: day })).toMatch(
    /date-time.*is a Date: write date\.toISOString\(\)$/,
  );
  const customer = { customerType: 'INDIVIDUAL', birthDate: day };
  expect(messages('customers.create', customer)).toMatch(
    /is a Date: write date\.toISOString\(\)\.slice\(0, 10\)/,
  );
  expect(messages('transactions.list', { limit: day })).toMatch(
    /number.*is a Date: write date\.getTime\(\)/,
  );
});
