import type { Transaction } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { money } from '../../currencies.ts';
import type { Recipes } from '../../engine/recipes.ts';
import type { Recipe } from '../../world.ts';
import { addCustomer } from '../customers/fixture.ts';
import { addAccount } from '../internal-accounts/fixture.ts';
import { type TransactionFields, transactionFixture } from './fixture.ts';
import { transactions } from './transactions.ts';

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
export const transactionRecipes: Recipes = {
  OUTGOING_PAYMENT: payment('OUTGOING'),
  INCOMING_PAYMENT: payment('INCOMING'),
};
