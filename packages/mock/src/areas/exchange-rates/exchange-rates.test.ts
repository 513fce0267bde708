import { decimalsOf } from '@org/payments-contract';
import fc from 'fast-check';
import { expect } from 'vitest';
import { test } from '../../../test/support/api-test.ts';
import { emptyScene } from '../../../test/support/empty-scene.ts';
import { expectInvalid, expectRefused, type OpenMock } from '../../../test/support/open-mock.ts';
import { payer } from '../../../test/support/payers.ts';
import { convert, FEE_BPS } from './conversion.ts';
import { largestAmount } from './rates.ts';

const currency = fc.constantFrom('JPY', 'KRW', 'VND', 'USD', 'EUR', 'COP', 'KWD', 'BHD', 'TND');
const side = fc.constantFrom('SENDING' as const, 'RECEIVING' as const);

function digitsOf(value: number): readonly [bigint, bigint] {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [whole = '', decimals = ''] = digits.split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length - Number(exponent))];
}

test('rule 105: amounts, rate and fees agree to the smallest unit, in every currency', () => {
  const { world } = emptyScene({ seed: 'quotes' });
  const order = fc.record({
    from: currency,
    to: currency,
    side,
    amount: fc.integer({ min: 1, max: 50_000_000 }),
    platformFee: fc.record({
      fixed: fc.integer({ min: 0, max: 500 }),
      bps: fc.integer({ min: 0, max: 900 }),
    }),
  });
  let converted = 0;
  fc.assert(
    fc.property(order, (given) => {
      const { from, to, platformFee } = given;
      let result: ReturnType<typeof convert>;
      try {
        result = convert(world, given);
      } catch (refusal) {
        expect(refusal).toMatchObject({ facts: { code: 'AMOUNT_OUT_OF_RANGE' } });
        return;
      }
      converted += 1;
      const { sending, receiving, fees, platformFees, rate } = result;
      expect(given.side === 'SENDING' ? sending : receiving).toBe(given.amount);
      expect(sending).toBeLessThanOrEqual(largestAmount(from));
      // sending units = rate × receiving units, in the smallest units of both.
      const [over, under] = digitsOf(rate);
      const needed = over * BigInt(receiving) * 10n ** BigInt(decimalsOf(from) ?? 0);
      const scale = under * 10n ** BigInt(decimalsOf(to) ?? 0);
      const net = BigInt(sending - fees);
      const one = over * 10n ** BigInt(decimalsOf(from) ?? 0);
      if (given.side === 'SENDING') {
        // What arrives is rounded down: one smallest unit more would cost more than was sent.
        expect(needed <= net * scale && needed + one > net * scale).toBe(true);
      } else {
        // What must be sent is rounded up: one smallest unit less would not suffice.
        expect(needed <= net * scale && needed > (net - 1n) * scale).toBe(true);
      }
      // Each part of the fees is rounded up; the shares are of what the fixed part leaves.
      const { fixed, bps } = platformFee;
      const share = (sent: number, part: number) =>
        Math.ceil((Math.max(0, sent - fixed) * part) / 10_000);
      expect(platformFees).toBe(fixed + share(sending, bps));
      const feesOf = (sent: number) => fixed + share(sent, bps) + share(sent, FEE_BPS);
      const exact = feesOf(sending);
      expect(fees - exact).toBeGreaterThanOrEqual(0);
      expect(fees - exact).toBeLessThanOrEqual(given.side === 'SENDING' ? 0 : 2);
      // No smaller amount leaves enough after its fees.
      const isLess = sending - 1 - feesOf(sending - 1) < sending - fees;
      expect(given.side === 'SENDING' || isLess).toBe(true);
    }),
    { numRuns: 3000 },
  );
  expect(converted).toBeGreaterThan(1000);
});

test('rule 106: a rate is the units of the sending currency for one of the receiving currency', async (api) => {
  const fromDollars = (to: string) =>
    rates(api, `?sourceCurrency=USD&destinationCurrency=${to}&sendingAmount=10000`);
  const [toYen] = await fromDollars('JPY');
  // 100.00 USD are about 15,000 JPY, which have no decimals: about 0.0066 USD for 1 JPY.
  expect(toYen?.exchangeRate).toBeGreaterThan(0.006);
  expect(toYen?.exchangeRate).toBeLessThan(0.007);
  expect(toYen?.receivingAmount).toBeGreaterThan(14_500);
  expect(toYen?.receivingAmount).toBeLessThan(15_500);
  const [toDinar] = await fromDollars('KWD');
  // 100.00 USD are about 30.500 KWD, which have three decimals: about 3.28 USD for 1 KWD.
  expect(toDinar?.exchangeRate).toBeGreaterThan(3);
  expect(toDinar?.receivingAmount).toBeGreaterThan(30_000);
  expect(toDinar?.receivingAmount).toBeLessThan(31_500);
});

