import {
  type CounterpartyField,
  type IncomingTransaction,
  type OutgoingTransaction,
  Transaction,
} from '@org/payments-contract';
import { money } from '../../currencies.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import { hold } from '../../ledger/ledger.ts';
import type { Scene } from '../../world.ts';
import { customers } from '../customers/customers.ts';
import { addCustomer } from '../customers/fixture.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';
import { transactions } from './transactions.ts';

/** Fields of a transaction besides those of its schema. */
export interface TransactionExtras {
  /**
   * Whether the payment moves money on the customer's first internal account: an outgoing one holds
   * its amount there, an incoming one is posted there when it completes. Default: false.
   */
  readonly movesMoney?: boolean;
  /** Facts the sender's provider requires about the receiving customer. Default: none. */
  readonly requestedReceiverCustomerInfoFields?: readonly CounterpartyField[];
}

/** Fields of a transaction to set. `type` is INCOMING by default. */
export type TransactionFields = (Partial<IncomingTransaction> | Partial<OutgoingTransaction>) &
  TransactionExtras;

function addTransaction(scene: Scene, given: TransactionFields = {}): Transaction {
  const { world } = scene;
  const { movesMoney = false, ...fields } = given;
  const number = transactions.in(world).size + 1;
  const { customerId = addCustomer(scene).id, status = 'PENDING' } = fields;
  const [own] = accounts.in(world).find('customerId', customerId);
  const here = { accountId: own?.id ?? 'InternalAccount:unknown', currency: 'USD' };
  const there = { accountId: 'ExternalAccount:counterparty', currency: 'USD' };
  const common = {
    status,
    customerId,
    platformCustomerId: customers.require(scene, customerId).platformCustomerId,
    fees: 0,
    ...(status === 'CREATED' ? {} : { reconciliationInstructions: { reference: `REF-${number}` } }),
  };
  const amount = money(1000, 'USD');
  const isOutgoing = fields.type === 'OUTGOING';
  const sides = isOutgoing
    ? {
        type: 'OUTGOING',
        source: { sourceType: 'ACCOUNT', ...here },
        destination: { destinationType: 'ACCOUNT', ...there },
        sentAmount: amount,
      }
    : {
        type: 'INCOMING',
        source: { sourceType: 'ACCOUNT', ...there },
        destination: { destinationType: 'ACCOUNT', ...here },
        receivedAmount: amount,
        ...(movesMoney && own !== undefined ? { postsTo: own.id } : {}),
      };
  const record = transactions.add(scene, { ...common, ...sides, ...fields } as Transaction);
  if (movesMoney && own !== undefined && record.type === 'OUTGOING') {
    const { sentAmount } = record as OutgoingTransaction;
    hold(scene, { accountId: own.id, amount: sentAmount.amount, purpose: record.id });
  }
  return transactions.view(record, world);
}

/** The fixture behind `mock.add.transaction`. */
export const transactionFixture = fixture({
  schema: Transaction,
  short: { movesMoney: 'boolean', requestedReceiverCustomerInfoFields: 'object' },
  add: addTransaction,
});
