import { plain } from '../../engine/behaviour.ts';
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
