import { aFunction, type KindsOf, numberOf } from '@org/payments-contract/internal';
import { checkCallOptions } from '../options/checks.ts';
import { type RecoverOptions, recoverSettings } from './options.ts';
import type { RecoveredWrite } from './recovered-write.ts';

/** How a journal is supervised. */
export interface SuperviseOptions
  extends Pick<
    RecoverOptions,
    'repeatKeyed' | 'keyLifetime' | 'settle' | 'formerly' | 'timeout' | 'signal'
  > {
  /**
   * Milliseconds between two rounds, at most: a write that other processes left open is found
   * within this time. Default 60,000.
   */
  readonly interval?: number | undefined;
  /**
   * Milliseconds for which entries with a known outcome are kept; older ones are pruned once an
   * hour. `Infinity` keeps all. Default 2,592,000,000: 30 days.
   */
  readonly keep?: number | undefined;
  /**
   * Called with each write whose outcome has become known, before its entry is closed. If it throws
   * or rejects, the entry stays open and it is called again in a later round.
   */
  readonly onSettled?: ((write: RecoveredWrite) => unknown) | undefined;
}

/** The options with every default filled in. */
export interface SuperviseSettings {
  readonly interval: number;
  readonly keep: number;
  readonly onSettled: SuperviseOptions['onSettled'];
  readonly signal: AbortSignal | undefined;
  /** The options of the recoveries. */
  readonly recover: RecoverOptions;
}

const DEFAULT_INTERVAL = 60_000;
const SHORTEST_INTERVAL = 1_000;
const DEFAULT_KEEP = 2_592_000_000;

/** The others are checked as options of a recovery. */
const kinds: KindsOf<SuperviseOptions> = {
  interval: {
    expected: `a number of milliseconds, at least ${SHORTEST_INTERVAL}`,
    accepts: (value) => Number.isFinite(value) && Number(value) >= SHORTEST_INTERVAL,
  },
  keep: numberOf({ from: 0, unit: 'milliseconds' }),
  onSettled: aFunction,
  repeatKeyed: true,
  keyLifetime: true,
  settle: true,
  formerly: true,
  timeout: true,
  signal: true,
};

/**
 * Fills in the defaults.
 *
 * @throws InvalidRequestError for an option whose name or value is wrong
 */
export function superviseSettings(options: SuperviseOptions): SuperviseSettings {
  checkCallOptions(options, kinds);
  const { interval = DEFAULT_INTERVAL, keep = DEFAULT_KEEP, onSettled, ...rest } = options;
  recoverSettings(rest);
  const { signal, ...recover } = rest;
  return { interval, keep, onSettled, signal, recover };
}
