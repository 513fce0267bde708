import { canTransition, transactionMachine } from '@org/payments-contract';
import type { Scene } from '../../world.ts';
import { endHeldActions } from '../agents/actions.ts';
import { agents } from '../agents/agents.ts';
import { cards } from '../cards/cards.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';
import { invitations, waitingOf } from '../invitations/invitations.ts';
import { stablecoinOperations } from '../stablecoins/stablecoins.ts';
import { transactions } from '../transactions/transactions.ts';

/** Ends what a deleted customer has under way. */
export function endCustomer(scene: Scene, customerId: string): void {
  const { world } = scene;
  for (const { id } of agents.in(world).find('customerId', customerId)) {
    endHeldActions(scene, id, 'The customer was deleted.');
  }
  for (const card of cards.in(world).find('cardholderId', customerId)) {
    if (card.state === 'CLOSED') continue;
    cards.move(scene, card, 'CLOSED', { stateReason: 'CLOSED_BY_GRID' });
  }
  for (const invitation of waitingOf(scene, customerId)) {
    invitations.move(scene, invitation, 'CANCELLED');
  }
  for (const payment of transactions.in(world).find('customerId', customerId)) {
    const isUnderWay = canTransition(transactionMachine, payment.status, 'REJECTED');
    if (payment.type === 'INCOMING' && isUnderWay) transactions.move(scene, payment, 'REJECTED');
  }
  for (const mint of stablecoinOperations.in(world).all()) {
    const receiver = accounts.in(world).get(mint.destination?.accountId ?? '');
    if (mint.status !== 'PENDING_FUNDING' || receiver?.customerId !== customerId) continue;
    stablecoinOperations.move(scene, mint, 'FAILED');
  }
}
