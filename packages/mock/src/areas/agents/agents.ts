import type { Agent, AgentAction } from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import { bookkeeping, recordOf } from '../../store/table-handle.ts';
import type { World } from '../../world.ts';
import { usageAt } from './usage.ts';

/** Agents, with what each has used of its limits up to now (rule 76). */
export const agents = resource({
  name: 'agents',
  record: recordOf<Agent>(),
  id: 'Agent',
  indexes: ['customerId'],
  view: (agent, { clock }): Agent => ({ ...agent, usage: usageAt(agent, clock.now()) }),
});

/** What agents asked for, and what became of it. */
export const agentActions = resource({
  name: 'agentActions',
  record: recordOf<AgentAction>(),
  id: 'AgentAction',
  indexes: ['agentId'],
  emits: {
    created: ({ status }) =>
      status === 'PENDING_APPROVAL' ? 'AGENT_ACTION.PENDING_APPROVAL' : undefined,
  },
});

/** The bearer token of an agent. */
export interface AgentToken {
  /** The token itself. */
  readonly id: string;
  readonly agentId: string;
}

/** Bearer tokens of agents. */
export const agentTokens = bookkeeping('agentTokens', recordOf<AgentToken>());

/** A device code, and whether it has been redeemed. */
export interface DeviceCodeRecord {
  /** The code itself. */
  readonly id: string;
  readonly agentId: string;
  readonly expiresAt: number;
  readonly redeemed: boolean;
}

/** Device codes of agents. */
export const deviceCodes = bookkeeping('deviceCodes', recordOf<DeviceCodeRecord>());

/** The actions of an agent that wait for approval. */
export function heldActions(world: World, agentId: string): AgentAction[] {
  const all = agentActions.in(world).find('agentId', agentId);
  return all.filter(({ status }) => status === 'PENDING_APPROVAL');
}
