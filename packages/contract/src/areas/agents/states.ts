import { byListed, type ReconcileByList } from '../../format/reconcile.ts';
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

/** An action that still waits was not decided; one that does not may have been decided by anybody. */
export const byWaiting: ReconcileByList = byListed('agents.listApprovals', {
  filter: ['agentId'],
  matches(write, item) {
    if (item.id !== write.actionId) return undefined;
    return item.status === 'PENDING_APPROVAL' ? 'not-applied' : 'unknown';
  },
  whenAbsent: 'unknown',
});
