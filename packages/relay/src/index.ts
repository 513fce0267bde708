export { createWalletRelay, type WalletRelay } from './create-wallet-relay.ts';
export {
  defaultLimits,
  type RateLimiter,
  type RateLimiters,
  type RateLimitName,
  type RateLimitState,
} from './limits/rate-limits.ts';
export type {
  ActionContext,
  ActionSchemas,
  ActionsOf,
  ActionTypes,
  RelayAction,
  RelayUser,
  SchemaInput,
  SchemaOutput,
  StandardIssue,
  StandardResult,
  StandardSchema,
} from './options/actions.ts';
export type {
  PasskeyOptions,
  RelayDeadlines,
  RelayFailure,
  WalletRelayOptions,
} from './options/options.ts';
export type {
  RelayActions,
  RelayActionTypes,
  RelayErrorBody,
  TypedRelay,
} from './protocol/index.ts';
export { type RefusalDetails, RelayRefusal } from './refusals/refusal.ts';
export {
  type RelayCodeFacts,
  type RelayErrorCode,
  relayErrorCodes,
} from './refusals/relay-codes.ts';
export type { SessionFamilies } from './tickets/families.ts';
