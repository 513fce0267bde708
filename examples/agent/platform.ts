import type { PaymentsClient } from '@org/payments-sdk';

/** The data that the agent's operator receives from the platform. */
export interface Invitation {
  readonly agentId: string;
  /** Valid once, for a few minutes. Send it like a password. */
  readonly deviceCode: string;
}

/**
 * Creates an agent that may spend 500 dollars at once and 1,000 dollars a day from one account, and
 * needs the platform's approval above 200 dollars.
 */
export async function inviteAgent(
  payments: PaymentsClient,
  customerId: string,
  accountId: string,
): Promise<Invitation> {
  const { agent, deviceCode } = await payments.agents.create({
    name: 'Bookkeeper',
    customerId,
    policy: {
      permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS'],
      spendingLimits: { currency: 'USD', perTransactionLimit: 500_00, dailyLimit: 1_000_00 },
      accountRestrictions: { allowedAccountIds: [accountId] },
      approvalThresholds: { currency: 'USD', amount: 200_00 },
    },
  });
  return { agentId: agent.id, deviceCode: deviceCode.code };
}

/** Approves waiting payments up to an amount, and rejects the rest. Returns how many were approved. */
export async function reviewApprovals(
  payments: PaymentsClient,
  agentId: string,
  highest: number,
): Promise<number> {
  let approved = 0;
  for await (const { id: actionId, transferDetails } of payments.agents.listApprovals({
    agentId,
  })) {
    if ((transferDetails?.amount ?? Number.POSITIVE_INFINITY) <= highest) {
      await payments.agents.approveAction({ agentId, actionId });
      approved += 1;
    } else {
      await payments.agents.rejectAction({
        agentId,
        actionId,
        reason: 'The amount is above the agreed limit.',
      });
    }
  }
  return approved;
}
