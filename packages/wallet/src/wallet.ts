import type { RelayActionTypes, RelayCredential, RelaySession } from '@org/payments-relay/protocol';
import type { WalletError } from './errors/wallet-error.ts';
import type { SignOutOptions } from './lifecycle/revoke.ts';
import type { RunOptions } from './options.ts';
import type { SessionInfo, WalletListener, WalletState } from './session/state.ts';
import type { NewPasskey, NewPasskeyOptions, PreparedNewPasskey } from './sign-in/add-passkey.ts';
import type { EmailOtpSignIn } from './sign-in/email-otp.ts';
import type { OAuthSignIn } from './sign-in/oauth.ts';
import type { PasskeySignIn } from './sign-in/passkey.ts';

/**
 * A record of actions: names to `{ input, result }`. Accepts interfaces too, which
 * `RelayActionTypes` alone does not.
 */
export type ActionMap<Actions> = {
  readonly [Name in keyof Actions]: { readonly input: unknown; readonly result: unknown };
};

/** The account's data at the service. */
export interface WalletAccount {
  /** `InternalAccount:...` */
  readonly accountId: string;
  /** Ways to sign in to the account. */
  readonly credentials: readonly RelayCredential[];
  /** Sessions that are live, this one among them. */
  readonly sessions: readonly RelaySession[];
}

/** A live session of the account. */
export interface WalletSession extends RelaySession {
  /** Whether it is the session of this wallet. */
  readonly isCurrent: boolean;
}

/** The live sessions of the account, on this device and on others. */
export interface WalletSessions {
  /** Reads them from the relay. Signs out if the session of this wallet is no longer among them. */
  list(): Promise<readonly WalletSession[]>;
  /**
   * Ends one, signed by the session of this wallet; signs out if it is that one.
   *
   * @throws WalletError `NOT_SIGNED_IN`, `SESSION_EXPIRED`, `FORBIDDEN` for one that is not live or
   * of another account, and as `run()`
   */
  end(sessionId: string): Promise<void>;
}

/** What a sign-out did. */
export interface SignedOut {
  readonly revoked: boolean;
  readonly wiped: boolean;
  readonly cause?: WalletError;
}

/**
 * The browser side of an account: signs in, keeps the session, signs. Every method rejects only
 * with a `WalletError`.
 *
 * @typeParam Actions the relay's actions: names to `{ input, result }`
 */
export interface Wallet<Actions extends ActionMap<Actions> = RelayActionTypes> {
  /** A frozen snapshot; another object only when something changed. */
  readonly state: WalletState;
  /**
   * Calls a listener with every event, state changes among them.
   *
   * @returns a function that stops it
   */
  subscribe(listener: WalletListener): () => void;
  /** Waits until storage was read. Never rejects. */
  ready(): Promise<WalletState>;
  /** Milliseconds during which stamps can still be created; 0 without a session. */
  timeLeft(): number;
  /** The account's credentials and live sessions, from the relay. */
  account(): Promise<WalletAccount>;
  /**
   * The wallet of another account of the same person, with the same options and its own database.
   * The same object for the same account.
   */
  forAccount(accountId: string): Wallet<Actions>;

  /**
   * Sign-in with a code sent by e-mail.
   *
   * @param credentialId `AuthMethod:...`; left out, the account's newest e-mail address
   */
  emailOtp(credentialId?: string): EmailOtpSignIn;
  /**
   * Sign-in with a passkey.
   *
   * @param credentialId `AuthMethod:...`; left out, any passkey of the account. The service issues
   * a challenge for one passkey, and the newest is assumed: for another one the browser's dialog is
   * shown twice.
   */
  passkey(credentialId?: string): PasskeySignIn;
  /**
   * Sign-in with an identity provider.
   *
   * @param credentialId `AuthMethod:...`; left out, the account's newest identity
   */
  oauth(credentialId?: string): OAuthSignIn;

  /**
   * Creates and registers a passkey, signed by the session. If the browser requires a fresh click
   * for its dialog (Safari), call {@link prepareNewPasskey} before the click.
   */
  addPasskey(passkey: NewPasskey, options?: NewPasskeyOptions): Promise<RelayCredential>;
  /** Fetches the options of a registration, ahead of the click. */
  prepareNewPasskey(passkey: NewPasskey): Promise<PreparedNewPasskey>;

  /**
   * Removes a credential from the account, signed by the session. The browser is notified of a
   * removed passkey, so that it is no longer offered.
   *
   * @param credentialId `AuthMethod:...`; not the one that the session was opened with
   * @throws WalletError `REFUSED` when it is, and as `run()`
   */
  removeCredential(credentialId: string): Promise<void>;

  /**
   * Performs an action of the relay, signed by the session when the service asks for it. The input
   * is copied at the call, as JSON: later changes to it have no effect.
   *
   * @throws WalletError `INVALID_INPUT`, `NOT_SIGNED_IN`, `SESSION_EXPIRED`, `SESSION_ENDED`, `FRESH_SIGN_IN_REQUIRED`,
   * `PAYLOAD_MISMATCH`, `PAYLOAD_UNCHECKED`, `REFUSED_BY_PERSON`, `CHALLENGE_EXPIRED`,
   * `SIGNATURE_REJECTED`, `RATE_LIMITED`, `REFUSED` with `serviceCode`; `OUTCOME_UNKNOWN` when the
   * response to leg 2 was lost
   */
  run<Name extends keyof Actions & string>(
    action: Name,
    input: Actions[Name]['input'],
    options?: RunOptions,
  ): Promise<Actions[Name]['result']>;
  /**
   * Stamps a payload of a backend without the relay, once. Only with the
   * option `stamp: true`; never a payload that would open a session.
   *
   * @returns the value of the signature header
   * @throws WalletError `STAMP_DISABLED`, `PAYLOAD_MISMATCH`, and as `run()`
   */
  stamp(payloadToSign: string): Promise<string>;

  /** Replaces this session by a new one, in all tabs, and revokes the old one. */
  refresh(): Promise<SessionInfo>;
  /** The live sessions of the account. */
  readonly sessions: WalletSessions;
  /**
   * Wipes the session, in all tabs, and revokes it with the others of the same sign-in, which a
   * script may have opened with a copy of its key; with `everywhere`, all sessions of the account.
   *
   * @returns `revoked`: whether the service ended them all; if not, they expire at `expiresAt`,
   * and `cause` is the reason, unless nobody was signed in. `wiped`: whether the record is gone from
   * storage; if not, it is not restored, and deleting it is tried again.
   */
  signOut(options?: SignOutOptions): Promise<SignedOut>;
  /** Stops timers and listeners. The session stays stored. */
  close(): void;
}
