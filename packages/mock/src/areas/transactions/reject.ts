import { canTransition, transactionMachine } from '@org/payments-contract';
import { plain } from '../../engine/behaviour.ts';
import { refuse } from '../../engine/refusal.ts';
import { transactions } from './transactions.ts';

/** Rejects a payment; what was held for it returns to its account (rules 71 and 91). */
export const rejectTransaction = plain<'transactions.reject'>({
  run(call) {
    const { world, input } = call;
    const transaction = transactions.require(call, input.transactionId);
    const { rejectedStatus: status, secondReject } = world.settings.choices;
    if (!canTransition(transactionMachine, transaction.status, 'REJECTED')) {
      if (secondReject === 200) return { body: transactions.view(transaction, world) };
      throw refuse(
        'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
        'The transaction is not waiting for a decision',
        `${transaction.id} is ${transaction.status}, from where it cannot be rejected.`,
      );
    }
    return { body: transactions.view(transactions.change(call, transaction, { status }), world) };
  },
});
