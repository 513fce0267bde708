import { plain } from '../../engine/behaviour.ts';
import { endHeldActions } from './actions.ts';
import { agents, agentTokens, deviceCodes } from './agents.ts';

/**
 * Deletes an agent with its tokens and device codes, which stop working. Its actions that wait for
 * approval are rejected (rules 76 and 98).
 */
export const deleteAgent = plain<'agents.delete'>({
  run(call) {
    const { world, write } = call;
    const agent = agents.require(call, call.input.agentId);
    endHeldActions(call, agent.id);
    for (const { id } of agentTokens.in(world).find('agentId', agent.id)) {
      write.delete(agentTokens, id);
    }
    for (const { id } of deviceCodes.in(world).find('agentId', agent.id)) {
      write.delete(deviceCodes, id);
    }
    agents.remove(call, agent);
    return { body: undefined };
  },
});
