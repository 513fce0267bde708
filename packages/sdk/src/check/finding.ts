import type { PaymentsError } from '../errors/payments-error.ts';

/** What `check()` found out about one part of the set-up. */
export interface CheckFinding {
  /** What was tried. `journal` includes its file, or its database, table and pool. */
  readonly of: 'service' | 'credentials' | 'clock' | 'journal';
  /** Whether it works. False also for what could not be tried, because another part failed. */
  readonly ok: boolean;
  /** One sentence that says what was found. */
  readonly because: string;
  /** What to do; undefined if it works. */
  readonly action: string | undefined;
  /** The error behind it, if there is one. */
  readonly error: PaymentsError | undefined;
}
