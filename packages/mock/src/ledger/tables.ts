import { bookkeeping, recordOf } from '../store/table-handle.ts';

/** The kind of a ledger account; `in` and `out` are the world outside, for money that came in and that went out. */
export type LedgerAccountKind = 'balance' | 'hold' | 'fees' | 'in' | 'out';

/** One account of the ledger. */
export interface LedgerAccount {
  readonly id: string;
  readonly kind: LedgerAccountKind;
  /** Currency code. */
  readonly currency: string;
  /** In the smallest unit. Negative only for `in`, the source of all money. */
  readonly amount: number;
  /** The internal account of a balance or a hold. */
  readonly accountId?: string;
  /** A hold's purpose: the id of the payment or the card transaction. */
  readonly purpose?: string;
}

export const ledgerAccounts = bookkeeping('ledgerAccounts', recordOf<LedgerAccount>(), {
  indexes: ['accountId', 'currency'],
});

/** One double entry: an amount that moved from one account of the ledger to another. */
export interface Posting {
  readonly id: string;
  /** Time of the posting, ISO 8601. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  /** More than 0, in the smallest unit. */
  readonly amount: number;
  /** The posting's purpose: the id of a payment, of a card transaction, or a word. */
  readonly purpose: string;
}

export const postings = bookkeeping('postings', recordOf<Posting>());

export const ledgerTables = [ledgerAccounts, postings] as const;
