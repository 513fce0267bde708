import {
  canTransition,
  DEFAULT_PAGE_SIZE,
  type InputOf,
  type Transaction,
  transactionMachine,
} from '@org/payments-contract';
import { iso } from '../clock.ts';
import { plain, type RowOf } from '../engine/behaviour.ts';
import { refuse } from '../engine/refusal.ts';
import { pageAnswer, positionOf, requireRecord } from './shared.ts';

/** Rejects a payment (rule 71). */
export const rejectTransaction = plain<'transactions.reject'>({
  answer(call) {
    const { world, write, input } = call;
    const transaction = requireRecord(call, 'transactions', input.transactionId);
    if (!canTransition(transactionMachine, transaction.status, 'REJECTED')) {
      if (world.settings.choices.secondReject === 200) return { body: transaction };
      throw refuse(
        'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
        'The transaction is not waiting for a decision',
        `${transaction.id} is ${transaction.status}, from where it cannot be rejected.`,
      );
    }
    const status = world.settings.choices.rejectedStatus;
    const updatedAt = iso(world.clock.now());
    return { body: write.update('transactions', transaction, { status, updatedAt }) };
  },
});

type Query = InputOf<RowOf<'agent.transactions.list'>>;
type Party = Transaction['source'] | Transaction['destination'];

function isParty(party: Party, identifier: string): boolean {
  return party?.accountId === identifier || party?.umaAddress === identifier;
}

/** The conditions of a query, each left out where the query does not set it. */
function conditions(query: Query): ((transaction: Transaction) => boolean)[] {
  const found: ((transaction: Transaction) => boolean)[] = [];
  const { accountIdentifier, senderAccountIdentifier, receiverAccountIdentifier } = query;
  const { status, type, reference, startDate, endDate } = query;
  const time = ({ createdAt }: Transaction) => Date.parse(createdAt ?? '');
  if (accountIdentifier !== undefined) {
    found.push(
      ({ source, destination }) =>
        isParty(source, accountIdentifier) || isParty(destination, accountIdentifier),
    );
  }
  if (senderAccountIdentifier !== undefined) {
    found.push(({ source }) => isParty(source, senderAccountIdentifier));
  }
  if (receiverAccountIdentifier !== undefined) {
    found.push(({ destination }) => isParty(destination, receiverAccountIdentifier));
  }
  if (status !== undefined) found.push((transaction) => transaction.status === status);
  if (type !== undefined) found.push((transaction) => transaction.type === type);
  if (reference !== undefined) {
    found.push(
      ({ reconciliationInstructions }) => reconciliationInstructions?.reference === reference,
    );
  }
  if (startDate !== undefined) {
    found.push((transaction) => time(transaction) >= Date.parse(startDate));
  }
  if (endDate !== undefined) found.push((transaction) => time(transaction) <= Date.parse(endDate));
  return found;
}

/** Transactions of the agent's customer (rules 73 to 75). */
export const listAgentTransactions = plain<'agent.transactions.list'>({
  answer(call) {
    const { world, input, agentId = '' } = call;
    const { customerId } = requireRecord(call, 'agents', agentId);
    const required = conditions(input);
    const page = world.store.tables.transactions.page({
      where: { index: 'customerId', value: customerId },
      filter:
        required.length === 0
          ? undefined
          : (transaction) => required.every((holds) => holds(transaction)),
      descending: input.sortOrder !== 'asc',
      after: positionOf(call, input.cursor),
      limit: input.limit ?? DEFAULT_PAGE_SIZE,
    });
    return pageAnswer(page);
  },
});
