import { bookkeeping, recordOf } from '../../store/table-handle.ts';

/** A lookup of a receiver that was made. */
export interface LookupRecord {
  readonly id: string;
  /** The UMA address or the account's id. */
  readonly receiver: string;
}

/** Lookups of receivers. A quote can name the lookup it follows. */
export const lookups = bookkeeping('lookups', recordOf<LookupRecord>());
