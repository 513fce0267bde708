import { Agent, type AgentPolicy } from '@org/payments-contract';
import { checkFixture, fixture } from '../../engine/resource/fixture.ts';
import type { Scene } from '../../world.ts';
import { addCustomer } from '../customers/fixture.ts';
import { agents, agentTokens } from './agents.ts';
import { freshUsage } from './usage.ts';

/** An agent and the bearer token it calls with. */
export interface ConnectedAgent {
  /** The agent. */
  readonly agent: Agent;
  /** Its bearer token: the `accessToken` of `createAgentClient`. */
  readonly accessToken: string;
}

/** Parts of a policy; the fixture fills in the rest. */
export type PolicyFields = Partial<Omit<AgentPolicy, 'spendingLimits'>> & {
  /** Limits of the amounts the agent may spend; the others are the fixture's. */
  readonly spendingLimits?: Partial<AgentPolicy['spendingLimits']>;
};

/** Fields of an agent to set; its policy can be given in parts. */
export type AgentFields = Partial<Omit<Agent, 'policy'>> & {
  /** What the agent may do; parts that are left out are the fixture's. */
  readonly policy?: PolicyFields;
};

const standardLimits = { currency: 'USD', perTransactionLimit: 1_000_000_00 };

function policyOf({ spendingLimits, ...others }: PolicyFields): AgentPolicy {
  return {
    permissions: ['VIEW_TRANSACTIONS'],
    defaultExecutionMode: 'AUTO',
    ...others,
    spendingLimits: { ...standardLimits, ...spendingLimits },
  };
}

function addAgent(scene: Scene, fields: AgentFields = {}): ConnectedAgent {
  const { world, write } = scene;
  const { customerId = addCustomer(scene).id, policy: given = {}, ...others } = fields;
  const policy = policyOf(given);
  checkFixture('agent', { schema: Agent, add: addAgent }, { policy });
  const agent = agents.add(scene, {
    name: `Agent ${agents.in(world).size + 1}`,
    isPaused: false,
    isConnected: true,
    usage: freshUsage(world.clock.now()),
    ...others,
    policy,
    customerId,
  });
  const accessToken = world.random.hex('access-token', 32);
  write.insert(agentTokens, { id: accessToken, agentId: agent.id });
  return { agent: agents.view(agent, world), accessToken };
}

/** The fixture behind `mock.add.agent`. A policy in parts is checked once it is filled in. */
export const agentFixture = fixture({ schema: Agent, short: { policy: 'object' }, add: addAgent });
