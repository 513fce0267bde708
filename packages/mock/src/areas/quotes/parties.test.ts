import { expect } from 'vitest';
import { sampleInfo } from '../../../test/support/account-samples.ts';
import { test } from '../../../test/support/api-test.ts';
import { expectInvalid, expectRefused } from '../../../test/support/open-mock.ts';
import { payer } from '../../../test/support/payers.ts';

const toAccount = (accountId: unknown) => ({
  destination: { destinationType: 'ACCOUNT', accountId },
});
const fromAccount = (accountId: string) => ({ source: { sourceType: 'ACCOUNT', accountId } });

test('rule 112: a customer pays to own accounts and to those outside of the platform, which pays to any', async (api) => {
  const { customerId, ask } = payer(api);
  const account = { currency: 'USD', accountInfo: sampleInfo('USD_ACCOUNT') };
  const outside = await api.send('POST', '/platform/external-accounts', account);
  const { internalAccount, externalAccount } = api.mock.add;
  const other = api.mock.add.customer().id;
  const receivers = {
    'own inside': internalAccount({ customerId }).id,
    'own outside': externalAccount({ customerId }).id,
    'other inside': internalAccount({ customerId: other }).id,
    'other outside': externalAccount({ customerId: other }).id,
    'platform inside': internalAccount().id,
    'platform outside': outside.body.id,
  };
  for (const [owner, allowed] of [
    [{ customerId }, ['own inside', 'own outside', 'platform outside']],
    [{}, Object.keys(receivers)],
  ] as const) {
    const { source } = fromAccount(internalAccount(owner).id);
    const paid: string[] = [];
    for (const [name, to] of Object.entries(receivers)) {
      const reply = await ask({ source, ...toAccount(to) });
      if (reply.status === 201) paid.push(name);
      else expectInvalid(reply, 'destination.accountId');
    }
    expect(paid).toEqual(allowed);
  }
});

test('a customer pays once the check of the person or the business is APPROVED', async (api) => {
  const { ask } = payer(api);
  for (const status of ['UNVERIFIED', 'PENDING', 'REJECTED', 'HOLD', 'APPROVED'] as const) {
    const person = { customerType: 'INDIVIDUAL', kycStatus: status } as const;
    const business = { customerType: 'BUSINESS', kybStatus: status } as const;
    for (const { id: customerId } of [person, business].map((each) =>
      api.mock.add.customer(each),
    )) {
      const { source } = fromAccount(api.mock.add.internalAccount({ customerId }).id);
      const to = toAccount(api.mock.add.externalAccount({ customerId }).id);
      for (const from of [
        source,
        { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
      ]) {
        const reply = await ask({ source: from, ...to });
        if (status === 'APPROVED') expect(reply.status).toBe(201);
        else expectRefused(reply, 403, 'USER_NOT_READY');
      }
    }
  }
});

test('a quote is refused while its accounts cannot pay or be paid, and keeps waiting', async (api) => {
  const { customerId, account, quote, execute, read } = payer(api);
  const other = api.mock.add.internalAccount({ customerId, currency: 'EUR' });
  const { id } = await quote(toAccount(other.id));
  const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId };
  expectRefused(await execute((await quote({ source })).id), 409, 'CONFLICT');
  const setStatus = (accountId: string, status: string) => {
    const snapshot = structuredClone(api.mock.snapshot());
    const { accounts } = snapshot.tables as unknown as {
      accounts: { rows: [number, { id: string; status: string }][] };
    };
    for (const [, row] of accounts.rows) if (row.id === accountId) row.status = status;
    api.mock.restore(snapshot);
  };
  for (const each of [account, other]) {
    setStatus(each.id, 'FROZEN');
    expectRefused(await execute(id), 403, 'FORBIDDEN');
    setStatus(each.id, 'ACTIVE');
  }
  expect((await read(id)).status).toBe('PENDING');
  expect((await execute(id)).status).toBe(200);
});

test('rule 171: what a lookup says can be received, and neither less nor more', async (api) => {
  const { ask, customerId } = payer(api);
  const umaAddress = '$success.eur@sandbox.example.com';
  const destination = { destinationType: 'UMA_ADDRESS', umaAddress };
  const limits = async () => {
    const path = `/receiver/uma/${encodeURIComponent(umaAddress)}?customerId=${customerId}`;
    const { lookupId, supportedCurrencies } = (await api.send('GET', path)).body;
    const [{ min, max }] = supportedCurrencies as [{ min: number; max: number }];
    const side = { lookupId, destination, lockedCurrencySide: 'RECEIVING' };
    const asked = [min, max, min - 1, max + 1].map((lockedCurrencyAmount) =>
      ask({ ...side, lockedCurrencyAmount }),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 400, 400]);
    return min;
  };
  expect(await limits()).toBe(1);
  const sides = { requiredCounterpartyFields: [], enabledTransactionTypes: ['OUTGOING'] };
  // What arrives for 5.09 is rounded down, to an amount for which less would have to be sent.
  const dollars = { currencyCode: 'USD', minAmount: 509, maxAmount: 2000, ...sides };
  await api.send('PATCH', '/config', { supportedCurrencies: [dollars] });
  expect(await limits()).toBe(470);
});
