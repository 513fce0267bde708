import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, type Lab, openLab } from '../../../test/lab/lab.ts';

interface Account {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly balance: { readonly amount: number; readonly currency: { readonly code: string } };
  readonly fundingPaymentInstructions: readonly unknown[];
}

async function listed(lab: Lab, path: string): Promise<readonly Account[]> {
  return (await lab.send('GET', path)).body.data as Account[];
}

const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Byron' };
const codes = (list: readonly Account[]) => list.map(({ balance }) => balance.currency.code).sort();

rules('opening of internal accounts', (door) => {
  const create = async (lab: Lab, fields: object) => {
    const { body, status } = await lab.send('POST', '/customers', { ...person, ...fields });
    expect(status).toBe(201);
    return String(body.id);
  };
  const own = (lab: Lab, id: string) =>
    listed(lab, `/customers/internal-accounts?customerId=${id}`);

  test('rule 121: a new customer has an account for each of its currencies', async () => {
    const lab = await openLab(door);
    const email = 'ada@example.com';
    const id = await create(lab, { email, currencies: ['USD', 'EUR', 'USDC', 'USDB'] });
    const accounts = await own(lab, id);
    expect(codes(accounts)).toEqual(['EUR', 'USD', 'USDB', 'USDC']);
    const type = Object.fromEntries(
      accounts.map((each) => [each.balance.currency.code, each.type]),
    );
    expect(type).toEqual({
      USD: 'INTERNAL_FIAT',
      EUR: 'INTERNAL_FIAT',
      USDC: 'INTERNAL_CRYPTO',
      USDB: 'EMBEDDED_WALLET',
    });
    for (const { status, balance, fundingPaymentInstructions } of accounts) {
      expect(status).toBe('ACTIVE');
      expect(balance.amount).toBe(0);
      expect(fundingPaymentInstructions).toHaveLength(1);
    }
    const wallet = accounts.find((each) => each.type === 'EMBEDDED_WALLET');
    const credentials = await lab.send('GET', `/auth/credentials?accountId=${wallet?.id}`);
    expect(credentials.body.data).toMatchObject([{ type: 'EMAIL_OTP', nickname: email }]);
  });

  test('rule 121: a customer without currencies has those of the platform', async () => {
    const lab = await openLab(door, { supportedCurrencies: ['USD', 'USDB'] });
    expect(codes(await own(lab, await create(lab, { email: 'ada@example.com' })))).toEqual([
      'USD',
      'USDB',
    ]);
    // Without an e-mail address nothing could open a wallet.
    expect(codes(await own(lab, await create(lab, {})))).toEqual(['USD']);
  });

  test('rule 121: a currency of embedded wallets requires an e-mail address', async () => {
    const lab = await openLab(door);
    const refused = await lab.send('POST', '/customers', { ...person, currencies: ['USDB'] });
    expectInvalid(refused, 'email');
    const id = await create(lab, { currencies: ['USD'] });
    const update = await lab.send('PATCH', `/customers/${id}`, { currencies: ['USD', 'USDB'] });
    expectInvalid(update, 'currencies');
    expect(codes(await own(lab, id))).toEqual(['USD']);
  });

  test('rule 121: a currency added later opens its account, once', async () => {
    const lab = await openLab(door);
    const id = await create(lab, { email: 'ada@example.com', currencies: ['USD'] });
    await lab.send('PATCH', `/customers/${id}`, { currencies: ['USD', 'GBP'] });
    await lab.send('PATCH', `/customers/${id}`, { currencies: ['GBP'] });
    expect(codes(await own(lab, id))).toEqual(['GBP', 'USD']);
  });

  test('rule 121: the platform has an account for each supported currency from the start', async () => {
    const lab = await openLab(door, { supportedCurrencies: ['USD', 'EUR'] });
    const accounts = await listed(lab, '/platform/internal-accounts');
    expect(codes(accounts)).toEqual(['EUR', 'USD']);
    const currency = (currencyCode: string) => ({
      currencyCode,
      minAmount: 1,
      maxAmount: 100,
      requiredCounterpartyFields: [],
      enabledTransactionTypes: ['OUTGOING'],
    });
    const supportedCurrencies = [currency('USD'), currency('MXN')];
    expect((await lab.send('PATCH', '/config', { supportedCurrencies })).status).toBe(200);
    const later = await listed(lab, '/platform/internal-accounts');
    expect(codes(later)).toEqual(['EUR', 'MXN', 'USD']);
    lab.mock.reset();
    expect(await listed(lab, '/platform/internal-accounts')).toEqual(accounts);
  });

  test('rule 122: a customer is created, verified, funded, paid out and given a card without a fixture', async () => {
    const lab = await openLab(door);
    const address = { line1: '1 Main Street', postalCode: '10001', country: 'US' };
    const facts = { birthDate: '1990-12-10', nationality: 'US', address };
    const customerId = await create(lab, { ...facts, currencies: ['USD'] });
    await lab.send('POST', '/verifications', { customerId });
    lab.mock.clock.advance({ minutes: 1 });
    const [account] = await own(lab, customerId);
    await lab.send('POST', `/sandbox/internal-accounts/${account?.id}/fund`, { amount: 500 });
    const bank = {
      accountType: 'USD_ACCOUNT',
      accountNumber: '000123456',
      routingNumber: '021000021',
    };
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' };
    const external = await lab.send('POST', '/customers/external-accounts', {
      customerId,
      currency: 'USD',
      accountInfo: { ...bank, beneficiary },
    });
    const paid = await lab.send('POST', '/transfer-out', {
      source: { accountId: account?.id },
      destination: { accountId: external.body.id },
      amount: 200,
    });
    expect(paid.body).toMatchObject({ status: 'COMPLETED', sentAmount: { amount: 200 } });
    const card = { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [account?.id] };
    expect((await lab.send('POST', '/cards', card)).body).toMatchObject({ currency: 'USD' });
    expect(await own(lab, customerId)).toMatchObject([{ balance: { amount: 300 } }]);
  });

  test('rule 121: an option makes the account in another currency the wallet', async () => {
    const lab = await openLab(door, { embeddedWalletCurrencies: ['USD'] });
    const id = await create(lab, { email: 'ada@example.com', currencies: ['USD', 'USDB'] });
    expect(await own(lab, id)).toMatchObject([
      { type: 'EMBEDDED_WALLET', balance: { currency: { code: 'USD' } } },
      { type: 'INTERNAL_CRYPTO', balance: { currency: { code: 'USDB' } } },
    ]);
  });
});
