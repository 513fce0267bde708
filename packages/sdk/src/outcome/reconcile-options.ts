import { flag, type KindsOf, numberOf, type OptionKind } from '@org/payments-contract/internal';
import type { ReconcileOptions } from '../errors/network-errors.ts';
import { checkCallOptions } from '../options/checks.ts';

/** A year: what takes longer has not settled, but failed. */
const LONGEST_SETTLE = 31_536_000_000;

/** A time to settle. */
export const settleKind: OptionKind = numberOf({
  from: 0,
  to: LONGEST_SETTLE,
  unit: 'milliseconds',
});

const kinds: KindsOf<ReconcileOptions> = {
  settle: flag,
  settleTime: settleKind,
  signal: { expected: 'an AbortSignal', accepts: (value) => value instanceof AbortSignal },
};

/** @throws InvalidRequestError for an option whose name or value is wrong */
export function checkReconcileOptions(options: ReconcileOptions): void {
  checkCallOptions(options, kinds);
}
