import type { Quote } from '@org/payments-contract';
import { requireTransfer, startTransfer } from '../src/areas/transfers/transfer.ts';
import { iso } from '../src/clock.ts';
import { money } from '../src/currencies.ts';
import { area } from '../src/engine/area.ts';
import { notFound, refuse, unauthorized } from '../src/engine/refusal.ts';
import { bookkeeping, recordOf } from '../src/store/table-handle.ts';
import type { QuoteDesk } from '../src/world.ts';

const quotes = bookkeeping('quotesOfTheTest', recordOf<Quote>());
const LIFETIME = 5 * 60_000;
const FEE = 50;

/** A desk whose quotes cost a fee of 50 and pay from one account to another of the same currency. */
export const quoteDesk: QuoteDesk = {
  start(scene, input) {
    const { world, write } = scene;
    const now = world.clock.now();
    const { source, destination, lockedCurrencyAmount: amount } = input;
    const { currency } = money(0, 'USD');
    return write.insert(quotes, {
      id: `Quote:${world.random.uuid('Quote')}`,
      status: 'PENDING',
      createdAt: iso(now),
      expiresAt: iso(now + LIFETIME),
      source: { ...source, currency: 'USD' },
      destination: { ...destination, currency: 'USD' },
      sendingCurrency: currency,
      receivingCurrency: currency,
      totalSendingAmount: amount,
      totalReceivingAmount: amount - FEE,
      exchangeRate: 1,
      feesIncluded: FEE,
      transactionId: `Transaction:${world.random.uuid('Transaction')}`,
    });
  },
  require({ world }, quoteId) {
    const quote = quotes.in(world).get(quoteId);
    if (quote === undefined) throw notFound('Quote', quoteId, 'QUOTE_NOT_FOUND');
    return quote;
  },
  checkStamp(_scene, _quote, headers) {
    if (headers.get('Service-Wallet-Signature') !== 'wrong') return;
    throw unauthorized('stampMismatch', 'The stamp of the test is wrong.');
  },
  execute(scene, quote, agentId) {
    if (quote.status !== 'PENDING') throw refuse('CONFLICT', `The quote is ${quote.status}`);
    const call = {
      ...scene,
      input: {
        source: { accountId: quote.source.accountId ?? '' },
        destination: { accountId: quote.destination.accountId ?? '' },
        amount: quote.totalSendingAmount,
      },
    };
    const transfer = requireTransfer(call as never, 'OUT');
    const transaction = startTransfer(call as never, { ...transfer, agentId });
    const fields = { status: 'COMPLETED', transactionId: transaction.id } as const;
    return { quote: scene.write.update(quotes, quote, fields), transaction };
  },
};

/** The area of the desk, to put together with those of the mock. */
export const quoteDeskArea = area({ tables: [quotes], ports: { quoteDesk } });
