export type {
  OpenItem,
  RunAmount,
  RunPaidAs,
  RunProgress,
  RunRate,
} from '../observe/run-progress.ts';
export { createRun } from './create-run.ts';
export type {
  ItemOutcome,
  ItemResult,
  ItemStatus,
  NotSentOutcome,
  PaidOutcome,
  RecordedResult,
  RefusedOutcome,
  UnknownOutcome,
} from './item-outcome.ts';
export { type StepPlace, stepKey } from './item-source.ts';
export { RunError, type RunErrorCode, type RunErrorDetails, runErrorCodes } from './run-error.ts';
export type {
  Claimed,
  ClaimedItem,
  Offer,
  OfferedItem,
  Pace,
  Release,
  RunIdentity,
  RunSession,
  RunState,
  StateResult,
  StepRecord,
  StepRecords,
} from './run-state.ts';
export type {
  ItemAmount,
  ItemSource,
  PayItem,
  ResultsOptions,
  Run,
  RunClient,
  RunOptions,
  StartOptions,
  Step,
  StepOptions,
  WorkOptions,
} from './run-types.ts';
export { type PostgresRun, postgresRun } from './sql/postgres-run.ts';
export { type SqliteRun, sqliteRun } from './sql/sqlite-run.ts';
