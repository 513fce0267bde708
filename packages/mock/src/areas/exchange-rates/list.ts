import type { ExchangeRate } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { money } from '../../currencies.ts';
import { plain } from '../../engine/behaviour.ts';
import type { World } from '../../world.ts';
import { FEE_BPS, feesOf, noFee } from './conversion.ts';
import { configuredFee } from './platform-fees.ts';
import {
  currencies,
  largestAmount,
  rateOf,
  rateWindow,
  requireCurrency,
  scaledRate,
} from './rates.ts';

const DEFAULT_AMOUNT = 10_000;
const BPS = 10_000;

/**
 * Returns a rate as the list shows it, with the variable fees of the service and the platform
 * included.
 */
function shown(world: World, from: string, to: string, sendingAmount: number): ExchangeRate {
  const fee = configuredFee(world, from, to) ?? noFee;
  const total = feesOf(sendingAmount, fee).all;
  const rate = rateOf(world, from, to);
  return {
    sourceCurrency: money(0, from).currency,
    sendingAmount,
    minSendingAmount: 1,
    maxSendingAmount: largestAmount(from),
    destinationCurrency: money(0, to).currency,
    destinationPaymentRail: requireCurrency(to)[1],
    receivingAmount: Math.floor(Math.max(0, sendingAmount - total) * scaledRate(rate, from, to)),
    exchangeRate: Number((rate * (1 - (FEE_BPS + fee.bps) / BPS)).toPrecision(8)),
    fees: { fixed: fee.fixed, total },
    updatedAt: iso(rateWindow(world).startedAt),
  };
}

/** Lists the rates from one currency to others; to all others if none is named. */
export const listExchangeRates = plain<'exchangeRates.list'>({
  run({ world, input }) {
    const { sourceCurrency = 'USD', sendingAmount = DEFAULT_AMOUNT } = input;
    requireCurrency(sourceCurrency);
    const wanted = input.destinationCurrency ?? [...currencies.keys()];
    const others = wanted.filter((code) => code !== sourceCurrency);
    const data = others.map((code) => shown(world, sourceCurrency, code, sendingAmount));
    return { body: { data } };
  },
});
