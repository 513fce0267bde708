import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, openLab } from '../../../test/lab/lab.ts';
import { payer } from '../../../test/support/payers.ts';

const realtime = (currency: string, more: object = {}) => ({
  sourceType: 'REALTIME_FUNDING',
  currency,
  ...more,
});

rules('quotes that are paid from outside', (door) => {
  test.each([
    ['USD', undefined, 'USD_ACCOUNT'],
    ['EUR', undefined, 'EUR_ACCOUNT'],
    ['GBP', undefined, 'GBP_ACCOUNT'],
    ['MXN', undefined, 'MXN_ACCOUNT'],
    ['BRL', undefined, 'BRL_ACCOUNT'],
    ['INR', undefined, 'INR_ACCOUNT'],
    ['PHP', undefined, 'PHP_ACCOUNT'],
    ['NGN', undefined, 'NGN_ACCOUNT'],
    ['USDC', 'SOLANA', 'SOLANA_WALLET'],
    ['USDC', 'BASE', 'BASE_WALLET'],
    ['USDB', undefined, 'SPARK_WALLET'],
    ['BTC', undefined, 'LIGHTNING'],
    ['BTC', 'BITCOIN', 'BITCOIN_L1'],
  ])('the instructions for %s on %s are a %s', async (currency, cryptoNetwork, accountType) => {
    const lab = await openLab(door);
    const { quote, customerId } = payer(lab);
    const network = cryptoNetwork === undefined ? {} : { cryptoNetwork };
    const source = realtime(currency, { customerId, ...network });
    const { paymentInstructions } = await quote({ source, lockedCurrencyAmount: 1_000_000 });
    expect(paymentInstructions).toMatchObject([{ accountOrWalletInfo: { accountType } }]);
  });

  test('a network that the currency does not have, and an immediate execution, are refused', async () => {
    const lab = await openLab(door);
    const { ask, customerId } = payer(lab);
    const odd = realtime('USDC', { customerId, cryptoNetwork: 'TRON' });
    const wanted = { source: odd, lockedCurrencyAmount: 1_000_000 };
    expectInvalid(await ask(wanted), 'source.cryptoNetwork');
    const now = { source: realtime('USD', { customerId }), immediatelyExecute: true };
    expectInvalid(await ask(now), 'immediatelyExecute');
  });
});