interface Rate {
  readonly exchangeRate: number;
  readonly receivingAmount: number;
  readonly minSendingAmount: number;
  readonly maxSendingAmount: number;
  readonly fees: { readonly fixed: number; readonly total: number };
  readonly updatedAt: string;
  readonly destinationCurrency: { readonly code: string };
}
const rates = async (api: OpenMock, search = '') =>
  (await api.send('GET', `/exchange-rates${search}`)).body.data as Rate[];

test('rule 82: rates stay for five minutes, then they may change', async (api) => {
  const first = await rates(api);
  expect(first.length).toBeGreaterThan(3);
  api.mock.clock.advance({ minutes: 4, seconds: 59 });
  expect(await rates(api)).toEqual(first);
  api.mock.clock.advance({ seconds: 1 });
  const second = await rates(api);
  expect(second).not.toEqual(first);
  expect(second[0]?.updatedAt).not.toBe(first[0]?.updatedAt);
  api.mock.clock.advance({ minutes: -5 });
  expect(await rates(api)).toEqual(first);
});

test('rule 82: a rate is for the requested currencies and amount', async (api) => {
  const search = '?sourceCurrency=USD&destinationCurrency=EUR&destinationCurrency=MXN';
  const [euro, peso, ...rest] = await rates(api, `${search}&sendingAmount=20000`);
  expect(rest).toEqual([]);
  expect(peso?.destinationCurrency.code).toBe('MXN');
  expect(euro?.receivingAmount).toBe(Math.floor(20_000 / (euro?.exchangeRate ?? 0)));
  for (const one of ['=XXX', '=XXX&destinationCurrency=USDC', '=USD&destinationCurrency=XXX']) {
    const unknown = await api.send('GET', `/exchange-rates?sourceCurrency${one}`);
    expectRefused(unknown, 400, 'INVALID_CURRENCY');
  }
  // Neither the currency itself has a rate, nor one that no rail pays out.
  const all = await rates(api, '?sourceCurrency=USD');
  expect(all.map(({ destinationCurrency: { code } }) => code)).not.toContain('USD');
  const none = '?sourceCurrency=USD&destinationCurrency=USD&destinationCurrency=USDC';
  expect(await rates(api, none)).toEqual([]);
});

test('rule 82: at least and at most what a rate names can be sent, however much arrives', async (api) => {
  const { ask, customerId } = payer(api);
  const limits = async () => {
    const [rate] = await rates(api, '?sourceCurrency=USD&destinationCurrency=EUR');
    const { minSendingAmount: least = 0, maxSendingAmount: most = 0 } = rate ?? {};
    for (const amount of [least, most])
      expect((await ask({ lockedCurrencyAmount: amount })).status).toBe(201);
    for (const amount of [least - 1, most + 1])
      expectRefused(await ask({ lockedCurrencyAmount: amount }), 400, 'AMOUNT_OUT_OF_RANGE');
    return [least, most] as const;
  };
  const [, most] = await limits();
  const receiving = (amount: number, more: object = {}) =>
    ask({ lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: amount, ...more });
  expectRefused(await receiving(most * 2), 400, 'AMOUNT_OUT_OF_RANGE');
  const { id: accountId } = api.mock.add.externalAccount({
    customerId,
    currency: 'INR',
    accountInfo: { accountType: 'INR_ACCOUNT', vpa: 'grace@bank' },
  });
  const inRupees = { destination: { destinationType: 'ACCOUNT', accountId } };
  expect((await receiving(most + 1, inRupees)).status).toBe(201);
  const sides = { requiredCounterpartyFields: [], enabledTransactionTypes: ['OUTGOING'] };
  const dollars = { currencyCode: 'USD', minAmount: 500, maxAmount: 2000, ...sides };
  await api.send('PATCH', '/config', { supportedCurrencies: [dollars] });
  expect(await limits()).toEqual([500, 2000]);
  // With the fee of the service, nothing is left to arrive.
  await configure(api, { ...fee(), variableFeeBps: 9_950 });
  expectRefused(await receiving(100), 400, 'AMOUNT_OUT_OF_RANGE');
  expect(await rates(api, '?sourceCurrency=USD&destinationCurrency=EUR')).toEqual([]);
});

