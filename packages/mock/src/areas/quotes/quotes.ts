import type { Quote, QuoteStatus } from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import { bookkeeping, recordOf } from '../../store/table-handle.ts';
import { customers } from '../customers/customers.ts';
import { scaChallenges, scaChallengeView } from '../strong-authentication/challenges.ts';
import { transactions } from '../transactions/transactions.ts';

/** A quote as it is stored: its status is that of the payment it drives. */
export interface QuoteRecord extends Omit<Quote, 'status'> {
  /** The receiver in the table of outcomes: an account's identifier or an address. */
  readonly outcomeDriver: string;
  /** The agent that created it; only that agent reads and executes it (rule 107). */
  readonly createdByAgent?: string;
  readonly updatedAt?: string;
  readonly scaFactor?: string;
  readonly scaChallengeId?: string | undefined;
}

const statuses: Readonly<Record<string, QuoteStatus>> = {
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
      scaFactor: _factor,
      scaChallengeId,
      ...quote
    } = record;
    const payment = transactions.in(world).get(quote.transactionId);
    const status = statuses[payment?.status ?? ''] ?? 'FAILED';
    const customer = customers.in(world).get(payment?.customerId ?? '');
    if (status !== 'PENDING' || scaChallengeId === undefined || customer === undefined) {
      return { ...quote, status };
    }
    const challenge = scaChallenges.in(world).get(scaChallengeId);
    const shown = challenge && { scaChallenge: scaChallengeView(world, customer, challenge) };
    const { paymentInstructions: _withheld, ...asked } = quote;
    const isFunded = quote.source.sourceType === 'REALTIME_FUNDING';
    return { ...(isFunded ? asked : quote), status: 'PENDING_AUTHORIZATION', ...shown };
  },
});

export interface LookupRecord {
  readonly id: string;
  /** The UMA address or the account's id. */
  readonly receiver: string;
}

export const lookups = bookkeeping('lookups', recordOf<LookupRecord>());
