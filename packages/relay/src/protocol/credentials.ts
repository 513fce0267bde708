/** What the relay says of credentials and sessions. @module */

/** A credential of the account, as the service lists it. */
export interface RelayCredential {
  /** `AuthMethod:...` */
  readonly id: string;
  readonly accountId: string;
  readonly type: 'EMAIL_OTP' | 'OAUTH' | 'PASSKEY' | (string & {});
  /** E-mail address, e-mail claim or the passkey's name, by type. */
  readonly nickname: string;
  /** WebAuthn credential id; only for `PASSKEY`. */
  readonly credentialId?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A session of the account. The sealed key is never part of it. */
export interface RelaySession extends Omit<RelayCredential, 'id'> {
  /** `Session:...` */
  readonly id: string;
  /** After this time the session key must not be used. */
  readonly expiresAt: string;
}

/** A session just opened: by verify or refresh, once. */
export interface RelayOpenedSession extends RelaySession {
  /** The session key sealed to the client key of the request; base58check. */
  readonly encryptedSessionSigningKey: string;
  /** The relay's time when it responded. */
  readonly issuedAt: string;
  /**
   * Opaque text that records when the person signed in and how often the session was refreshed
   * since. A refresh of this session sends it back.
   */
  readonly lineage?: string;
  /**
   * The other live sessions that descend from the same sign-in: the browser ends them. Left out if
   * they could not be read.
   */
  readonly siblings?: readonly string[];
  /** The login that opened it, as in `AccountResponse`. */
  readonly person?: string;
}
