import type { ExchangeRate } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { money } from '../../currencies.ts';
import { area } from '../../engine/area.ts';
import { plain } from '../../engine/behaviour.ts';
import { refuse } from '../../engine/refusal.ts';
import { Random } from '../../random.ts';
import type { World } from '../../world.ts';

const MINUTE = 60_000;
const DEFAULT_AMOUNT = 10_000;
const LARGEST_AMOUNT = 100_000_000;
/** Part of the sent amount that the platform keeps. */
const FEE = 0.005;
/** How far a rate goes from its middle, to either side. */
const SPREAD = 0.01;

/** Units for one US dollar, and the rail that pays out. Invented, and constant. */
const currencies = new Map<string, readonly [perDollar: number, rail: string]>([
  ['USD', [1, 'ACH']],
  ['EUR', [0.92, 'SEPA']],
  ['GBP', [0.79, 'FASTER_PAYMENTS']],
  ['MXN', [17.1, 'SPEI']],
  ['BRL', [5.4, 'PIX']],
  ['INR', [83.2, 'UPI']],
  ['PHP', [56.4, 'INSTAPAY']],
  ['NGN', [1540, 'BANK_TRANSFER']],
  ['BTC', [0.0000105, 'LIGHTNING']],
  ['USDC', [1, 'SOLANA']],
  ['USDB', [1, 'SPARK']],
]);

function requireCurrency(code: string): readonly [perDollar: number, rail: string] {
  const found = currencies.get(code);
  if (found !== undefined) return found;
  throw refuse('INVALID_CURRENCY', `There is no exchange rate for ${code}`);
}

/** The rate of the running window: one seed, pair and window give one rate (rule 82). */
function rateOf({ settings }: World, from: string, to: string, window: number): number {
  const drift = new Random(settings.seed).fraction(`rate/${from}/${to}/${window}`);
  const middle = requireCurrency(to)[0] / requireCurrency(from)[0];
  return Number((middle * (1 + SPREAD * (2 * drift - 1))).toPrecision(8));
}

function quote(world: World, from: string, to: string, sendingAmount: number): ExchangeRate {
  const length = world.settings.choices.exchangeRateMinutes * MINUTE;
  const window = Math.floor(world.clock.now() / length);
  const [source, destination] = [money(0, from).currency, money(0, to).currency];
  const rate = rateOf(world, from, to, window) * (1 - FEE);
  const scale = 10 ** ((destination.decimals ?? 0) - (source.decimals ?? 0));
  return {
    sourceCurrency: source,
    sendingAmount,
    minSendingAmount: 1,
    maxSendingAmount: LARGEST_AMOUNT,
    destinationCurrency: destination,
    destinationPaymentRail: requireCurrency(to)[1],
    receivingAmount: Math.floor(sendingAmount * rate * scale),
    exchangeRate: Number(rate.toPrecision(8)),
    fees: { fixed: 0, total: Math.ceil(sendingAmount * FEE) },
    updatedAt: iso(window * length),
  };
}

/** Rates of one currency in others; all of them where none is named. */
const listExchangeRates = plain<'exchangeRates.list'>({
  run({ world, input }) {
    const { sourceCurrency = 'USD', sendingAmount = DEFAULT_AMOUNT } = input;
    requireCurrency(sourceCurrency);
    const wanted = input.destinationCurrency ?? [...currencies.keys()];
    const others = wanted.filter((code) => code !== sourceCurrency);
    const data = others.map((code) => quote(world, sourceCurrency, code, sendingAmount));
    return { body: { data } };
  },
});

/** Exchange rates, for fiat and crypto currencies alike. */
export const exchangeRatesArea = area({
  operations: { 'exchangeRates.list': listExchangeRates },
});
