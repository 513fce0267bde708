import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import { expect, onTestFinished, test } from 'vitest';

test('a stablecoin: link a provider, register, mint, burn, read what happened', async () => {
  const mock = createMock({ seed: 'stablecoins', checkResponses: true });
  const server = await listen(mock);
  onTestFinished(() => server.close());
  const payments = createPaymentsClient(server.connection);

  const account = await payments.stablecoinProviderAccounts.link({
    provider: 'example-issuer',
    apiClientId: 'client-1',
    apiClientSecret: 'secret-1',
  });
  const { id: stablecoinProviderAccountId } = account;
  const links = payments.stablecoinProviderAccounts;
  expect(await links.get({ stablecoinProviderAccountId })).toEqual(account);
  expect((await links.list({})).data).toEqual([account]);

  const stablecoin = await payments.stablecoins.register({
    providerTokenIdentifier: 'token-acmeusd',
    networkTokenIdentifier: 'btkn1qacmeusd',
    network: 'SPARK',
  });
  const { id: stablecoinId, currency = '' } = stablecoin;
  expect(await payments.stablecoins.get({ stablecoinId })).toEqual(stablecoin);
  expect((await payments.stablecoins.list({ provider: 'example-issuer' })).data).toHaveLength(1);

  const own = async (code: string) => {
    const { data } = await payments.internalAccounts.listPlatform({ currency: code });
    return data[0] ?? expect.fail(`The platform has no account in ${code}`);
  };
  const dollars = await own('USD');
  await payments.sandbox.fundInternalAccount({ accountId: dollars.id, amount: 1000 });
  const held = await own(currency);
  const minted = await payments.stablecoins.mint({
    stablecoinId,
    amount: '700',
    fundingSource: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: dollars.id },
    destination: { accountId: held.id },
  });
  expect(minted.status).toBe('PROCESSING');
  const stablecoinOperationId = minted.id;
  expect(await payments.stablecoins.getOperation({ stablecoinOperationId })).toMatchObject({
    status: 'COMPLETED',
  });
  expect((await own('USD')).balance.amount).toBe(300);
  expect((await own(currency)).balance.amount).toBe(700);

  const bank = await payments.platformAccounts.create({
    currency: 'USD',
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber: '000123456',
      routingNumber: '021000021',
      beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Acme Inc' },
    },
  });
  await payments.stablecoins.burn({
    stablecoinId,
    amount: '200',
    source: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: held.id },
    destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: bank.id, rail: 'ACH_CREDIT' },
  });
  const { data } = await payments.stablecoins.listOperations({ stablecoinId });
  expect(data.map(({ operationType, status }) => [operationType, status]).sort()).toEqual([
    ['BURN', 'COMPLETED'],
    ['MINT', 'COMPLETED'],
  ]);
  expect((await own(currency)).balance.amount).toBe(500);
  for (const { moneyIn, moneyOut, balances, holds, fees } of mock.ledger.balances()) {
    expect(moneyIn - moneyOut).toBe(balances + holds + fees);
  }
});
