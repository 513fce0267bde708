/** How often a clock that runs is read, in milliseconds. */
const PERIOD = 1000;

/** Follows the clock of the mock. */
export interface ClockFollower {
  /** Takes a time that was read with the rest of the state, and begins again. */
  seen(now: string): void;
  stop(): void;
}

/** How to read the clock, and whom to tell. */
export interface ClockSource {
  read(): Promise<string>;
  /** The clock has moved on its own. */
  onTime(now: string): void;
  /** Calls back later; the returned function cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

/**
 * Reads a clock that runs once a second: the mock reports what is done to it, not that time passes.
 * A clock that stands still is read once after each change.
 */
export function followClock({ read, onTime, after }: ClockSource): ClockFollower {
  let known = '';
  let cancel = () => {};
  const later = () => {
    cancel();
    cancel = after(PERIOD, () => void tick());
  };
  async function tick(): Promise<void> {
    const before = known;
    const now = await read().catch(() => before);
    // Meanwhile the rest of the state was read, or the clock stands still.
    if (known !== before || now === before) return;
    known = now;
    later();
    onTime(now);
  }
  return {
    seen(now) {
      known = now;
      later();
    },
    stop() {
      known = '';
      cancel();
    },
  };
}
