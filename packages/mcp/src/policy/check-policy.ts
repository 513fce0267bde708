import type { AgentPermission, NamedOperation } from '@org/payments-contract';
import type { AgentClient } from '@org/payments-sdk';
import { ToolError } from '../run/tool-error.ts';
import { isRead } from '../tools/tool.ts';
import { type Payment, paymentOf } from './payment.ts';
import { needsApproval, paymentRefusals, permissionRefusals } from './refusals.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What is known of a payment that the policy allows. */
export interface AllowedPayment {
  readonly payment: Payment;
  /** Whether it will wait for the platform's approval. */
  readonly waits: boolean;
}

function permissionsFor(needed: AgentPermission, input: Fields): AgentPermission[] {
  const isExecuted = needed === 'CREATE_QUOTES' && input.immediatelyExecute === true;
  return isExecuted ? [needed, 'EXECUTE_QUOTES'] : [needed];
}

/**
 * Checks a call against the policy the agent has now, before it is sent. The service checks again.
 *
 * @returns what the call would move; undefined where it moves nothing
 * @throws ToolError that says everything the policy refuses, with the code the service would use
 */
export async function checkPolicy(
  agent: AgentClient,
  { name, row }: NamedOperation,
  input: Fields,
  moves: boolean,
): Promise<AllowedPayment | undefined> {
  if (row.agentPermission === undefined) return undefined;
  const self = await agent.me.get();
  const permissions = permissionsFor(row.agentPermission, input);
  const refusals = permissionRefusals(self, permissions, !isRead(row));
  const payment = moves && refusals.length === 0 ? await paymentOf(agent, name, input) : undefined;
  if (payment !== undefined) refusals.push(...paymentRefusals(self, payment));
  const [first] = refusals;
  if (first !== undefined) {
    throw new ToolError(
      first.code,
      `The agent's policy does not allow this: ${refusals.map(({ message }) => message).join(' ')}`,
      'Nothing was sent. Stay within the policy, or ask the platform to change it.',
      { refusedBy: 'policy', refusals },
    );
  }
  return payment && { payment, waits: needsApproval(self, payment) };
}
