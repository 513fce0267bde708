import { area } from '../../engine/area.ts';
import { agentActions } from './actions.ts';
import { agentOf, agents, agentTokens, deviceCodes } from './agents.ts';
import { approveAgentAction, listApprovals, rejectAgentAction } from './approvals.ts';
import { deleteAgent } from './delete.ts';
import {
  createAgent,
  createDeviceCode,
  getDeviceCodeStatus,
  redeemDeviceCode,
} from './device-codes.ts';
import { agentFixture } from './fixture.ts';
import { agentRecipes } from './recipes.ts';
import { updateAgent, updateAgentPolicy } from './update.ts';

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
