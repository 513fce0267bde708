export type { DeviceCodeStatus } from './action-schemas.ts';
export {
  AgentAction,
  type AgentDeviceCode,
  agentActionTypes,
  type NewAgent,
  type RedeemedDeviceCode,
} from './action-schemas.ts';
export { AgentPolicy, agentPermissions, executionModes } from './policy.ts';
export { Agent } from './schemas.ts';
export {
  type AgentActionStatus,
  agentActionMachine,
  agentActionStatuses,
  agentMachine,
  settledAgentActionStatuses,
} from './states.ts';
