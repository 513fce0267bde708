import {
  agentActionMachine,
  cardMachine,
  issuedCardStates,
  type OperationName,
  quoteMachine,
  type StateMachine,
  settledAgentActionStatuses,
  settledQuoteStatuses,
  settledTransactionStatuses,
  settledVerificationStatuses,
  transactionMachine,
  verificationMachine,
} from '@org/payments-contract';

/** A kind of resource that can be waited for. */
export interface Kind {
  /** The operation that reads it. */
  readonly read: OperationName;
  /** The input field of its id. */
  readonly input: string;
  /** The field that holds its state. */
  readonly field: string;
  readonly machine: StateMachine<string>;
  /** The states that are waited for if the caller names none. */
  readonly settled: readonly string[];
}

/** Kinds by the name of the target's id. */
export type Kinds = Readonly<Record<string, Kind>>;

function transactions(read: OperationName): Kind {
  const settled = settledTransactionStatuses;
  return { read, input: 'transactionId', field: 'status', machine: transactionMachine, settled };
}

function quotes(read: OperationName): Kind {
  const settled = settledQuoteStatuses;
  return { read, input: 'quoteId', field: 'status', machine: quoteMachine, settled };
}

/** What a platform's client can wait for. */
export const platformKinds: Kinds = {
  transactionId: transactions('transactions.get'),
  quoteId: quotes('quotes.get'),
  verificationId: {
    read: 'verifications.get',
    input: 'verificationId',
    field: 'verificationStatus',
    machine: verificationMachine,
    settled: settledVerificationStatuses,
  },
  cardId: {
    read: 'cards.get',
    input: 'id',
    field: 'state',
    machine: cardMachine,
    settled: issuedCardStates,
  },
};

/** What an agent's client can wait for. */
export const agentKinds: Kinds = {
  actionId: {
    read: 'agent.actions.get',
    input: 'actionId',
    field: 'status',
    machine: agentActionMachine,
    settled: settledAgentActionStatuses,
  },
  transactionId: transactions('agent.transactions.get'),
  quoteId: quotes('agent.quotes.get'),
};
