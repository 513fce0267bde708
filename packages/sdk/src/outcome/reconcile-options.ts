import { type KindsOf, optionIssues } from '@org/payments-contract/internal';
import { InvalidRequestError } from '../errors/caller-errors.ts';
import type { ReconcileOptions } from '../errors/network-errors.ts';

/** Milliseconds, a year: what takes longer has not settled, but failed. */
const LONGEST_SETTLE = 31_536_000_000;

const names: KindsOf<ReconcileOptions> = { settle: true, settleTime: true, signal: true };

/** Returns what is wrong with a time to settle, if anything. */
export function settleProblem(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !(value >= 0)) return 'expected a number of milliseconds';
  return value > LONGEST_SETTLE
    ? `expected at most ${LONGEST_SETTLE} milliseconds, which is a year`
    : undefined;
}

/** @throws InvalidRequestError for an option whose name or value is wrong */
export function checkReconcileOptions(options: ReconcileOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new InvalidRequestError([{ path: 'options', message: 'expected an object' }]);
  }
  const { settle, settleTime, signal } = options;
  const problems: Readonly<Record<string, string | undefined>> = {
    settle:
      settle === undefined || typeof settle === 'boolean' ? undefined : 'expected true or false',
    settleTime: settleProblem(settleTime),
    signal:
      signal === undefined || signal instanceof AbortSignal ? undefined : 'expected an AbortSignal',
  };
  const issues = optionIssues(options, names).map(({ path, message }) => ({
    path: `options.${path}`,
    message,
  }));
  for (const [name, message] of Object.entries(problems)) {
    if (message !== undefined) issues.push({ path: `options.${name}`, message });
  }
  if (issues.length > 0) throw new InvalidRequestError(issues);
}
