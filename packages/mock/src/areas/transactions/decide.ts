import { canTransition, transactionMachine } from '@org/payments-contract';
import { scheduledMoves } from '../../engine/tables.ts';
import type { PaymentDecision, Scene } from '../../world.ts';
import { approvePayment, awaitsApproval } from './decisions.ts';
import { askSender, missingInformation } from './information.ts';
import type { TransactionRecord } from './record.ts';
import { transactions } from './transactions.ts';

/**
 * Returns an incoming payment that waits for the platform and has no scheduled end; otherwise
 * undefined.
 */
function waiting(scene: Scene, id: string): TransactionRecord | undefined {
  const record = transactions.in(scene.world).get(id);
  const isScheduled = scheduledMoves
    .in(scene.world)
    .all()
    .some(({ recordId }) => recordId === id);
  return record !== undefined && awaitsApproval(record) && !isScheduled ? record : undefined;
}

/** Carries out what a webhook endpoint decided about an incoming payment (rule 94). */
export function decidePayment(scene: Scene, id: string, decision: PaymentDecision): void {
  const record = waiting(scene, id);
  if (record === undefined || decision.kind === 'postpone') return;
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
