import { decimalsOf } from '../../currencies.ts';
import { refuse } from '../../engine/refusal.ts';
import { Random } from '../../random.ts';
import type { World } from '../../world.ts';

/** How long a rate stays the same (rule 82). */
const RATE_LIFETIME = 5 * 60_000;
/** How far a rate can deviate from its base value, in either direction. */
const SPREAD = 0.01;
/** Value of the largest payment, in US dollars. */
const LARGEST_DOLLARS = 1_000_000;

/** Units for one US dollar, and the rail that pays out. Invented, and constant. */
export const currencies = new Map<string, readonly [perDollar: number, rail: string]>([
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

/**
 * Returns the units of a currency for one US dollar. @throws Refusal 400 `INVALID_CURRENCY` for a
 * currency without a rate
 */
export function requireCurrency(code: string): readonly [perDollar: number, rail: string] {
  const found = currencies.get(code);
  if (found !== undefined) return found;
  throw refuse('INVALID_CURRENCY', `No exchange rates for ${code}`);
}

/** Returns the window in which rates stay the same, and when it began. */
export function rateWindow({ clock }: World) {
  const number = Math.floor(clock.now() / RATE_LIFETIME);
  return { number, startedAt: number * RATE_LIFETIME };
}

/**
 * Returns the units of one currency for one unit of another, before fees. The seed, the pair and
 * the window determine the rate (rule 82); within one currency it is 1.
 */
export function rateOf(world: World, from: string, to: string): number {
  const middle = requireCurrency(to)[0] / requireCurrency(from)[0];
  if (from === to) return 1;
  const { number } = rateWindow(world);
  const drift = new Random(world.settings.seed).fraction(`rate/${from}/${to}/${number}`);
  return Number((middle * (1 + SPREAD * (2 * drift - 1))).toPrecision(8));
}

/** Returns the smallest units of one currency for one smallest unit of another. */
export function scaledRate(rate: number, from: string, to: string): number {
  return rate * 10 ** (decimalsOf(to) - decimalsOf(from));
}

/** Returns the largest amount that can be sent in a currency, in its smallest unit. */
export function largestAmount(code: string): number {
  return Math.floor(requireCurrency(code)[0] * LARGEST_DOLLARS * 10 ** decimalsOf(code));
}
