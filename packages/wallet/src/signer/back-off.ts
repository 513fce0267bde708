/** Where the refusals of the last prompts are kept: a page can load the frame again. */
const KEY = 'payments-wallet:refusals';
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

interface Refusals {
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

function read(): Refusals {
  try {
    const { count, until } = JSON.parse(localStorage.getItem(KEY) ?? '') as Refusals;
    return Number.isFinite(count) && Number.isFinite(until) ? { count, until } : none;
  } catch {
    return none;
  }
}

const none: Refusals = { count: 0, until: 0 };
/** For a browser that refuses storage. */
let latest = none;

function current(): Refusals {
  const stored = read();
  return stored.until > latest.until ? stored : latest;
}

/** Whether a person has just refused: the next prompt waits, twice as long each time. */
export function isBackingOff(now: number): boolean {
  const { until } = current();
  return now < until && until - now <= LONGEST_WAIT;
}

/** Counts a decision; an approval starts over. */
export function countDecision(isApproved: boolean, now: number): void {
  const count = isApproved ? 0 : current().count + 1;
  const wait = Math.min(FIRST_WAIT * 2 ** (count - 1), LONGEST_WAIT);
  latest = isApproved ? none : { count, until: now + wait };
  try {
    localStorage.setItem(KEY, JSON.stringify(latest));
  } catch {
    // The refusals of this page still count.
  }
}
