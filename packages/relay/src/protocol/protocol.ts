/**
 * Version 1 of the protocol between the wallet and the relay: JSON over HTTP.
 *
 * Every call is a `POST` to `<mount>` + one of `relayPaths`, same origin, with the page's
 * cookies and `content-type: application/json`. Ids travel in bodies, so no path is ever built
 * from input. Every response is JSON with `cache-control: no-store`: status 200 and the response
 * below, or another status and a `RelayErrorBody`. Unknown fields are ignored by both sides;
 * a change that breaks either side gets a new version segment.
 *
 * - Times are ISO 8601. `issuedAt` is the relay's time when it responded: `expiresAt - issuedAt` is
 *   how long something is valid, independent of the device's clock.
 * - Binary values are base64url without padding.
 * - A `ticket` is opaque text of the relay (at most 16 KiB): the pending step, bound to the user, to
 *   the operation and to an expiry. The browser sends it back unchanged, to one path only.
 * - `accountId` may be left out when the user has one account. If a call names a credential or a
 *   session, `accountId` names the account in which the relay looks for it; a user with many
 *   accounts sends it.
 *
 * Types only. The paths are in `ceremonies.ts`.
 *
 * @module
 */
import type {
  CreationOptionsJSON,
  RelayAssertion,
  RelayAttestation,
  RequestOptionsJSON,
} from './ceremonies.ts';
import type { RelayCredential, RelayOpenedSession, RelaySession } from './credentials.ts';

/** `account`: the user's credentials and live sessions. */
export interface AccountRequest {
  readonly accountId?: string;
}
export interface AccountResponse {
  readonly accountId: string;
  readonly credentials: readonly RelayCredential[];
  readonly sessions: readonly RelaySession[];
  readonly issuedAt: string;
  /**
   * A digest of the id of who is logged in at the platform. A browser restores the sessions of this
   * login only.
   */
  readonly person?: string;
}

/** `describe`: a resource of the user in words that a person can compare, before something is signed. */
export interface DescribeRequest {
  /** `Card:...`, `Quote:...`, `AuthMethod:...` or `Session:...` */
  readonly id: string;
  readonly accountId?: string;
}

/** An amount as a decimal number, such as `150.00`, and the code of its currency. */
export interface RelayAmount {
  readonly amount: string;
  readonly currency: string;
}

/** Who receives a payment: a name, an address, the end of an account number, or the user. */
export interface RelayReceiver {
  readonly name?: string;
  /** A payment address or alias that is not a number, such as `$ada@example.com`. */
  readonly address?: string;
  /** The last characters of the account number. */
  readonly ending?: string;
  /** The account belongs to the user. */
  readonly isOwn?: boolean;
}

/** The parts of a resource that a person recognizes: names and last digits, and nothing more. */
export type RelayDescription =
  | { readonly id: string; readonly kind: 'card'; readonly last4: string }
  | {
      readonly id: string;
      readonly kind: 'credential' | 'session';
      readonly type: RelayCredential['type'];
      readonly nickname: string;
      /** When it was added or opened: names can be the same. */
      readonly createdAt?: string;
    }
  | {
      readonly id: string;
      readonly kind: 'payment';
      /** Leaves the user's account, fees included. */
      readonly sends: RelayAmount;
      readonly receives: RelayAmount;
      /** All fees; a part of what is sent. */
      readonly fees?: RelayAmount;
      readonly receiver: RelayReceiver;
      /** The account that it is paid from. */
      readonly from?: string;
    };

/** `challenge`: sends an e-mail code, or issues the WebAuthn challenge of a passkey. */
export interface ChallengeRequest {
  /** `AuthMethod:...`; by default the account's newest credential for codes by e-mail. */
  readonly id?: string;
  /** Only for a passkey: 130 hex characters; the session key will be sealed to it. */
  readonly clientPublicKey?: string;
  readonly accountId?: string;
}
export interface EmailOtpChallengeResponse {
  readonly type: 'EMAIL_OTP';
  /** `AuthMethod:...`: the credential that the code is for. */
  readonly id: string;
  /** Send it back with the code, which spares the relay reading the credential again. */
  readonly ticket: string;
  /** The address the code was sent to, masked. */
  readonly nickname: string;
  /** Seconds until another code may be asked for, if the relay limits it. */
  readonly retryAfter?: number;
}
export interface PasskeyChallengeResponse {
  readonly type: 'PASSKEY';
  readonly options: RequestOptionsJSON;
  /** Send it back with the assertion. Holds the service's request id. */
  readonly ticket: string;
  readonly expiresAt: string;
  readonly issuedAt: string;
}
export type ChallengeResponse = EmailOtpChallengeResponse | PasskeyChallengeResponse;

/**
 * `verify`: completes a sign-in. `attempt` is random text of the browser, the same until a response
 * arrives: sessions of one attempt are siblings.
 */
