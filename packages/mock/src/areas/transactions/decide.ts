import { canTransition, transactionMachine } from '@org/payments-contract';
import type { PaymentDecision, Scene } from '../../world.ts';
import { approvePayment } from './decisions.ts';
import { askSender, missingInformation } from './information.ts';
import { awaitsApproval, transactions } from './transactions.ts';

/** Carries out what a webhook endpoint decided about an incoming payment (rule 94). */
export function decidePayment(scene: Scene, id: string, decision: PaymentDecision): void {
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
