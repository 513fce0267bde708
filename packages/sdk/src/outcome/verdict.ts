import type { Reconcile, ReconcileByList } from '@org/payments-contract';
import type { Reconciliation } from '../errors/network-errors.ts';

type Fields = Readonly<Record<string, unknown>>;
type ReconcileByRead = Extract<Reconcile, { by: 'read' }>;
type Applied = Reconciliation['applied'];

/** When a change was sent, and when its resource was read. Milliseconds since the epoch. */
export interface ReadTiming {
  readonly sentAt: number;
  /** Our clock at the read. */
  readonly now: number;
  /** The service's clock at the read, in whole seconds; NaN if it is not known. */
  readonly serverNow: number;
}

/** How far the service's clock may be from ours if no response shows it. */
const UNKNOWN_CLOCK = 60_000;
/** How far the service's `Date` may be off: it has whole seconds, and ages on its way. */
const KNOWN_CLOCK = 2_000;

/**
 * When the change was sent, by the service's clock, as precisely as is known. If the clock of this
 * process was set back since then, the change may have been sent at any time.
 */
function sentAtByServiceClock({ sentAt, now, serverNow }: ReadTiming): number {
  if (now < sentAt) return 0;
  return Number.isNaN(serverNow) ? sentAt : sentAt + (serverNow - now);
}

/** Whether a resource is unchanged since the change was sent. */
function isUnchanged({ updatedAt }: Fields, timing: ReadTiming): boolean {
  const written = typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN;
  const tolerance = Number.isNaN(timing.serverNow) ? UNKNOWN_CLOCK : KNOWN_CLOCK;
  return written < sentAtByServiceClock(timing) - tolerance;
}

/** A rule that cannot interpret the result leaves the outcome unknown. */
function judge<Verdict>(rule: () => Verdict): Verdict | undefined {
  try {
    return rule();
  } catch {
    return undefined;
  }
}

/**
 * Whether a resource shows a change. If a later write may have hidden the change, the outcome of a
 * resource written to since then is unknown.
 */
export function readVerdict(
  rule: ReconcileByRead,
  change: Fields,
  found: Fields | undefined,
  timing: ReadTiming,
): Applied {
  const isApplied = judge(() => rule.isApplied(change, found));
  if (isApplied === undefined) return 'unknown';
  if (isApplied) return 'yes';
  const isHidden = rule.canBeHidden === true && !isUnchanged(found ?? {}, timing);
  return isHidden ? 'unknown' : 'no';
}

const words = { applied: 'yes', 'not-applied': 'no', unknown: 'unknown' } as const;

/**
 * Whether a list shows a change. A list that was not read to its end cannot prove that it does not.
 */
export function listVerdict(
  rule: ReconcileByList,
  change: Fields,
  items: readonly Fields[],
  timing: ReadTiming & { readonly isWhole: boolean },
): Applied {
  const sent = new Date(sentAtByServiceClock(timing));
  if (Number.isNaN(sent.getTime())) return 'unknown';
  const sentAt = sent.toISOString();
  const verdicts = items.map((item) => {
    const verdict = judge(() => rule.matches(change, item, sentAt));
    const isHidden = rule.canBeHidden === true && !isUnchanged(item, timing);
    return verdict === 'not-applied' && isHidden ? 'unknown' : verdict;
  });
  const order = ['applied', 'not-applied', 'unknown'] as const;
  const found = order.find((verdict) => verdicts.includes(verdict));
  if (found !== undefined) return words[found];
  return timing.isWhole ? words[rule.whenAbsent] : 'unknown';
}
