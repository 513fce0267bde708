import { plain } from '../../engine/behaviour.ts';
import { invalidInput, refuse } from '../../engine/refusal.ts';
import { requireOwner } from '../customers/customers.ts';
import { requirePending, startFundedPayment } from '../quotes/execute.ts';
import { quotes } from '../quotes/quotes.ts';
import { transactions } from '../transactions/transactions.ts';

/**
 * Pays for a quote with money from outside, as a customer would at a bank. The payment fails if its
 * amount is not the one that the quote requires.
 */
export const sendFunds = plain<'sandbox.send'>({
  run(call) {
    const { quoteId, currencyCode, currencyAmount } = call.input;
    const quote = quotes.require(call, quoteId);
    requireOwner(call, requirePending(call, quote).customerId);
    if (quote.source.sourceType !== 'REALTIME_FUNDING') {
      const explanation = `${quoteId} is paid from ${quote.source.accountId}: execute it.`;
      throw refuse('CONFLICT', 'The quote is not paid with funds from outside', explanation);
    }
    const { code } = quote.sendingCurrency;
    if (currencyCode !== code) {
      throw invalidInput([{ field: 'currencyCode', message: `must be ${code}, as in the quote` }]);
    }
    startFundedPayment(call, quote, currencyAmount ?? quote.totalSendingAmount);
    const transaction = transactions.require(call, quote.transactionId);
    return { body: transactions.view(transaction, call.world) };
  },
});
