import type { Agent } from '@org/payments-contract';
import type { AgentClient } from '@org/payments-sdk';

/** Payments that wait for approval. They count against an agent's limits but are not in its usage. */
export interface HeldPayments {
  readonly count: number;
  /** Total amount, in the smallest unit of the policy's currency. */
  readonly amount: number;
}

const none: HeldPayments = { count: 0, amount: 0 };

function hasTotals({ policy }: Agent): boolean {
  const { dailyLimit, monthlyLimit, dailyTransactionLimit } = policy.spendingLimits;
  return (dailyLimit ?? monthlyLimit ?? dailyTransactionLimit ?? null) !== null;
}

/** Reads what an agent's payments that wait for approval add up to, if a limit counts them. */
export async function heldPayments(client: AgentClient, agent: Agent): Promise<HeldPayments> {
  if (!hasTotals(agent)) return none;
  let { count, amount } = none;
  const waiting = client.actions.list({ status: 'PENDING_APPROVAL', limit: 100 });
  for await (const { transferDetails, quote } of waiting) {
    count += 1;
    amount += transferDetails?.amount ?? quote?.totalSendingAmount ?? 0;
  }
  return { count, amount };
}
