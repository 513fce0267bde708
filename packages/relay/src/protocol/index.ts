/**
 * What the wallet in a browser and the relay send each other: paths, and types of requests and
 * responses. Nothing here imports a library.
 *
 * @module
 */
export type { RelayActions, RelayActionTypes, TypedRelay } from './actions.ts';
export type {
  CreationOptionsJSON,
  RelayAssertion,
  RelayAttestation,
  RequestOptionsJSON,
} from './ceremonies.ts';
export { type RelayCall, type RelayPaths, relayPaths } from './ceremonies.ts';
export type { RelayErrorBody, RelayReason } from './errors.ts';
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
  RelayCredential,
  RelayDescription,
  RelayOpenedSession,
  RelayReceiver,
  RelaySession,
  RevokeBeginRequest,
  RevokeBeginResponse,
  SigningStep,
  VerifyRequest,
  VerifyResponse,
} from './protocol.ts';
