export type {
  RelayActions,
  RelayActionTypes,
  RelayErrorBody,
  TypedRelay,
} from '@org/payments-contract';
export type {
  ActionContext,
  ActionSchemas,
  ActionsOf,
  ActionTypes,
  RelayAction,
  RelayUser,
} from './actions.ts';
export { createWalletRelay, type WalletRelay } from './create-wallet-relay.ts';
export type {
  PasskeyOptions,
  RelayDeadlines,
  RelayFailure,
  WalletRelayOptions,
} from './options.ts';
export {
  defaultLimits,
  type RateLimiter,
  type RateLimiters,
  type RateLimitName,
  type RateLimitState,
} from './rate-limits.ts';
export { type RefusalDetails, RelayRefusal } from './refusal.ts';
export { type RelayCodeFacts, type RelayErrorCode, relayErrorCodes } from './relay-codes.ts';
export type {
  SchemaInput,
  SchemaOutput,
  StandardIssue,
  StandardResult,
  StandardSchema,
} from './standard-schema.ts';
export type { SessionFamilies } from './tickets/families.ts';
