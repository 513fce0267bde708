import type { AgentPolicy } from '@org/payments-contract';
import { type CallOf, plain } from '../../engine/behaviour.ts';
import { agents } from './agents.ts';

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
