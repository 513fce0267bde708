export { WEBHOOK_SIGNATURE_HEADER } from '@org/payments-contract';
export type { ConnectedAgent } from './areas/agents/agents.ts';
export type { Wallet } from './areas/credentials/fixture.ts';
export type { SignedIn } from './areas/sessions/sessions.ts';
export type { Duration, Instant, MockClock } from './clock.ts';
export type { EventGroup } from './engine/area.ts';
export { ContractViolation } from './engine/check-response.ts';
export { EXPLANATION_HEADER } from './engine/engine.ts';
export type { Panel } from './engine/panels.ts';
export type { ReasonName } from './engine/refusal.ts';
export { reasons } from './engine/refusal.ts';
export { FixtureError } from './engine/resource/fixture.ts';
export type { MockEvent } from './engine/tables.ts';
export type { ArmedFault, Fault, FaultEffect } from './faults/fault-list.ts';
export type {
  AttemptFailure,
  AttemptPhase,
  ErrorReport,
  ReportedAttempt,
} from './faults/replay.ts';
export type { FixtureReference } from './fixtures/fixture-set.ts';
export type { CurrencyBalance, Ledger } from './ledger/ledger.ts';
export type { LedgerAccount, Posting } from './ledger/tables.ts';
export type { OutboxMessage } from './log/outbox.ts';
export type { Decision, LoggedRequest, SignatureHeader } from './log/request-log.ts';
export type { FixtureSet, Fixtures, LoadedFixtures, Mock, Snapshot } from './mock.ts';
export { createMock } from './mock.ts';
export type { Choices, Gap } from './options/choices.ts';
export type {
  CheckOutcome,
  IssueOutcome,
  OutcomeTable,
  OutcomeTables,
  TransferOutcome,
} from './options/outcomes.ts';
export type { Connection, MockOptions } from './options/settings.ts';
export type { UsageIssue } from './usage-error.ts';
export { MockUsageError } from './usage-error.ts';
export type { EventsOf } from './webhooks/event-types.ts';
export type { DeliveryAttempt, DeliveryState, WebhookDelivery } from './webhooks/tables.ts';
export type { DeliveryListener, WebhookHandler } from './webhooks/targets.ts';
export type { Webhooks } from './webhooks/webhooks.ts';
export type { Change } from './world.ts';
