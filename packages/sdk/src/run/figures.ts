import type { ItemStatus } from './item-outcome.ts';
import type { OpenItem, RunAmount, RunProgress } from './progress.ts';
import type { Pace } from './run-state.ts';

/** The window in which finished items are counted, milliseconds. */
export const RATE_WINDOW = 60_000;

/** What a database returns for the progress. */
export interface Figures {
  readonly groups: readonly {
    readonly status: string | null;
    readonly currency: string | null;
    readonly items: number | string;
    readonly amount: number | string | null;
  }[];
  readonly refusals: readonly { readonly code: string; readonly items: number | string }[];
  readonly oldest: readonly {
    readonly id: string;
    readonly since: number | string;
    readonly isUnderWay: number | boolean;
  }[];
  readonly underWay: number;
  /** Items finished in the window, and when the first of them was. */
  readonly finished: number;
  readonly firstFinished: number;
  readonly pace: Pace;
  readonly isComplete: boolean;
  readonly startedAt: number;
  /** The clock of the state. */
  readonly now: number;
}

const iso = (time: number): string => new Date(time).toISOString();

function amountsOf({ groups }: Figures, status: ItemStatus | undefined): RunAmount[] {
  return groups.flatMap((group) => {
    if ((group.status ?? undefined) !== status || group.currency === null) return [];
    const { currency, items, amount } = group;
    return [{ items: Number(items), amount: Number(amount), currency }];
  });
}

/** The figures of a run as people get them. */
export function progressOf(figures: Figures): Omit<RunProgress, 'run'> {
  const { groups, pace, now, underWay, finished } = figures;
  const itemsOf = (status: string | null) =>
    groups.reduce((sum, group) => sum + (group.status === status ? Number(group.items) : 0), 0);
  const open = itemsOf(null);
  const seconds = Math.max(1000, Math.min(RATE_WINDOW, now - figures.firstFinished)) / 1000;
  const rate = finished / seconds;
  const oldest: OpenItem[] = figures.oldest.map(({ id, since, isUnderWay }) => ({
    id,
    since: iso(Number(since)),
    isUnderWay: Boolean(isUnderWay),
  }));
  return {
    items: groups.reduce((sum, { items }) => sum + Number(items), 0),
    isComplete: figures.isComplete,
    counts: {
      paid: itemsOf('paid'),
      refused: itemsOf('refused'),
      unknown: itemsOf('unknown'),
      'not-sent': itemsOf('not-sent'),
    },
    open,
    underWay,
    refusals: figures.refusals.map(({ code, items }) => ({ code, items: Number(items) })),
    amounts: {
      paid: amountsOf(figures, 'paid'),
      refused: amountsOf(figures, 'refused'),
      unknown: amountsOf(figures, 'unknown'),
      'not-sent': amountsOf(figures, 'not-sent'),
      open: amountsOf(figures, undefined),
    },
    oldest,
    rate: {
      limit: pace.perSecond,
      pausedUntil: pace.pause > 0 ? iso(now + pace.pause) : undefined,
      finished: rate,
    },
    leftMs: open === 0 ? 0 : rate > 0 ? Math.round((open / rate) * 1000) : undefined,
    startedAt: iso(figures.startedAt),
    at: iso(now),
  };
}
