import { area } from '../../engine/area.ts';
import type { Call } from '../../engine/behaviour.ts';
import { notFound } from '../../engine/refusal.ts';
import type { QuoteDesk } from '../../world.ts';
import { transactions } from '../transactions/transactions.ts';
import { createQuote, createQuoteOperation } from './create.ts';
import { executeQuote, executionPlan, requirePayable, startPayment } from './execute.ts';
import { lookups } from './lookups.ts';
import type { QuoteInput } from './parties.ts';
import { quotes } from './quotes.ts';
import { lookUpExternalAccount, lookUpUma } from './receivers.ts';
import { estimateWithdrawalFee } from './withdrawal-fee.ts';

/** Quotes, as agents use them. */
const quoteDesk: QuoteDesk = {
  start(call, input) {
    const quote = createQuote({ ...call, input } as Call<QuoteInput>);
    return quotes.view(quote, call.world);
  },
  require(scene, quoteId, agentId) {
    const quote = quotes.require(scene, quoteId);
    if (quote.createdByAgent !== agentId) throw notFound('Quote', quoteId, 'QUOTE_NOT_FOUND');
    return quotes.view(quote, scene.world);
  },
  signature: (scene, { id }) => executionPlan(scene, quotes.require(scene, id)).signature,
  execute(scene, { id }, agentId) {
    const quote = quotes.require(scene, id);
    requirePayable(scene, quote);
    const payment = transactions.require(scene, quote.transactionId);
    transactions.change(scene, payment, { agentId } as never);
    startPayment(scene, quote);
    const transaction = transactions.require(scene, quote.transactionId);
    return {
      quote: quotes.view(quote, scene.world),
      transaction: transactions.view(transaction, scene.world),
    };
  },
};

/** Quotes: rates and fees that hold for some minutes, and the payments they drive. */
export const quotesArea = area({
  resources: [quotes],
  tables: [lookups],
  ports: { quoteDesk },
  operations: {
    'quotes.create': createQuoteOperation,
    'quotes.execute': executeQuote,
    'quotes.estimateWithdrawalFee': estimateWithdrawalFee,
    'receivers.lookUpUma': lookUpUma,
    'receivers.lookUpExternalAccount': lookUpExternalAccount,
  },
});
