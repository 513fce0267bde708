import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, type Lab, openLab } from '../../../test/lab/lab.ts';
import { payer } from '../../../test/support/payers.ts';

const fee = (currency = 'USD', fixedIn = currency) => ({
  feeType: 'CROSS_CURRENCY_TRANSACTION',
  sourceCurrency: currency,
  variableFeeBps: 100,
  fixedFee: { amount: 30, currency: fixedIn },
});
const configure = (lab: Lab, ...feeConfigs: readonly object[]) =>
  lab.send('PATCH', '/config', { feeConfigs });

rules('configured fees of the platform', (door) => {
  test('a quote across currencies carries the configured fee, unless the request overrides it', async () => {
    const lab = await openLab(door);
    const { quote, execute, transaction } = payer(lab);
    const plain = await quote();
    expect((await configure(lab, fee(), fee('EUR'))).status).toBe(200);
    const found = await quote();
    expect(found.platformFeesIncluded).toBe(130);
    expect(found.feesIncluded).toBe(plain.feesIncluded + 130);
    expect(found.totalReceivingAmount).toBeLessThan(plain.totalReceivingAmount);
    const platformFixedFee = { amount: 1, currency: 'USD' };
    const override = { platformFixedFee, platformVariableFeeBps: 0 };
    const other = await quote({ platformFeeOverride: override });
    expect(other.platformFeesIncluded).toBe(1);
    await execute(found.id);
    await lab.send('GET', '/documents');
    expect(await transaction(found.transactionId)).toMatchObject({ fees: found.feesIncluded });
    const [dollars] = lab.mock.ledger.balances().filter(({ currency }) => currency === 'USD');
    expect(dollars?.fees).toBe(found.feesIncluded);
  });

  test('a payment within one currency has no platform fee', async () => {
    const lab = await openLab(door);
    const { quote, customerId } = payer(lab);
    const { id } = lab.mock.add.externalAccount({ customerId });
    await configure(lab, fee());
    const destination = { destinationType: 'ACCOUNT', accountId: id };
    expect((await quote({ destination })).platformFeesIncluded).toBe(0);
  });

  test('rule 82: exchange rates include the configured fee', async () => {
    const lab = await openLab(door);
    const path = '/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=10000';
    const rate = async () => {
      const [first] = (await lab.send('GET', path)).body.data as readonly {
        readonly exchangeRate: number;
        readonly receivingAmount: number;
        readonly fees: { readonly fixed: number; readonly total: number };
      }[];
      if (first === undefined) throw new Error('Expected a rate.');
      return first;
    };
    const plain = await rate();
    await configure(lab, fee());
    const found = await rate();
    expect(found.fees).toEqual({ fixed: 30, total: plain.fees.total + 130 });
    expect(found.exchangeRate).toBeGreaterThan(plain.exchangeRate);
    expect(found.receivingAmount).toBeLessThan(plain.receivingAmount);
  });

  test('a fee in another currency, and a second one for a currency, are refused', async () => {
    const lab = await openLab(door);
    expectInvalid(await configure(lab, fee('USD', 'EUR')), 'feeConfigs.0.fixedFee.currency');
    expectInvalid(await configure(lab, fee(), fee()), 'feeConfigs.1');
  });
});