const fee = (currency = 'USD', fixedIn = currency) => ({
  feeType: 'CROSS_CURRENCY_TRANSACTION',
  sourceCurrency: currency,
  variableFeeBps: 100,
  fixedFee: { amount: 30, currency: fixedIn },
});
const configure = (api: OpenMock, ...feeConfigs: readonly object[]) =>
  api.send('PATCH', '/config', { feeConfigs });

async function platformBalance(api: OpenMock): Promise<number | undefined> {
  const { body } = await api.send('GET', '/platform/internal-accounts?currency=USD');
  const [account] = body.data as { readonly balance: { readonly amount: number } }[];
  return account?.balance.amount;
}

test('rule 162: a quote across currencies carries the configured fee, unless the request overrides it', async (api) => {
  const { quote, ask, execute, transaction } = payer(api);
  const plain = await quote();
  expect((await configure(api, fee())).status).toBe(200);
  const found = await quote();
  expect(found.platformFeesIncluded).toBe(130);
  expect(found.feesIncluded).toBe(plain.feesIncluded + 130);
  const rateDetails = { serviceApiVariableFeeAmount: plain.feesIncluded };
  expect(found).toMatchObject({ rateDetails });
  expect(found.totalReceivingAmount).toBeLessThan(plain.totalReceivingAmount);
  const platformFixedFee = { amount: 1, currency: 'USD' };
  const override = { platformFixedFee, platformVariableFeeBps: 100 };
  const other = await quote({ platformFeeOverride: override });
  expect(other.platformFeesIncluded).toBe(101);
  expect(other.feesIncluded).toBe(plain.feesIncluded + 101);
  const inEuros = { ...override, platformFixedFee: { amount: 1, currency: 'EUR' } };
  const field = 'platformFeeOverride.platformFixedFee.currency';
  expectInvalid(await ask({ platformFeeOverride: inEuros }), field);
  await execute(found.id);
  await api.send('GET', '/documents');
  expect(await transaction(found.transactionId)).toMatchObject({ fees: found.feesIncluded });
  const [dollars] = api.mock.ledger.balances().filter(({ currency }) => currency === 'USD');
  expect(dollars?.fees).toBe(found.feesIncluded - 130);
  expect(await platformBalance(api)).toBe(130);
});

test('rule 162: its share is taken of what its fixed part leaves, and a refund takes the fee back', async (api) => {
  await configure(api, {
    ...fee(),
    variableFeeBps: 30,
    fixedFee: { amount: 50, currency: 'USD' },
  });
  const { quote, execute, funds } = payer(api, 'DE8937040044053201005');
  const found = await quote({ lockedCurrencyAmount: 1_000 });
  expect(found.platformFeesIncluded).toBe(53);
  await execute(found.id);
  expect(await platformBalance(api)).toBe(53);
  api.mock.clock.advance({ minutes: 2 });
  expect(await funds()).toEqual([100_000, 100_000]);
  expect(await platformBalance(api)).toBe(0);
});

test('rule 162: a payment within one currency has no platform fee', async (api) => {
  const { quote, customerId } = payer(api);
  const { id } = api.mock.add.externalAccount({ customerId });
  await configure(api, fee());
  const destination = { destinationType: 'ACCOUNT', accountId: id };
  expect((await quote({ destination })).platformFeesIncluded).toBe(0);
});

test('rule 82: exchange rates include the configured fee', async (api) => {
  const search = '?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=10000';
  const [plain] = (await rates(api, search)) as [Rate];
  await configure(api, fee());
  const [found] = (await rates(api, search)) as [Rate];
  expect(found.fees).toEqual({ fixed: 30, total: plain.fees.total + 130 });
  expect(found.exchangeRate).toBeGreaterThan(plain.exchangeRate);
  expect(found.receivingAmount).toBeLessThan(plain.receivingAmount);
  const [euros] = await rates(api, '?sourceCurrency=EUR&destinationCurrency=USD');
  expect(euros?.fees.fixed).toBe(0);
});

test('rule 162: a fee in another currency, and a second one for a currency, are refused', async (api) => {
  expectInvalid(await configure(api, fee('USD', 'EUR')), 'feeConfigs.0.fixedFee.currency');
  expectInvalid(await configure(api, fee(), fee()), 'feeConfigs.1');
});
