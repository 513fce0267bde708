import { iso } from '../clock.ts';
import { plain } from '../engine/behaviour.ts';
import { agentView } from './agent-usage.ts';
import { requireRecord } from './shared.ts';

/** Name and pause flag of an agent (rule 76). */
export const updateAgent = plain<'agents.update'>({
  answer(call) {
    const { world, write, input } = call;
    const agent = requireRecord(call, 'agents', input.agentId);
    const { name = agent.name, isPaused = agent.isPaused } = input;
    const updatedAt = iso(world.clock.now());
    const updated = write.update('agents', agent, { name, isPaused, updatedAt });
    return { body: agentView(updated, world.clock.now()) };
  },
});
