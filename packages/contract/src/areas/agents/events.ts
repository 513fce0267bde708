import { event, orderedBy } from '../../format/event.ts';
import { AgentAction } from './schemas.ts';
import { agentActionMachine } from './states.ts';

/** An action of an agent waits for approval. `data` is the action. */
export const agentActionEvent = event({
  types: ['AGENT_ACTION.PENDING_APPROVAL'],
  data: AgentAction,
  order: orderedBy('id', { status: agentActionMachine }),
  emittedBy: 'an action of an agent that is held for approval',
});
