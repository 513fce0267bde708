import type { ExchangeRate } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { area } from '../../engine/area.ts';
import { money } from '../../ledger/currencies.ts';
import type { World } from '../../world.ts';
import { supportedCurrencies } from '../config/config.ts';
import { configuredFee, FEE_BPS, feesOf, limitsBetween, noFee } from './conversion.ts';
import { railOf, rateOf, rateWindow, receivedFor, requireCurrency } from './rates.ts';

const DEFAULT_AMOUNT = 10_000;
const BPS = 10_000;

/** Returns a rate with its variable fees; none for a cryptocurrency, which no rail of the list pays out. */
function visibleRates(
  world: World,
  from: string,
  to: string,
  sendingAmount: number,
): ExchangeRate[] {
  const destinationPaymentRail = railOf(to);
  const limits = limitsBetween(world, from, to);
  if (destinationPaymentRail === undefined || limits === undefined) return [];
  const fee = configuredFee(world, from, to) ?? noFee;
  const total = feesOf(sendingAmount, fee).all;
  const rate = rateOf(world, from, to);
  const net = Math.max(0, sendingAmount - total);
  const listed: ExchangeRate = {
    sourceCurrency: money(0, from).currency,
    sendingAmount,
    minSendingAmount: limits.sending.min,
    maxSendingAmount: limits.sending.max,
    destinationCurrency: money(0, to).currency,
    destinationPaymentRail,
    receivingAmount: receivedFor(net, rate, from, to),
    exchangeRate: Number((rate / (1 - (FEE_BPS + fee.bps) / BPS)).toPrecision(8)),
    fees: { fixed: fee.fixed, total },
    updatedAt: iso(rateWindow(world).startedAt),
  };
  return [listed];
}

export const exchangeRatesArea = area({
  operations: {
    /** Lists the rates from one currency to others; to all others if none is named. */
    'exchangeRates.list'({ world, input }) {
      const { sourceCurrency = 'USD', sendingAmount = DEFAULT_AMOUNT } = input;
      requireCurrency(sourceCurrency);
      const wanted = input.destinationCurrency ?? supportedCurrencies(world);
      const others = wanted.filter((code) => code !== sourceCurrency);
      const data = others.flatMap((code) =>
        visibleRates(world, sourceCurrency, code, sendingAmount),
      );
      return { body: { data } };
    },
  },
});
