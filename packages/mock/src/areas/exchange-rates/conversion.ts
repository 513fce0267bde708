import { refuse } from '../../engine/refusal.ts';
import type { World } from '../../world.ts';
import { largestAmount, rateOf, scaledRate } from './rates.ts';

/** The service's fee, in hundredths of a percent of the sent amount. */
export const FEE_BPS = 50;
const BPS = 10_000;

/** The platform's fee, added to the service's. */
export interface PlatformFee {
  /** In the smallest unit of the sending currency. */
  readonly fixed: number;
  /** Share of the sent amount, in hundredths of a percent. */
  readonly bps: number;
}

/** The conversion to perform. */
export interface Order {
  readonly from: string;
  readonly to: string;
  /** Which side's amount is given. */
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
  /** Units of the receiving currency for one of the sending one, before fees. */
  readonly rate: number;
}

/** A platform fee of zero. */
export const noFee: PlatformFee = { fixed: 0, bps: 0 };

/** Returns a share of an amount, rounded up. Exact even if the product exceeds 2^53. */
function share(amount: number, bps: number): number {
  return Number((BigInt(amount) * BigInt(bps) + BigInt(BPS - 1)) / BigInt(BPS));
}

/** Returns the fees for a sent amount: the platform's part, and the total. */
export function feesOf(sending: number, { fixed, bps }: PlatformFee) {
  const platform = fixed + share(sending, bps);
  return { platform, all: platform + share(sending, FEE_BPS) };
}

/** Returns the smallest amount to send that leaves enough after the fees. */
function sendingFor(net: number, fee: PlatformFee): number {
  const left = 1 - (FEE_BPS + fee.bps) / BPS;
  if (left <= 0) return Number.POSITIVE_INFINITY;
  let sending = Math.max(net, Math.floor((net + fee.fixed) / left) - 2);
  while (Number.isSafeInteger(sending) && sending - feesOf(sending, fee).all < net) sending += 1;
  return sending;
}

function bothSides(order: Order, scaled: number): { sending: number; receiving: number } {
  const { side, amount, platformFee = noFee } = order;
  if (side === 'RECEIVING') {
    return { sending: sendingFor(Math.ceil(amount / scaled), platformFee), receiving: amount };
  }
  const net = amount - feesOf(amount, platformFee).all;
  return { sending: amount, receiving: Math.floor(net * scaled) };
}

/**
 * Converts an amount by the rate of the running window, less the fees.
 *
 * @throws Refusal 400 `INVALID_CURRENCY` for a currency without a rate, `AMOUNT_OUT_OF_RANGE` if
 *   nothing would arrive or too much would be sent
 */
export function convert(world: World, order: Order): Conversion {
  const { from, to, side, amount, platformFee = noFee } = order;
  const rate = rateOf(world, from, to);
  const largest = largestAmount(from);
  const isTooMuch = side === 'SENDING' && amount > largest;
  const scaled = scaledRate(rate, from, to);
  const { sending, receiving } = isTooMuch
    ? { sending: amount, receiving: 0 }
    : bothSides(order, scaled);
  if (sending > largest || receiving <= 0) {
    const explanation = `${sending} ${from} would arrive as ${receiving} ${to}; at most ${largest} ${from} can be sent.`;
    throw refuse('AMOUNT_OUT_OF_RANGE', 'The amount is too small or too large', explanation);
  }
  const platformFees = feesOf(sending, platformFee).platform;
  const fees = side === 'SENDING' ? feesOf(sending, platformFee).all : 0;
  const net = side === 'SENDING' ? sending - fees : Math.ceil(receiving / scaled);
  return { sending, receiving, fees: sending - net, platformFees, rate };
}
