export type { Choices, Gap } from './choices.ts';
export type { Duration, Instant, MockClock } from './clock.ts';
export { ContractViolation } from './engine/check-response.ts';
export { EXPLANATION_HEADER } from './engine/engine.ts';
export type { ReasonName } from './engine/reasons.ts';
export { reasons } from './engine/reasons.ts';
export type { ArmedFault, Fault, FaultEffect } from './faults/fault-list.ts';
export type { Wallet } from './fixtures/accounts.ts';
export type { ConnectedAgent } from './fixtures/agents.ts';
export type { Fixtures } from './fixtures/index.ts';
export type { SignedIn } from './fixtures/sessions.ts';
export type { Mock } from './mock.ts';
export { createMock } from './mock.ts';
export type { OutboxMessage } from './outbox.ts';
export type {
  CheckOutcome,
  IssueOutcome,
  OutcomeTable,
  OutcomeTables,
  TransferOutcome,
} from './outcomes.ts';
export type { AttemptPhase, ErrorReport, ReportedAttempt } from './replay.ts';
export type { Decision, LoggedRequest, SignatureHeader } from './request-log.ts';
export type { Connection, MockOptions } from './settings.ts';
export type { Snapshot } from './store/snapshot.ts';
export type { Change } from './store/writer.ts';
export type { UsageIssue } from './usage-error.ts';
export { MockUsageError } from './usage-error.ts';
