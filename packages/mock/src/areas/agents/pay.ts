import type { Agent, Transaction } from '@org/payments-contract';
import type { Call } from '../../engine/behaviour.ts';
import { startTransfer, type Transfer } from '../transfers/transfer.ts';
import { agents } from './agents.ts';
import { usageAfter } from './usage.ts';

/** Starts a transfer for an agent and counts it against the agent's limits. */
export function pay(call: Call<unknown>, agent: Agent, transfer: Transfer): Transaction {
  const usage = usageAfter(agent, transfer.amount, call.world.clock.now());
  agents.change(call, agent, { usage });
  return startTransfer(call, { ...transfer, agentId: agent.id });
}
