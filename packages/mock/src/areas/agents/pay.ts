import type { Agent, Transaction } from '@org/payments-contract';
import type { Call } from '../../engine/behaviour.ts';
import { refuse } from '../../engine/refusal.ts';
import { startTransfer, type Transfer } from '../transfers/transfer.ts';
import { agents } from './agents.ts';
import { usageAfter } from './usage.ts';

/** Counts a payment against the limits of an agent. */
function count(call: Call<unknown>, agent: Agent, amount: number): void {
  const usage = usageAfter(agent, amount, call.world.clock.now());
  agents.change(call, agent, { usage });
}

/** Starts a transfer for an agent and counts it against the agent's limits. */
export function pay(call: Call<unknown>, agent: Agent, transfer: Transfer): Transaction {
  const transaction = startTransfer(call, { ...transfer, agentId: agent.id });
  count(call, agent, transfer.amount);
  return transaction;
}

/**
 * Executes a quote for an agent and counts what it sends against the agent's limits.
 *
 * @throws Refusal 409 for a quote that is executed or expired
 */
export function payQuote(call: Call<unknown>, agent: Agent, quoteId: string) {
  const { quoteDesk } = call.world.ports;
  if (quoteDesk === undefined) throw refuse('INTERNAL_ERROR', 'This mock has no quotes');
  const paid = quoteDesk.execute(call, quoteDesk.require(call, quoteId, agent.id), agent.id);
  count(call, agent, paid.quote.totalSendingAmount);
  return paid;
}
