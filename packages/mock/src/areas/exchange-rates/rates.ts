import { accountVariants } from '@org/payments-contract';
import { refuse } from '../../engine/refusal.ts';
import { decimalsOf } from '../../ledger/currencies.ts';
import { Random } from '../../random.ts';
import type { World } from '../../world.ts';

/** How long a rate stays the same (rule 82). */
const RATE_LIFETIME = 5 * 60_000;
/** How far a rate can deviate from its base value, in either direction. */
const SPREAD = 0.01;
/** Value of the largest payment, in US dollars. */
const LARGEST_DOLLARS = 1_000_000;

/** Units of each currency for one US dollar. Invented, and constant. */
const perDollar = new Map<string, number>(
  Object.entries({
    ...{ USD: 1, EUR: 0.92, GBP: 0.79, MXN: 17.1, BRL: 5.4, INR: 83.2, PHP: 56.4, NGN: 1540 },
    ...{ BTC: 0.0000105, USDC: 1, USDB: 1, USDT: 1 },
    ...{ JPY: 151, KRW: 1350, CLP: 940, VND: 24_600, RWF: 1290, UGX: 3800, XAF: 604, XOF: 604 },
    ...{ KWD: 0.307, BHD: 0.376, TND: 3.1, OMR: 0.385, JOD: 0.709 },
    ...{ AED: 3.67, ARS: 860, BDT: 110, BWP: 13.6, CAD: 1.36, CNY: 7.2, COP: 3900, DKK: 6.9 },
    ...{ EGP: 47.5, GHS: 13.2, GTQ: 7.8, HKD: 7.8, HTG: 132, IDR: 15_900, JMD: 155, KES: 131 },
    ...{ MWK: 1730, MYR: 4.7, PKR: 278, SGD: 1.35, THB: 36.4, TZS: 2560, ZAR: 18.7, ZMW: 26.5 },
    ...{ AUD: 1.52, CHF: 0.9, NOK: 10.7, NZD: 1.65, PLN: 3.95, SEK: 10.5 },
  }),
);

/** Returns the units of a currency for one US dollar. @throws Refusal 400 for one without a rate */
function requireUnits(code: string): number {
  const found = perDollar.get(code);
  if (found !== undefined) return found;
  throw refuse('INVALID_CURRENCY', `No exchange rates for ${code}`);
}

export const hasRates = (code: string): boolean => perDollar.has(code);

/** Checks that a currency has rates. @throws Refusal 400 `INVALID_CURRENCY` */
export function requireCurrency(code: string): void {
  requireUnits(code);
}

type Variant = { readonly currency?: string; readonly rails: readonly string[] };

/**
 * Returns the rail that pays a currency out: the first one of the account type in it, `SWIFT` for a
 * currency without an account type of its own. Undefined for a cryptocurrency, which is not paid out
 * by a rail.
 */
export function railOf(code: string): string | undefined {
  if (cryptocurrencies.has(code)) return undefined;
  const variants: Readonly<Record<string, Variant>> = accountVariants;
  const own = variants[`${code}_ACCOUNT`];
  return own?.rails[0] ?? 'SWIFT';
}

/** The currencies that are paid on a network. */
export const cryptocurrencies: ReadonlySet<string> = new Set(['BTC', 'USDB', 'USDC', 'USDT']);

/** Returns the window in which rates stay the same, and when it began. */
export function rateWindow({ clock }: World) {
  const number = Math.floor(clock.now() / RATE_LIFETIME);
  return { number, startedAt: number * RATE_LIFETIME };
}

/**
 * Returns the units of the sending currency for one unit of the receiving one (rule 105), before
 * fees. The seed, the pair and the window determine the rate (rule 82); within one currency it is 1.
 */
export function rateOf(world: World, from: string, to: string): number {
  const middle = requireUnits(from) / requireUnits(to);
  if (from === to) return 1;
  const { number } = rateWindow(world);
  const drift = new Random(world.settings.seed).fraction(`rate/${from}/${to}/${number}`);
  return Number((middle * (1 + SPREAD * (2 * drift - 1))).toPrecision(8));
}

/** A fraction of whole numbers, so that amounts are converted exactly. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** Returns a decimal number as a fraction, by its digits. */
function fractionOf(value: number): Fraction {
  const [digits = '', exponent = '0'] = value.toString().split('e');
  const [whole = '', decimals = ''] = digits.split('.');
  const shift = Number(exponent) - decimals.length;
  const over = BigInt(whole + decimals);
  return { over, under: 10n ** BigInt(-shift) };
}

/** Returns the smallest units of the sending currency for one smallest unit of the receiving one. */
function smallestUnits(rate: number, from: string, to: string): Fraction {
  const { over, under } = fractionOf(rate);
  const [scaleFrom, scaleTo] = [from, to].map((code) => 10n ** BigInt(decimalsOf(code)));
  return { over: over * (scaleFrom ?? 1n), under: under * (scaleTo ?? 1n) };
}

/** Returns the amount that arrives for one that is sent without fees, rounded down. */
export function receivedFor(net: number, rate: number, from: string, to: string): number {
  const { over, under } = smallestUnits(rate, from, to);
  return Number((BigInt(net) * under) / over);
}

/** Returns the amount, without fees, that must be sent for another to arrive, rounded up. */
export function neededFor(receiving: number, rate: number, from: string, to: string): number {
  const { over, under } = smallestUnits(rate, from, to);
  return Number((BigInt(receiving) * over + under - 1n) / under);
}

/** Returns the largest amount that can be sent in a currency, in its smallest unit. */
export function largestAmount(code: string): number {
  return Math.floor(requireUnits(code) * LARGEST_DOLLARS * 10 ** decimalsOf(code));
}
