import type { Agent } from '@org/payments-contract';
import type { Call } from '../../engine/behaviour.ts';
import { notFound } from '../../engine/refusal.ts';
import { agents } from '../agents/agents.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';

/** Returns the calling agent. */
export function callerOf(call: Call<unknown>): Agent {
  return agents.require(call, call.agentId ?? '');
}

/** Refuses a record of another customer as unknown. @throws Refusal 404 */
export function requireOwn(
  { customerId }: Agent,
  record: { readonly id: string; readonly customerId?: string | undefined },
  label: string,
): void {
  if (record.customerId !== customerId) throw notFound(label, record.id);
}

/** Returns the customer that an internal account belongs to. */
export function holderOf({ world }: Call<unknown>, accountId: string): string | undefined {
  return accounts.in(world).get(accountId)?.customerId;
}
