import {
  type CounterpartyField,
  type IncomingTransaction,
  type OutgoingTransaction,
  Transaction,
} from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { area } from '../../engine/area.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import { money } from '../../ledger/currencies.ts';
import { hold } from '../../ledger/ledger.ts';
import type { PaymentDecision, Recipe, Scene } from '../../world.ts';
import { addCustomer, customers } from '../customers/customers.ts';
import { accounts, addAccount } from '../internal-accounts/internal-accounts.ts';
import {
  approvePayment,
  awaitDecision,
  decideLater,
  decisionOperations,
  missingInformation,
  requestFromSender,
} from './decisions.ts';
import { awaitsApproval, transactions } from './transactions.ts';

/** Fields of a transaction besides those of its schema. */
interface TransactionExtras {
  /**
   * Whether the payment moves money on the customer's first internal account: an outgoing one holds
   * its amount there, an incoming one is posted there when it completes. Default: false.
   */
  readonly movesMoney?: boolean;
  /** Facts the sender's provider requires about the receiving customer. Default: none. */
  readonly requestedReceiverCustomerInfoFields?: readonly CounterpartyField[];
}

/** Fields of a transaction to set. `type` is INCOMING by default. */
type TransactionFields = (Partial<IncomingTransaction> | Partial<OutgoingTransaction>) &
  TransactionExtras;

function addTransaction(scene: Scene, given: TransactionFields = {}): Transaction {
  const { world } = scene;
  const { movesMoney = false, ...fields } = given;
  const number = transactions.in(world).size + 1;
  const { customerId = addCustomer(scene).id, status = 'PENDING' } = fields;
  const [account] = accounts.in(world).find('customerId', customerId);
  const here = { accountId: account?.id ?? 'InternalAccount:unknown', currency: 'USD' };
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
        ...(movesMoney && account !== undefined ? { postsTo: account.id } : {}),
      };
  const record = transactions.add(scene, { ...common, ...sides, ...fields } as Transaction);
  if (movesMoney && account !== undefined && record.type === 'OUTGOING') {
    const { sentAmount } = record as OutgoingTransaction;
    hold(scene, { accountId: account.id, amount: sentAmount.amount, purpose: record.id });
  }
  awaitDecision(scene, record);
  return transactions.view(record, world);
}

const transactionFixture = fixture({
  schema: Transaction,
  short: { movesMoney: 'boolean', requestedReceiverCustomerInfoFields: 'object' },
  add: addTransaction,
});

const AMOUNT = 125_00;

function payment(type: Transaction['type']): Recipe {
  return (scene, name) => {
    const customer = addCustomer(scene);
    addAccount(scene, { customerId: customer.id, available: 1_000_00 });
    const refund = name.startsWith('REFUND_') ? name.slice('REFUND_'.length) : undefined;
    const isOutgoing = type === 'OUTGOING';
    const amount = isOutgoing ? { sentAmount: money(AMOUNT, 'USD') } : {};
    const { id } = transactionFixture.add(scene, {
      ...amount,
      type,
      customerId: customer.id,
      movesMoney: true,
      status: 'PENDING',
      description: 'Invoice 2026-014',
    } as TransactionFields);
    const added = transactions.require(scene, id);
    const status = refund === undefined ? name : 'FAILED';
    const isWaiting = status === 'PENDING_AUTHORIZATION';
    const fields = isWaiting ? { awaitsAuthorization: 'ScaChallenge:recipe' } : { status };
    const record = transactions.change(scene, added, fields as Partial<Transaction>);
    if (refund === undefined) return transactions.view(record, scene.world);
    const refunded = transactions.change(scene, record, {
      refund: { reference: 'REFUND-014', initiatedAt: iso(scene.write.now), status: refund },
    } as Partial<Transaction>);
    return transactions.view(refunded, scene.world);
  };
}

/** Carries out what a webhook endpoint decided about an incoming payment (rule 94). */
function decidePayment(scene: Scene, id: string, decision: PaymentDecision): void {
  const record = transactions.in(scene.world).get(id);
  if (record === undefined || !awaitsApproval(record)) return;
  if (decision.kind === 'postpone' || decision.kind === 'error') {
    decideLater(scene, record, decision.kind);
    return;
  }
  if (decision.kind === 'ask') {
    requestFromSender(scene, record, decision.requiredFields);
    return;
  }
  if (decision.kind === 'approve') {
    const { receiverCustomerInfo } = decision;
    if (missingInformation(record, receiverCustomerInfo).length === 0) {
      approvePayment(scene, record, receiverCustomerInfo);
    } else {
      const failureReason = 'MISSING_MANDATORY_PAYEE_DATA';
      transactions.change(scene, record, { status: 'FAILED', failureReason });
    }
    return;
  }
  transactions.change(scene, record, { status: 'REJECTED' });
}

export const transactionsArea = area({
  resources: [transactions],
  operations: {
    ...decisionOperations,
  },
  ports: { decidePayment },
  fixtures: {
    /**
     * Adds a pending payment of 10.00 USD, incoming by default. It moves no money
     * unless `movesMoney` is set. Without `customerId`, a customer is added too.
     */
    transaction: transactionFixture,
  },
  recipes: {
    OUTGOING_PAYMENT: payment('OUTGOING'),
    INCOMING_PAYMENT: payment('INCOMING'),
  },
});
