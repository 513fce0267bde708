import { bookkeeping, recordOf } from '../../store/table-handle.ts';

/** A past lookup of a receiver. */
export interface LookupRecord {
  readonly id: string;
  /** The UMA address or the account's id. */
  readonly receiver: string;
}

/** Lookups of receivers. A quote can name the lookup it follows. */
export const lookups = bookkeeping('lookups', recordOf<LookupRecord>());
