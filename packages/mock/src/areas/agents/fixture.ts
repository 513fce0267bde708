import { Agent } from '@org/payments-contract';
import { fixture } from '../../engine/resource/fixture.ts';
import type { Scene } from '../../world.ts';
import { addCustomer } from '../customers/fixture.ts';
import { agents, agentTokens } from './agents.ts';
import { freshUsage } from './usage.ts';

/** An agent and the bearer token it calls with. */
export interface ConnectedAgent {
  readonly agent: Agent;
  readonly accessToken: string;
}

function addAgent(scene: Scene, fields: Partial<Agent> = {}): ConnectedAgent {
  const { world, write } = scene;
  const { customerId = addCustomer(scene).id } = fields;
  const agent = agents.add(scene, {
    name: `Agent ${agents.in(world).size + 1}`,
    isPaused: false,
    isConnected: true,
    policy: { permissions: ['VIEW_TRANSACTIONS'] },
    usage: freshUsage(world.clock.now()),
    ...fields,
    customerId,
  });
  const accessToken = world.random.hex('access-token', 32);
  write.insert(agentTokens, { id: accessToken, agentId: agent.id });
  return { agent: agents.view(agent, world), accessToken };
}

/** The fixture behind `mock.add.agent`. */
export const agentFixture = fixture({ schema: Agent, add: addAgent });
