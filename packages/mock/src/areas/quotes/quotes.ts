import type { Quote, QuoteStatus } from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import { transactions } from '../transactions/transactions.ts';

/** A quote as it is stored: its status is that of the payment it drives. */
export interface QuoteRecord extends Omit<Quote, 'status'> {
  /** The receiver in the table of outcomes: an account's identifier or an address. */
  readonly outcomeDriver: string;
  /** The agent that created it; only that agent reads and executes it (rule 107). */
  readonly createdByAgent?: string;
  readonly updatedAt?: string;
}

const statuses: Readonly<Record<string, QuoteStatus>> = {
  CREATED: 'PENDING',
  PENDING: 'PENDING',
  PROCESSING: 'PROCESSING',
  COMPLETED: 'COMPLETED',
  EXPIRED: 'EXPIRED',
};

/** Quotes. A quote and its transaction are created together and end together. */
export const quotes = resource({
  name: 'quotes',
  record: recordOf<QuoteRecord>(),
  id: 'Quote',
  notFound: 'QUOTE_NOT_FOUND',
  view(record, world): Quote {
    const {
      outcomeDriver: _driver,
      createdByAgent: _agent,
      updatedAt: _updated,
      ...quote
    } = record;
    const { status = '' } = transactions.in(world).get(quote.transactionId) ?? {};
    return { ...quote, status: statuses[status] ?? 'FAILED' };
  },
});
