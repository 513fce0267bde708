import { plain } from '../engine/behaviour.ts';
import { cardView } from '../store/records.ts';
import { requireRecord } from './shared.ts';

export const getCard = plain<'cards.get'>({
  answer: (call) => ({ body: cardView(requireRecord(call, 'cards', call.input.id)) }),
});

export const getCustomer = plain<'customers.get'>({
  answer: (call) => ({ body: requireRecord(call, 'customers', call.input.customerId) }),
});

export const getTransaction = plain<'transactions.get'>({
  answer: (call) => ({ body: requireRecord(call, 'transactions', call.input.transactionId) }),
});

export const getVerification = plain<'verifications.get'>({
  answer: (call) => ({ body: requireRecord(call, 'verifications', call.input.verificationId) }),
});
