import { type AgentClient, ForbiddenError } from '@org/payments-sdk';

/** An invoice to pay. */
export interface Invoice {
  /** The external account of the invoice's sender. */
  readonly payTo: string;
  /** In cents. */
  readonly amount: number;
}

/** The outcome of an invoice. */
export type Outcome = 'paid' | 'waits for approval' | 'beyond the limits';

/** Pays an invoice within the agent's policy; with the key it can be repeated safely. */
export async function payInvoice(
  agent: AgentClient,
  accountId: string,
  invoice: Invoice,
  idempotencyKey: string,
): Promise<{ readonly outcome: Outcome; readonly actionId?: string }> {
  try {
    const action = await agent.transfers.createOut(
      {
        source: { accountId },
        destination: { accountId: invoice.payTo },
        amount: invoice.amount,
      },
      { idempotencyKey },
    );
    const isHeld = action.status === 'PENDING_APPROVAL';
    return { outcome: isHeld ? 'waits for approval' : 'paid', actionId: action.id };
  } catch (error) {
    const isBeyond = error instanceof ForbiddenError && error.code === 'VELOCITY_LIMIT_EXCEEDED';
    if (!isBeyond) throw error;
    return { outcome: 'beyond the limits' };
  }
}
