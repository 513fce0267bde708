import { refuse } from '../../engine/refusal.ts';
import type { World } from '../../world.ts';
import { configOf, sendableIn } from '../config/config.ts';
import { largestAmount, neededFor, rateOf, receivedFor } from './rates.ts';

/** The service's fee, in hundredths of a percent of the sent amount. */
export const FEE_BPS = 50;
const BPS = 10_000;
export const FEE_SHARE = FEE_BPS / BPS;

export interface PlatformFee {
  /** In the smallest unit of the sending currency. */
  readonly fixed: number;
  /** Share of the sent amount, in hundredths of a percent. */
  readonly bps: number;
}

export interface Order {
  readonly from: string;
  readonly to: string;
  readonly side: 'SENDING' | 'RECEIVING';
  /** In the smallest unit of that side. */
  readonly amount: number;
  readonly platformFee?: PlatformFee | undefined;
}

/** Both sides of a conversion, in the smallest units of their currencies. */
export interface Conversion {
  /** Fees included. */
  readonly sending: number;
  readonly receiving: number;
  /** All fees, in the sending currency. */
  readonly fees: number;
  /** The platform's part of the fees. */
  readonly platformFees: number;
  /** Units of the sending currency for one unit of the receiving one, before fees. */
  readonly rate: number;
}

export const noFee: PlatformFee = { fixed: 0, bps: 0 };

/** Returns a share of an amount, rounded up. Exact even if the product exceeds 2^53. */
export function share(amount: number, bps: number): number {
  return Number((BigInt(amount) * BigInt(bps) + BigInt(BPS - 1)) / BigInt(BPS));
}

/** Returns the fees for a sent amount: the platform's part, and the total. Shares are of what its fixed part leaves. */
export function feesOf(sending: number, { fixed, bps }: PlatformFee) {
  const base = Math.max(0, sending - fixed);
  const platform = fixed + share(base, bps);
  return { platform, all: platform + share(base, FEE_BPS) };
}

/** Returns the smallest amount to send that leaves enough after the fees. */
function sendingFor(net: number, fee: PlatformFee): number {
  const left = BPS - FEE_BPS - fee.bps;
  if (left <= 0) return Number.POSITIVE_INFINITY;
  const about = fee.fixed + Number((BigInt(net) * BigInt(BPS)) / BigInt(left));
  let sending = Math.max(net, about - 2);
  while (Number.isSafeInteger(sending) && sending - feesOf(sending, fee).all < net) sending += 1;
  return sending;
}

function bothSides({ from, to, side, amount, platformFee = noFee }: Order, rate: number) {
  if (side === 'RECEIVING') {
    const net = neededFor(amount, rate, from, to);
    return { sending: sendingFor(net, platformFee), net, receiving: amount };
  }
  const net = amount - feesOf(amount, platformFee).all;
  return { sending: amount, net, receiving: net <= 0 ? 0 : receivedFor(net, rate, from, to) };
}

/**
 * Converts an amount by the rate of the running window, less the fees: `sending - fees` divided by
 * the rate is what arrives (rule 105). What arrives is rounded down to the smallest unit of its
 * currency, what must be sent and each part of the fees is rounded up.
 *
 * @throws Refusal 400 `INVALID_CURRENCY` for a currency without a rate, `AMOUNT_OUT_OF_RANGE` if
 *   nothing would arrive or too much would be sent
 */
export function convert(world: World, order: Order): Conversion {
  const { from, to, side, amount, platformFee = noFee } = order;
  const rate = rateOf(world, from, to);
  const largest = largestAmount(from);
  const isTooMuch = side === 'SENDING' && amount > largest;
  const { sending, net, receiving } = isTooMuch
    ? { sending: amount, net: 0, receiving: 0 }
    : bothSides(order, rate);
  if (sending > largest || receiving <= 0) {
    const explanation = `${sending} ${from} would arrive as ${receiving} ${to}; at most ${largest} ${from} can be sent.`;
    throw refuse('AMOUNT_OUT_OF_RANGE', 'The amount is too small or too large', explanation);
  }
  const platformFees = feesOf(sending, platformFee).platform;
  return { sending, receiving, fees: sending - net, platformFees, rate };
}

/**
 * Returns the least and the most that can be sent from one currency to another, fees included, and that
 * can be received for it; undefined if no amount can be sent.
 */
export function limitsBetween(world: World, from: string, to: string) {
  const platformFee = configuredFee(world, from, to) ?? noFee;
  const rate = rateOf(world, from, to);
  const at = (side: Order['side'], amount: number) =>
    bothSides({ from, to, side, amount, platformFee }, rate);
  const { minAmount, maxAmount } = sendableIn(world, from);
  const least = Math.max(minAmount, at('RECEIVING', 1).sending);
  const most = Math.min(maxAmount, largestAmount(from));
  if (least > most) return undefined;
  const rounded = at('SENDING', least).receiving;
  // What arrives was rounded down: it may have cost less than the least.
  const min = at('RECEIVING', rounded).sending < least ? rounded + 1 : rounded;
  return {
    sending: { min: least, max: most },
    receiving: { min, max: at('SENDING', most).receiving },
  };
}

/** Returns the fee that the platform configured for payments across currencies from one, if any. */
export function configuredFee(world: World, from: string, to: string): PlatformFee | undefined {
  if (from === to) return undefined;
  const fee = configOf(world).feeConfigs?.find(({ sourceCurrency }) => sourceCurrency === from);
  return fee?.fixedFee?.amount === undefined
    ? undefined
    : { fixed: fee.fixedFee.amount, bps: fee.variableFeeBps ?? 0 };
}
