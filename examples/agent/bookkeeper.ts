import { type AgentClient, ForbiddenError } from '@org/payments-sdk';

/** An invoice to pay. */
export interface Invoice {
  /** The external account of the invoice's sender. */
  readonly payTo: string;
  /** In cents. */
  readonly amount: number;
}

/** The outcome of an invoice. */
export type Outcome = 'paid' | 'waits for approval' | 'not paid' | 'beyond the limits';

const outcomes: ReadonlyMap<string, Outcome> = new Map([
  ['PENDING_APPROVAL', 'waits for approval'],
  ['APPROVED', 'paid'],
]);

/** Pays an invoice within the agent's policy; with the key it can be repeated safely. */
export async function payInvoice(
  agent: AgentClient,
  accountId: string,
  invoice: Invoice,
  idempotencyKey: string,
): Promise<{ readonly outcome: Outcome; readonly actionId?: string }> {
  try {
    const { id: actionId } = await agent.transfers.createOut(
      {
        source: { accountId },
        destination: { accountId: invoice.payTo },
        amount: invoice.amount,
      },
      { idempotencyKey },
    );
    // Under a key that was used the first response is repeated: how it is now, only a read shows.
    const { status } = await agent.actions.get({ actionId });
    return { outcome: outcomes.get(status) ?? 'not paid', actionId };
  } catch (error) {
    const isBeyond = error instanceof ForbiddenError && error.code === 'VELOCITY_LIMIT_EXCEEDED';
    if (!isBeyond) throw error;
    return { outcome: 'beyond the limits' };
  }
}