export type VerifyRequest =
  | {
      readonly type: 'EMAIL_OTP';
      readonly id: string;
      readonly otp: string;
      readonly clientPublicKey: string;
      /** The ticket of `challenge`. Without it, or with one that has expired, the relay reads again. */
      readonly ticket?: string;
      readonly accountId?: string;
      readonly attempt?: string;
    }
  | {
      readonly type: 'OAUTH';
      readonly id: string;
      readonly oidcToken: string;
      readonly clientPublicKey: string;
      readonly accountId?: string;
      readonly attempt?: string;
    }
  | {
      readonly type: 'PASSKEY';
      readonly id: string;
      readonly ticket: string;
      readonly assertion: RelayAssertion;
      readonly accountId?: string;
      readonly attempt?: string;
    };
export type VerifyResponse = RelayOpenedSession;

/** `passkeyOptions`: options of a registration ceremony, with a challenge that the relay creates. */
export interface PasskeyOptionsRequest {
  readonly accountId?: string;
  readonly nickname: string;
  /** The lineage of the session that asks: then only the same sign-in can register the passkey. */
  readonly lineage?: string;
}
export interface PasskeyOptionsResponse {
  readonly options: CreationOptionsJSON;
  /** Send it to `passkeyBegin`. Holds the challenge, single use. */
  readonly ticket: string;
  readonly expiresAt: string;
  readonly issuedAt: string;
}

/** `passkeyBegin`, `refreshBegin`, `revokeBegin`, `actionBegin`: leg 1. */
export interface PasskeyBeginRequest {
  /** The ticket of `passkeyOptions`. */
  readonly ticket: string;
  readonly nickname: string;
  readonly attestation: RelayAttestation;
  /** The lineage of the session that signs. */
  readonly lineage?: string;
}
export interface RefreshBeginRequest {
  /** `Session:...` */
  readonly id: string;
  readonly clientPublicKey: string;
  /** The `lineage` of the session, as `verify` or the last refresh returned it. */
  readonly lineage?: string;
  readonly accountId?: string;
}
export interface RevokeBeginRequest {
  /**
   * `Session:...` of any live session of the account, or `AuthMethod:...` to remove a credential.
   */
  readonly id: string;
  readonly accountId?: string;
  /** The lineage of that session at a sign-out: then no session of its sign-in is refreshed again. */
  readonly lineage?: string;
}
export interface ActionBeginRequest {
  /** A name among the relay's `actions`. */
  readonly action: string;
  readonly input: unknown;
  readonly accountId?: string;
}

/** A payload to stamp, and the ticket of the change it belongs to. */
export interface SigningStep {
  readonly status: 'challenge';
  readonly ticket: string;
  /** The exact text to stamp. */
  readonly payloadToSign: string;
  readonly requestId: string;
  readonly expiresAt: string;
  readonly issuedAt: string;
}

/** The response to leg 1: the result at once, or a payload to stamp. */
export type BeginResponse<Result> =
  | { readonly status: 'done'; readonly result: Result }
  | SigningStep;

/**
 * The response to leg 1 of a revocation. With the lineage of the session that is ended, `siblings`
 * are the other live sessions that descend from its sign-in: the browser ends them before it. Left
 * out if they could not be read.
 */
export type RevokeBeginResponse = BeginResponse<null> & { readonly siblings?: readonly string[] };

/** Leg 2 of each of them: to the `complete` path of the ticket's `begin`. */
export interface CompleteRequest {
  readonly ticket: string;
  readonly stamp: string;
}
export interface CompleteResponse<Result> {
  readonly result: Result;
}

/** The request and response of each call. */
export interface RelayCalls {
  readonly account: { request: AccountRequest; response: AccountResponse };
  readonly describe: { request: DescribeRequest; response: RelayDescription };
  readonly challenge: { request: ChallengeRequest; response: ChallengeResponse };
  readonly verify: { request: VerifyRequest; response: VerifyResponse };
  readonly passkeyOptions: { request: PasskeyOptionsRequest; response: PasskeyOptionsResponse };
  readonly passkeyBegin: { request: PasskeyBeginRequest; response: BeginResponse<RelayCredential> };
  readonly passkeyComplete: {
    request: CompleteRequest;
    response: CompleteResponse<RelayCredential>;
  };
  readonly refreshBegin: {
    request: RefreshBeginRequest;
    response: BeginResponse<RelayOpenedSession>;
  };
  readonly refreshComplete: {
    request: CompleteRequest;
    response: CompleteResponse<RelayOpenedSession>;
  };
  readonly revokeBegin: { request: RevokeBeginRequest; response: RevokeBeginResponse };
  readonly revokeComplete: { request: CompleteRequest; response: CompleteResponse<null> };
  readonly actionBegin: { request: ActionBeginRequest; response: BeginResponse<unknown> };
  /** A change that takes two signatures responds to the first one with another step. */
  readonly actionComplete: {
    request: CompleteRequest;
    response: CompleteResponse<unknown> | SigningStep;
  };
}
