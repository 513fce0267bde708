export type { EventOf, EventPlace, EventType, KnownEvent } from '@org/payments-contract';
export type { HeaderMap } from '@org/payments-contract/internal';
export type { PostgresClient } from '../tables/postgres.ts';
export type { SqlFunction, SqliteConnection, SqlTransaction } from '../tables/sql-transaction.ts';
export {
  type Approval,
  type ApprovalDecision,
  approve,
  type InformationRequest,
  needMore,
  type Postponement,
  postpone,
  type Rejection,
  reject,
} from './decision.ts';
export {
  type ApprovalRequest,
  isKnownEvent,
  type UnknownEvent,
  type UnknownEventType,
  type WebhookEvent,
} from './event.ts';
export {
  createWebhookHandler,
  type FetchContext,
  type WebhookHandler,
} from './handler/create-webhook-handler.ts';
export type {
  ApprovalHandler,
  EventHandler,
  HandlerContext,
  HandlerOf,
} from './handler/handlers.ts';
export type { WebhookFailure, WebhookHandlerOptions } from './handler/options.ts';
export { type PlacedEvent, placeOf } from './place.ts';
export { type MemoryStoreOptions, memoryStore } from './stores/memory-store.ts';
export {
  type PostgresStore,
  type PostgresStoreOptions,
  postgresStore,
} from './stores/postgres-store.ts';
export { type RedisClient, type RedisStoreOptions, redisStore } from './stores/redis-store.ts';
export { type SqliteStore, sqliteStore } from './stores/sqlite-store.ts';
export type { ClaimResult, WebhookStore } from './stores/webhook-store.ts';
export type { WebhookDrift } from './verify/drift.ts';
export { APPROVAL_MAX_AGE, CLOCK_TOLERANCE, DEFAULT_MAX_AGE } from './verify/envelope.ts';
export type { PublicKeysContext, PublicKeysFunction } from './verify/key-source.ts';
export type { PublicKeys } from './verify/public-keys.ts';
export type { RawBody } from './verify/raw-body.ts';
export { WEBHOOK_SIGNATURE_HEADER, type WebhookHeaders } from './verify/signature-header.ts';
export { type UnwrapOptions, unwrap } from './verify/unwrap.ts';
export {
  WebhookError,
  type WebhookErrorCode,
  type WebhookErrorDetails,
  webhookErrorCodes,
} from './webhook-error.ts';
