import type { Agent } from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import { bookkeeping, recordOf } from '../../store/table-handle.ts';
import type { World } from '../../world.ts';
import { isDeletedCustomer } from '../customers/customers.ts';
import { usageAt } from './usage.ts';

const since = (time: string, start: string) => Date.parse(time) >= Date.parse(start);
const until = (time: string, end: string) => Date.parse(time) <= Date.parse(end);

/** Agents, each with its current usage (rule 76). */
export const agents = resource({
  name: 'agents',
  record: recordOf<Agent>(),
  id: 'Agent',
  indexes: ['customerId'],
  filters: {
    createdAfter: ({ createdAt }, start: string) => since(createdAt, start),
    createdBefore: ({ createdAt }, end: string) => until(createdAt, end),
    updatedAfter: ({ updatedAt }, start: string) => since(updatedAt, start),
    updatedBefore: ({ updatedAt }, end: string) => until(updatedAt, end),
  },
  view: (agent, { clock }): Agent => ({ ...agent, usage: usageAt(agent, clock.now()) }),
});

/** The bearer token of an agent. */
export interface AgentToken {
  /** The token itself. */
  readonly id: string;
  readonly agentId: string;
}

/** Bearer tokens of agents. */
export const agentTokens = bookkeeping('agentTokens', recordOf<AgentToken>(), {
  indexes: ['agentId'],
});

/** A device code, and whether it has been redeemed. */
export interface DeviceCodeRecord {
  /** The code itself. */
  readonly id: string;
  readonly agentId: string;
  readonly expiresAt: number;
  readonly redeemed: boolean;
}

/** Device codes of agents. */
export const deviceCodes = bookkeeping('deviceCodes', recordOf<DeviceCodeRecord>(), {
  indexes: ['agentId'],
});

/** Returns the agent of a token; undefined for the agent of a deleted customer. */
export function agentOf(world: World, token: string): string | undefined {
  const agentId = agentTokens.in(world).get(token)?.agentId;
  const agent = agents.in(world).get(agentId ?? '');
  return isDeletedCustomer(world, agent?.customerId) ? undefined : agentId;
}
