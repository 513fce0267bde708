import { canTransition, type Transaction, transactionMachine } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { money } from '../../currencies.ts';
import { area } from '../../engine/area.ts';
import type { Recipes } from '../../engine/recipes.ts';
import type { PaymentDecision, Recipe, Scene } from '../../world.ts';
import { addCustomer } from '../customers/fixture.ts';
import { addAccount } from '../internal-accounts/fixture.ts';
import {
  approvePayment,
  approveTransaction,
  cancelTransaction,
  confirmReceipt,
  rejectTransaction,
} from './decisions.ts';
import { type TransactionFields, transactionFixture } from './fixture.ts';
import { askSender, missingInformation } from './information.ts';
import { awaitsApproval, transactions } from './transactions.ts';

const AMOUNT = 125_00;

/** Returns a recipe that adds a pending payment and moves it to a status or a refund. */
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
    const isKnown = status !== 'PENDING' && status !== 'PENDING_AUTHORIZATION';
    const record = isKnown
      ? transactions.change(scene, added, { status } as Partial<Transaction>)
      : added;
    if (refund === undefined) return transactions.view(record, scene.world);
    const refunded = transactions.change(scene, record, {
      refund: { reference: 'REFUND-014', initiatedAt: iso(scene.write.now), status: refund },
    } as Partial<Transaction>);
    return transactions.view(refunded, scene.world);
  };
}

/** How the events of payments are triggered. */
const transactionRecipes: Recipes = {
  OUTGOING_PAYMENT: payment('OUTGOING'),
  INCOMING_PAYMENT: payment('INCOMING'),
};

/** Carries out what a webhook endpoint decided about an incoming payment (rule 94). */
function decidePayment(scene: Scene, id: string, decision: PaymentDecision): void {
  const record = transactions.in(scene.world).get(id);
  if (record === undefined || !awaitsApproval(record) || decision.kind === 'postpone') return;
  if (decision.kind === 'ask') {
    askSender(scene, record, decision.requiredFields);
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
  if (canTransition(transactionMachine, record.status, 'REJECTED')) {
    transactions.change(scene, record, { status: 'REJECTED' });
  }
}

/** Incoming and outgoing payments. */
export const transactionsArea = area({
  resources: [transactions],
  operations: {
    'transactions.approve': approveTransaction,
    'transactions.cancel': cancelTransaction,
    'transactions.confirmReceipt': confirmReceipt,
    'transactions.reject': rejectTransaction,
  },
  ports: { decidePayment },
  fixtures: {
    /**
     * Adds a pending payment of 10.00 USD, incoming by default. It moves no money
     * unless `movesMoney` is set. Without `customerId`, a customer is added too.
     */
    transaction: transactionFixture,
  },
  recipes: transactionRecipes,
});
