import { machine, type StateMachine } from '../../format/state-machine.ts';

/** Agents are paused and resumed; neither state is final. */
export const agentMachine: StateMachine<'ACTIVE' | 'PAUSED'> = machine<'ACTIVE' | 'PAUSED'>({
  ACTIVE: ['PAUSED'],
  PAUSED: ['ACTIVE'],
});

export const agentActionStatuses = ['PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED'] as const;

export type AgentActionStatus = (typeof agentActionStatuses)[number];

/** An action is decided once; an approved one can still fail when it is carried out. */
export const agentActionMachine: StateMachine<AgentActionStatus> = machine<AgentActionStatus>({
  PENDING_APPROVAL: ['APPROVED', 'REJECTED', 'FAILED'],
  APPROVED: ['FAILED'],
  REJECTED: [],
  FAILED: [],
});

/** Statuses in which the platform's decision has been made. */
export const settledAgentActionStatuses: readonly AgentActionStatus[] = [
  'APPROVED',
  'REJECTED',
  'FAILED',
];
