import type { AgentAction } from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import type { Recipes } from '../../engine/recipes.ts';
import type { Recipe } from '../../world.ts';
import { customers } from '../customers/customers.ts';
import { externalAccountFixture } from '../external-accounts/fixture.ts';
import { addAccount } from '../internal-accounts/fixture.ts';
import { agentActions } from './actions.ts';
import { agentOf, agents, agentTokens, deviceCodes } from './agents.ts';
import { approveAgentAction, listApprovals, rejectAgentAction } from './approvals.ts';
import { deleteAgent, updateAgent, updateAgentPolicy } from './changes.ts';
import {
  createAgent,
  createDeviceCode,
  getDeviceCodeStatus,
  redeemDeviceCode,
} from './device-codes.ts';
import { agentFixture } from './fixture.ts';

const AMOUNT = 125_00;

const agentAction: Recipe = (scene) => {
  const { agent } = agentFixture.add(scene);
  const { id: source } = addAccount(scene, { customerId: agent.customerId, available: AMOUNT });
  const external = { customerId: agent.customerId };
  const { id: destination } = externalAccountFixture.add(scene, external);
  return agentActions.add(scene, {
    agentId: agent.id,
    customerId: agent.customerId,
    platformCustomerId: customers.require(scene, agent.customerId).platformCustomerId,
    status: 'PENDING_APPROVAL',
    type: 'TRANSFER_OUT',
    transferDetails: {
      amount: AMOUNT,
      currency: 'USD',
      sourceAccountId: source,
      destinationAccountId: destination,
    },
  } as AgentAction);
};

/** How the events of agents' actions are triggered. */
const agentRecipes: Recipes = { AGENT_ACTION: agentAction };

/** Agents, as a platform manages them: device codes, pausing, approvals. */
export const agentsArea = area({
  resources: [agents, agentActions],
  tables: [agentTokens, deviceCodes],
  operations: {
    'agents.approveAction': approveAgentAction,
    'agents.create': createAgent,
    'agents.createDeviceCode': createDeviceCode,
    'agents.delete': deleteAgent,
    'agents.getDeviceCodeStatus': getDeviceCodeStatus,
    'agents.listApprovals': listApprovals,
    'agents.redeemDeviceCode': redeemDeviceCode,
    'agents.rejectAction': rejectAgentAction,
    'agents.update': updateAgent,
    'agents.updatePolicy': updateAgentPolicy,
  },
  fixtures: {
    /**
     * Adds a connected agent that may see transactions, and returns it with its bearer token. Its
     * policy can be given in parts; by default it may spend a million dollars at once. Without
     * `customerId`, a customer is added too.
     */
    agent: agentFixture,
  },
  ports: { agentOf },
  recipes: agentRecipes,
});
