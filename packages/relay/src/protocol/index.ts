/**
 * What the wallet in a browser and the relay send each other: paths, and types of requests and
 * responses. Nothing here imports a library.
 *
 * @module
 */
import type { FailedProof } from '@org/payments-contract';

export type {
  CreationOptionsJSON,
  RelayAssertion,
  RelayAttestation,
  RequestOptionsJSON,
} from './ceremonies.ts';
export { type RelayCall, type RelayPaths, relayPaths } from './ceremonies.ts';
export type { RelayCredential, RelayOpenedSession, RelaySession } from './credentials.ts';
export type {
  AccountRequest,
  AccountResponse,
  ActionBeginRequest,
  BeginResponse,
  ChallengeRequest,
  ChallengeResponse,
  CompleteRequest,
  CompleteResponse,
  DescribeRequest,
  EmailOtpChallengeResponse,
  PasskeyBeginRequest,
  PasskeyChallengeResponse,
  PasskeyOptionsRequest,
  PasskeyOptionsResponse,
  RefreshBeginRequest,
  RelayAmount,
  RelayCalls,
  RelayDescription,
  RelayReceiver,
  RevokeBeginRequest,
  RevokeBeginResponse,
  SigningStep,
  VerifyRequest,
  VerifyResponse,
} from './protocol.ts';

/**
 * A relay's own actions, by name: the input the browser sends, and the result it receives once the
 * action is signed.
 */
export type RelayActionTypes = Readonly<
  Record<string, { readonly input: unknown; readonly result: unknown }>
>;

/** The part of a relay that the browser's types read. It does not exist at run time. */
export interface TypedRelay<Actions extends RelayActionTypes> {
  readonly '~actions'?: Actions;
}

/**
 * The actions of a relay, from a type-only import of it: `RelayActions<typeof relay>` is
 * `{ freezeCard: { input: { cardId: string }; result: Card } }`.
 */
export type RelayActions<Relay extends TypedRelay<RelayActionTypes>> = NonNullable<
  Relay['~actions']
>;

/**
 * The body of every response that is not 200. It does not contain credentials or internals of the
 * service.
 *
 * | Status | `code` | When |
 * |---|---|---|
 * | 400 | `INVALID_INPUT` | the request is invalid, for the relay or for the service |
 * | 400 | `TICKET_INVALID` | the ticket is not of this relay, this user and this path |
 * | 400 | `CEREMONY_ORIGIN` | a passkey was created or used on another origin, or in a foreign frame |
 * | 400 | `TICKET_EXPIRED` | the ticket, or the challenge it stands for, has expired |
 * | 401 | `NOT_AUTHENTICATED` | the platform's own user is not logged in |
 * | 401 | `UNAUTHORIZED` | the service refused; `reason` is one of {@link RelayReason} |
 * | 401 | `SIGN_IN_REQUIRED` | the session was refreshed as often or as long as the relay allows |
 * | 403 | `FORBIDDEN` | another user's account, credential or session, or a page of another origin |
 * | 404 | `UNKNOWN_ACTION` | the relay has no such action |
 * | 404 | `NOT_FOUND` | the path does not exist, or the user has no wallet |
 * | 405 | `METHOD_NOT_ALLOWED` | another method than POST |
 * | 408 | `REQUEST_TIMEOUT` | the body did not arrive in time |
 * | 413 | `PAYLOAD_TOO_LARGE` | a body beyond the relay's limit |
 * | 415 | `UNSUPPORTED_MEDIA_TYPE` | a body that is not JSON |
 * | 429 | `RATE_LIMITED` | too many requests, for the relay or the service; `retryAfter` is the time to wait |
 * | 500 | `INTERNAL_ERROR` | the relay failed, or the service refused its credentials |
 * | 502 | `OUTCOME_UNKNOWN` | leg 2 was sent and its response was lost: read the resource before
 * repeating |
 * | 503 | `SERVICE_UNAVAILABLE` | the service cannot be reached; nothing was applied |
 * | any | any other code | the service's own status and code, as the contract lists them |
 */
export interface RelayErrorBody {
  readonly code: string;
  /** For people and logs; may change. */
  readonly message?: string;
  readonly reason?: RelayReason;
  /** Seconds, as in the `retry-after` header. */
  readonly retryAfter?: number;
  /** The challenge concerned, for `OUTCOME_UNKNOWN`. */
  readonly requestId?: string;
  /** Address of the page that explains `code`; left out for a code that the platform defines. */
  readonly docs?: string;
}

/** The cause of an `UNAUTHORIZED`; later versions may add causes. */
export type RelayReason = FailedProof | (string & {});
