import { type KindsOf, optionIssues } from '@org/payments-contract/internal';
import { InvalidRequestError } from '../errors/caller-errors.ts';
import { type RecoverOptions, recoverSettings } from './options.ts';
import type { RecoveredWrite } from './recovered-write.ts';

/** How a journal is supervised. */
export interface SuperviseOptions
  extends Pick<RecoverOptions, 'repeatKeyed' | 'keyLifetime' | 'settle' | 'timeout' | 'signal'> {
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

const names: KindsOf<SuperviseOptions> = {
  interval: true,
  keep: true,
  onSettled: true,
  repeatKeyed: true,
  keyLifetime: true,
  settle: true,
  timeout: true,
  signal: true,
};

/**
 * Fills in the defaults.
 *
 * @throws InvalidRequestError for an option whose name or value is wrong
 */
export function superviseSettings(options: SuperviseOptions): SuperviseSettings {
  const { interval = DEFAULT_INTERVAL, keep = DEFAULT_KEEP, onSettled, ...rest } = options;
  const issues = optionIssues(options, names).map(({ path, message }) => ({
    path: `options.${path}`,
    message,
  }));
  const isNumber = (value: unknown): value is number => typeof value === 'number';
  if (!isNumber(interval) || !(interval >= SHORTEST_INTERVAL) || !Number.isFinite(interval)) {
    const message = `expected a number of milliseconds, at least ${SHORTEST_INTERVAL}`;
    issues.push({ path: 'options.interval', message });
  }
  if (!isNumber(keep) || !(keep >= 0)) {
    issues.push({ path: 'options.keep', message: 'expected a number of milliseconds' });
  }
  if (onSettled !== undefined && typeof onSettled !== 'function') {
    issues.push({ path: 'options.onSettled', message: 'expected a function' });
  }
  if (issues.length > 0) throw new InvalidRequestError(issues);
  recoverSettings(rest);
  const { signal, ...recover } = rest;
  return { interval, keep, onSettled, signal, recover };
}
