import type {
  Agent,
  AgentAction,
  BeneficialOwner,
  CardTransaction,
  Customer,
  ExternalAccount,
  InternalAccount,
  PaymentsDocument,
  Transaction,
  Verification,
} from '@org/payments-contract';
import type {
  AgentToken,
  CardRecord,
  ChallengeRecord,
  CredentialRecord,
  DeviceCodeRecord,
  OneTimeCode,
  PasskeyChallengeRecord,
  ScheduledMove,
  SessionRecord,
  StoredAnswer,
  UsedClientKey,
} from './records.ts';
import { type Entity, Table, type TableState } from './table.ts';

const byCreation = (record: { readonly createdAt?: string | undefined }) =>
  record.createdAt === undefined ? 0 : Date.parse(record.createdAt);

function createTables() {
  return {
    customers: new Table<Customer>({ time: byCreation, indexes: {} }),
    accounts: new Table<InternalAccount, 'customerId' | 'owner'>({
      time: byCreation,
      indexes: {
        customerId: (account) => account.customerId,
        owner: (account) => (account.customerId === undefined ? 'platform' : 'customer'),
      },
    }),
    credentials: new Table<CredentialRecord, 'accountId'>({
      time: byCreation,
      indexes: { accountId: (credential) => credential.accountId },
    }),
    sessions: new Table<SessionRecord, 'accountId' | 'publicKey'>({
      time: byCreation,
      indexes: {
        accountId: (session) => session.accountId,
        publicKey: (session) => session.publicKey,
      },
    }),
    cards: new Table<CardRecord, 'cardholderId'>({
      time: byCreation,
      indexes: { cardholderId: (card) => card.cardholderId },
    }),
    cardTransactions: new Table<CardTransaction, 'cardId'>({
      time: byCreation,
      indexes: { cardId: (transaction) => transaction.cardId },
    }),
    externalAccounts: new Table<ExternalAccount>({ indexes: {} }),
    beneficialOwners: new Table<BeneficialOwner, 'customerId'>({
      time: byCreation,
      indexes: { customerId: (owner) => owner.customerId },
    }),
    agentActions: new Table<AgentAction, 'agentId'>({
      time: byCreation,
      indexes: { agentId: (action) => action.agentId },
    }),
    deviceCodes: new Table<DeviceCodeRecord>({ indexes: {} }),
    scheduledMoves: new Table<ScheduledMove>({ time: (move) => move.at, indexes: {} }),
    agents: new Table<Agent, 'customerId'>({
      time: byCreation,
      indexes: { customerId: (agent) => agent.customerId },
    }),
    agentTokens: new Table<AgentToken>({ indexes: {} }),
    documents: new Table<PaymentsDocument, 'documentHolder'>({
      time: byCreation,
      indexes: { documentHolder: (document) => document.documentHolder },
    }),
    transactions: new Table<Transaction, 'customerId'>({
      time: byCreation,
      indexes: { customerId: (transaction) => transaction.customerId },
    }),
    verifications: new Table<Verification, 'customerId'>({
      time: byCreation,
      indexes: { customerId: (verification) => verification.customerId },
    }),
    challenges: new Table<ChallengeRecord>({ indexes: {} }),
    passkeyChallenges: new Table<PasskeyChallengeRecord>({ indexes: {} }),
    oneTimeCodes: new Table<OneTimeCode>({ indexes: {} }),
    usedClientKeys: new Table<UsedClientKey>({ indexes: {} }),
    storedAnswers: new Table<StoredAnswer>({ indexes: {} }),
  };
}

type Tables = ReturnType<typeof createTables>;
export type TableName = keyof Tables;
/** The record type of a table. */
export type RecordOf<Name extends TableName> =
  Tables[Name] extends Table<infer Record, string> ? Record : never;
/** All records in plain form. */
export type TablesState = { readonly [Name in TableName]: TableState<RecordOf<Name>> };

/** Everything the mock remembers of its resources. */
export class Store {
  readonly tables: Tables = createTables();

  /** A table, seen as one of unspecific records; for writes that work on any table. */
  table<Name extends TableName>(name: Name): Table<RecordOf<Name>, string> {
    return this.tables[name] as unknown as Table<RecordOf<Name>, string>;
  }

  /** The records themselves, shared with the store: copy before handing them out. */
  get state(): TablesState {
    const states = Object.entries(this.tables).map(([name, table]) => [name, table.state]);
    return Object.fromEntries(states) as TablesState;
  }

  set state(state: TablesState) {
    for (const name of Object.keys(this.tables) as TableName[]) {
      const table = this.tables[name] as unknown as Table<Entity>;
      table.state = (state[name] as TableState<Entity> | undefined) ?? { next: 1, rows: [] };
    }
  }
}
