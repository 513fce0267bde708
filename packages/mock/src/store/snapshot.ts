import type { RandomState } from '../random.ts';
import type { TablesState } from './store.ts';

/** The whole state of a mock as plain JSON: records, ledger, events, time and randomness. */
export interface Snapshot<Tables = TablesState> {
  readonly version: 1;
  /** Time of the mock's clock, milliseconds since 1970. */
  readonly now: number;
  readonly random: RandomState;
  readonly tables: Tables;
}
