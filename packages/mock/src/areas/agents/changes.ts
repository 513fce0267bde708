import type { AgentPolicy } from '@org/payments-contract';
import { type CallOf, plain } from '../../engine/behaviour.ts';
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

/** Changes the name or the pause flag of an agent (rule 76). */
export const updateAgent = plain<'agents.update'>({
  run(call) {
    const { world, input } = call;
    const agent = agents.require(call, input.agentId);
    const { name = agent.name, isPaused = agent.isPaused } = input;
    return { body: agents.view(agents.change(call, agent, { name, isPaused }), world) };
  },
});

type PolicyChange = Omit<CallOf<'agents.updatePolicy'>['input'], 'agentId'>;

/**
 * Returns a policy after a change. Fields that are left out stay unchanged, also inside groups of
 * fields.
 */
function changedPolicy(before: AgentPolicy, change: PolicyChange): AgentPolicy {
  const groups = ['spendingLimits', 'accountRestrictions', 'approvalThresholds'] as const;
  const merged = groups
    .filter((name) => change[name] !== undefined)
    .map((name) => [name, { ...before[name], ...change[name] }]);
  return { ...before, ...change, ...Object.fromEntries(merged) };
}

/** Changes an agent's policy, effective from the next payment (rule 77). */
export const updateAgentPolicy = plain<'agents.updatePolicy'>({
  run(call) {
    const { agentId, ...change } = call.input;
    const agent = agents.require(call, agentId);
    const policy = changedPolicy(agent.policy, change);
    return { body: agents.view(agents.change(call, agent, { policy }), call.world) };
  },
});
