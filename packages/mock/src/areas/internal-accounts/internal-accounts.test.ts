import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab } from '../../../test/lab/lab.ts';

rules('internal accounts', (door) => {
  test.each([
    [{}, 'privateEnabled'],
    [{ privateEnabled: 'yes' }, 'privateEnabled'],
    [{ privateEnabled: null }, 'privateEnabled'],
    [{ privateEnabled: true, balance: 1 }, 'balance'],
  ])('rule 25: %j is 400', async (body, field) => {
    const lab = await openLab(door);
    const { account } = await lab.signIn();
    expectInvalid(await lab.send('PATCH', `/internal-accounts/${account.id}`, body), field);
  });

  test('rule 25: 202, then 200 with the new value and a new updatedAt', async () => {
    const lab = await openLab(door);
    const { account, sessionKey } = await lab.signIn();
    const path = `/internal-accounts/${account.id}`;
    expect(account.privateEnabled).toBe(false);
    lab.mock.clock.advance({ minutes: 2 });
    const on = await lab.signed('PATCH', path, { privateEnabled: true }, sessionKey);
    expect(on.status).toBe(200);
    const updatedAt = new Date(lab.mock.clock.now()).toISOString();
    expect(on.body).toEqual({ ...account, privateEnabled: true, updatedAt });
    const off = await lab.signed('PATCH', path, { privateEnabled: false }, sessionKey);
    expect(off.body).toMatchObject({ privateEnabled: false });
    const missing = await lab.send('PATCH', '/internal-accounts/InternalAccount:x', {
      privateEnabled: true,
    });
    expectRefused(missing, 404, 'NOT_FOUND');
  });

  test('rule 26: only embedded wallets have privacy', async () => {
    const lab = await openLab(door);
    const { customer } = await lab.signIn();
    const fiat = lab.mock.add.internalAccount({ customerId: customer.id });
    expect(fiat).not.toHaveProperty('privateEnabled');
    const path = `/internal-accounts/${fiat.id}`;
    expectInvalid(await lab.send('PATCH', path, { privateEnabled: true }), 'privateEnabled');
  });

  test('rule 27: balances, instructions and owner', async () => {
    const lab = await openLab(door);
    const { id: customerId } = lab.mock.add.customer();
    const { account } = lab.mock.add.wallet({ customerId, available: 500, held: 250 });
    const platform = lab.mock.add.internalAccount();
    const { body } = await lab.send('GET', `/customers/internal-accounts?customerId=${customerId}`);
    expect(body.data).toMatchObject([
      { id: account.id, balance: { amount: 500 }, totalBalance: { amount: 750 } },
    ]);
    for (const { fundingPaymentInstructions } of [account, platform]) {
      expect(fundingPaymentInstructions).toEqual([]);
    }
    expect(platform).not.toHaveProperty('customerId');
    const everybody = await lab.send('GET', '/customers/internal-accounts');
    expect(everybody.body).toMatchObject({ totalCount: 1, data: [{ customerId }] });
  });

  test('rule 27: the platform has accounts of its own, listed in one response', async () => {
    const lab = await openLab(door, { supportedCurrencies: [] });
    const { add } = lab.mock;
    const ids = Array.from({ length: 101 }, () => add.internalAccount().id);
    const euro = add.internalAccount({ currency: 'EUR', type: 'INTERNAL_CRYPTO' }).id;
    add.internalAccount({ customerId: add.customer().id });
    const listed = async (query = '') => {
      const { body } = await lab.send('GET', `/platform/internal-accounts${query}`);
      expect(Object.keys(body)).toEqual(['data']);
      return (body.data as { id: string }[]).map(({ id }) => id);
    };
    expect(await listed()).toEqual([...ids, euro]);
    expect(await listed('?currency=EUR')).toEqual([euro]);
    expect(await listed('?type=INTERNAL_FIAT')).toEqual(ids);
    expectInvalid(await lab.send('GET', '/platform/internal-accounts?type=GOLD'), 'type');
  });
});
