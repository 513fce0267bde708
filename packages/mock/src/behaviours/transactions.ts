import {
  canTransition,
  DEFAULT_PAGE_SIZE,
  type InputOf,
  type Transaction,
  transactionMachine,
} from '@org/payments-contract';
import { iso } from '../clock.ts';
import { type Answer, type Call, plain, type RowOf } from '../engine/behaviour.ts';
import { refuse } from '../engine/refusal.ts';
import { all, pageAnswer, positionOf, requireRecord } from './shared.ts';

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
type Condition = (transaction: Transaction) => boolean;

function isParty(
  party: Transaction['source'] | Transaction['destination'],
  identifier: string,
): boolean {
  return party?.accountId === identifier || party?.umaAddress === identifier;
}

function given<Value>(
  value: Value | undefined,
  condition: (value: Value) => Condition,
): Condition | undefined {
  return value === undefined ? undefined : condition(value);
}

function time({ createdAt }: Transaction): number {
  return Date.parse(createdAt ?? '');
}

/** The conditions of a query, each left out where the query does not set it. */
function conditions(query: Query): (Condition | undefined)[] {
  return [
    given(
      query.accountIdentifier,
      (id) =>
        ({ source, destination }) =>
          isParty(source, id) || isParty(destination, id),
    ),
    given(
      query.senderAccountIdentifier,
      (id) =>
        ({ source }) =>
          isParty(source, id),
    ),
    given(
      query.receiverAccountIdentifier,
      (id) =>
        ({ destination }) =>
          isParty(destination, id),
    ),
    given(query.status, (status) => (transaction) => transaction.status === status),
    given(query.type, (type) => (transaction) => transaction.type === type),
    given(
      query.reference,
      (reference) =>
        ({ reconciliationInstructions }) =>
          reconciliationInstructions?.reference === reference,
    ),
    given(query.startDate, (start) => (transaction) => time(transaction) >= Date.parse(start)),
    given(query.endDate, (end) => (transaction) => time(transaction) <= Date.parse(end)),
  ];
}

function listOf(
  call: Call<Query>,
  customerId: string | undefined,
  ...more: readonly (Condition | undefined)[]
): Answer {
  const { world, input } = call;
  const page = world.store.tables.transactions.page({
    where: customerId === undefined ? undefined : { index: 'customerId', value: customerId },
    filter: all(...conditions(input), ...more),
    descending: input.sortOrder !== 'asc',
    after: positionOf(call, input.cursor),
    limit: input.limit ?? DEFAULT_PAGE_SIZE,
  });
  return pageAnswer(page);
}

/** Transactions of the agent's customer (rules 73 to 75). */
export const listAgentTransactions = plain<'agent.transactions.list'>({
  answer(call) {
    const { customerId } = requireRecord(call, 'agents', call.agentId ?? '');
    return listOf(call, customerId);
  },
});

/** Transactions of all customers. */
export const listTransactions = plain<'transactions.list'>({
  answer(call) {
    const { customerId, platformCustomerId } = call.input;
    const ofPlatformId = given(
      platformCustomerId,
      (id) => (transaction) => transaction.platformCustomerId === id,
    );
    return listOf(call, customerId, ofPlatformId);
  },
});
