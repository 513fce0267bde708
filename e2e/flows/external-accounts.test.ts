import { expect, test } from 'vitest';
import { startPayingPlatform } from '../support/platform.ts';

const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' } as const;

test('an account of a customer is added, read, listed and deleted', async () => {
  const { payments, customer } = await startPayingPlatform();
  const customerId = customer.id;
  const account = await payments.externalAccounts.create({
    customerId,
    currency: 'USD',
    platformAccountId: 'rent',
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber: '000123456',
      routingNumber: '021000021',
      beneficiary,
    },
  });
  expect(account).toMatchObject({ status: 'ACTIVE', beneficiaryVerificationStatus: 'MATCHED' });
  const externalAccountId = account.id;
  expect(await payments.externalAccounts.get({ externalAccountId })).toEqual(account);
  const listed = await payments.externalAccounts.list({ customerId }).toArray({ limit: 10 });
  expect(listed.map(({ id }) => id)).toContain(externalAccountId);
  await payments.externalAccounts.delete({ externalAccountId });
  await expect(payments.externalAccounts.get({ externalAccountId })).rejects.toMatchObject({
    status: 404,
  });
});

test('a missing field of the chosen type is named before anything is sent', async () => {
  const { mock, payments } = await startPayingPlatform();
  const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber: '1' };
  const call = payments.platformAccounts.create({ currency: 'USD', accountInfo } as never);
  await expect(call).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    issues: [{ path: 'accountInfo.routingNumber' }, { path: 'accountInfo.beneficiary' }],
  });
  expect(mock.requests).toEqual([]);
});

test('the ownership of a wallet of a customer is proved', async () => {
  const { mock, payments, customer } = await startPayingPlatform();
  const { id: externalAccountId } = mock.add.externalAccount({
    customerId: customer.id,
    status: 'PENDING',
    currency: 'USDC',
    accountInfo: { accountType: 'SOLANA_WALLET', address: 'x' },
  });
  const { messageToSign } = await payments.externalAccounts.challengeOwnership({
    externalAccountId,
    method: 'WALLET_SIGNATURE',
  });
  expect(messageToSign).toContain(externalAccountId);
  const signature = 'sandbox-valid-signature';
  const proved = await payments.externalAccounts.verifyOwnership({ externalAccountId, signature });
  expect(proved.status).toBe('ACTIVE');
});

test('accounts of the platform itself have the same operations', async () => {
  const { payments } = await startPayingPlatform();
  const account = await payments.platformAccounts.create({
    currency: 'USDC',
    accountInfo: { accountType: 'BASE_WALLET', address: '0x1234' },
  });
  const externalAccountId = account.id;
  expect(await payments.platformAccounts.get({ externalAccountId })).toEqual(account);
  expect((await payments.platformAccounts.list()).data).toEqual([account]);
  await payments.platformAccounts.challengeOwnership({ externalAccountId, method: 'LIVENESS' });
  const signature = 'sandbox-valid-signature';
  const proved = await payments.platformAccounts.verifyOwnership({ externalAccountId, signature });
  expect(proved.ownershipType).toBe('FIRST_PARTY');
  await payments.platformAccounts.delete({ externalAccountId });
  expect((await payments.platformAccounts.list()).data).toEqual([]);
});
