import { expect, test } from 'vitest';
import { errorCodesOf, findOperation, type OperationRow, operations } from '../index.ts';
import { errorStatusesOf } from '../internal-schema.ts';

/** The operations for which a status is documented that does not follow from the form of a request. */
const documented: Readonly<Record<number, readonly string[]>> = {
  400: [
    'quotes.execute sandbox.sendTestWebhook invitations.cancel tokens.delete',
    'credentials.revoke sessions.revoke agents.createDeviceCode agents.approveAction',
    'agents.redeemDeviceCode agent.quotes.execute',
  ],
  403: [
    'agent.quotes.create agent.quotes.execute agent.transfers.createIn',
    'agent.transfers.createOut',
  ],
  404: [
    'beneficialOwners.create documents.create verifications.create transfers.createIn',
    'transfers.createOut quotes.estimateWithdrawalFee sandbox.send sandbox.receive',
    'credentials.create agent.transfers.createIn agent.transfers.createOut',
  ],
  405: ['customers.list customers.create'],
  409: [
    'customers.create customers.update customers.createKycLink',
    'contactVerification.sendEmailCode contactVerification.confirmEmail',
    'contactVerification.sendPhoneCode contactVerification.confirmPhone',
    'externalAccounts.create externalAccounts.delete',
    'externalAccounts.challengeOwnership externalAccounts.verifyOwnership',
    'platformAccounts.create platformAccounts.challengeOwnership',
    'platformAccounts.verifyOwnership documents.delete quotes.execute',
    'transactions.approve transactions.reject transactions.cancel',
    'agents.createDeviceCode agents.approveAction agents.rejectAction',
    'agent.quotes.execute agent.externalAccounts.create cards.update',
  ],
  410: ['customers.delete'],
  412: ['receivers.lookUpUma receivers.lookUpExternalAccount quotes.create', 'agent.quotes.create'],
  424: [
    'customers.update receivers.lookUpUma receivers.lookUpExternalAccount',
    'quotes.create agent.quotes.create',
  ],
  429: [
    'transfers.createOut quotes.create quotes.execute credentials.verify',
    'credentials.challenge',
  ],
  501: [
    'config.update customers.create quotes.create cards.list cards.create cards.get',
    'cards.update cards.reveal',
  ],
};

test.each(Object.entries(documented))('%s is a status of %s', (status, names) => {
  for (const name of names.flatMap((line) => line.split(' '))) {
    const row = findOperation(name)?.row;
    expect(row && errorStatusesOf(row), name).toContain(Number(status));
  }
});

test('the form of a request determines its common statuses', () => {
  for (const { name, row } of operations()) {
    const common = [
      ...(row.body === undefined && row.query === undefined ? [] : [400]),
      ...(row.auth === 'none' ? [] : [401]),
      ...(row.auth === 'platform' ? [403] : []),
      ...(row.path.includes('{') ? [404] : []),
      500,
    ];
    expect(errorStatusesOf(row), name).toEqual(expect.arrayContaining(common));
  }
});

test('the row determines which common codes an operation has', () => {
  const row: OperationRow | undefined = findOperation('cards.update')?.row;
  const own = row?.errors ?? [];
  const codes = row === undefined ? [] : errorCodesOf(row);
  expect(own).toContain('CARD_NOT_MUTABLE');
  expect(codes).toEqual(expect.arrayContaining([...own]));
  expect(codes.filter((code) => !own.includes(code))).toEqual([
    'INVALID_INPUT',
    'INVALID_REQUEST_FORMAT',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'INTERNAL_ERROR',
  ]);
});

test('a resource with its own 404 code does not have the common one', () => {
  const row = findOperation('customers.get')?.row;
  expect(row && errorCodesOf(row)).not.toContain('NOT_FOUND');
});
