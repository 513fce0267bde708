import { canTransition, transactionMachine } from '@org/payments-contract';
import { scheduledMoves } from '../../engine/tables.ts';
import type { PaymentDecision, Scene } from '../../world.ts';
import { type TransactionRecord, transactions } from './transactions.ts';

/** An incoming payment that waits for the platform, and whose end nothing else decides. */
function waiting(scene: Scene, id: string): TransactionRecord | undefined {
  const record = transactions.in(scene.world).get(id);
  const isScheduled = scheduledMoves
    .in(scene.world)
    .all()
    .some(({ recordId }) => recordId === id);
  const isOpen = record?.type === 'INCOMING' && record.status === 'PENDING' && !isScheduled;
  return isOpen ? record : undefined;
}

/** Carries out what a webhook endpoint decided about an incoming payment (rule 94). */
export function decidePayment(scene: Scene, id: string, decision: PaymentDecision): void {
  const record = waiting(scene, id);
  if (record === undefined || decision.kind === 'postpone' || decision.kind === 'ask') return;
  const { rejectedStatus } = scene.world.settings.choices;
  const status = decision.kind === 'approve' ? 'COMPLETED' : rejectedStatus;
  if (canTransition(transactionMachine, record.status, status)) {
    transactions.change(scene, record, { status });
  }
}
