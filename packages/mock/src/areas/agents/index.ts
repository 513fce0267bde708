import { area } from '../../engine/area.ts';
import { agentActions, agents, agentTokens, deviceCodes } from './agents.ts';
import { approveAgentAction, rejectAgentAction } from './approvals.ts';
import { createAgent, createDeviceCode, redeemDeviceCode } from './device-codes.ts';
import { agentFixture } from './fixture.ts';
import { updateAgent } from './update.ts';

/** Agents, as a platform manages them: device codes, pausing, approvals. */
export const agentsArea = area({
  resources: [agents, agentActions],
  tables: [agentTokens, deviceCodes],
  operations: {
    'agents.approveAction': approveAgentAction,
    'agents.create': createAgent,
    'agents.createDeviceCode': createDeviceCode,
    'agents.redeemDeviceCode': redeemDeviceCode,
    'agents.rejectAction': rejectAgentAction,
    'agents.update': updateAgent,
  },
  fixtures: {
    /**
     * Adds a connected agent that may see transactions, and returns it with its bearer token.
     * Without `customerId`, a customer is added too.
     */
    agent: agentFixture,
  },
  ports: { agentOf: (world, token) => agentTokens.in(world).get(token)?.agentId },
});
