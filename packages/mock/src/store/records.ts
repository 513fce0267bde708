import type { AuthMethod, AuthSession, Card } from '@org/payments-contract';

/** A card, and the account whose sessions may sign for it. */
export interface CardRecord extends Card {
  readonly ownerAccountId: string;
}

/** The OIDC identity behind an OAUTH credential. */
export interface OidcIdentity {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
}

/** The key behind a PASSKEY credential. */
export interface PasskeyKey {
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** Signature counter of the last ceremony. */
  readonly counter: number;
}

/** A credential, and what its type needs to check a sign-in. */
export interface CredentialRecord extends AuthMethod {
  readonly identity?: OidcIdentity;
  readonly passkey?: PasskeyKey;
}

/** A session, and the public key its stamps must carry. The private key is never kept. */
export interface SessionRecord extends AuthSession {
  /** The credential that opened it. */
  readonly authMethodId: string;
  /** Compressed SEC1, 66 hex characters. */
  readonly publicKey: string;
  readonly revokedAt?: string;
}

/** The bearer token of an agent. */
export interface AgentToken {
  /** The token itself. */
  readonly id: string;
  readonly agentId: string;
}

/** A 202 given out: what was asked, and whether it has been answered. */
export interface ChallengeRecord {
  /** The request id, `Request:<uuid>`. */
  readonly id: string;
  readonly operation: string;
  /** The path of the request, decoded: the resource the challenge belongs to. */
  readonly path: string;
  /** Canonical text of the request body. */
  readonly body: string;
  readonly payloadToSign: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly consumedAt?: number;
}

/** A challenge given out for a passkey sign-in. */
export interface PasskeyChallengeRecord {
  /** The request id, `Request:<uuid>`. */
  readonly id: string;
  readonly authMethodId: string;
  /** As the answer showed it; how its bytes follow from it is a choice. */
  readonly challenge: string;
  /** Bound on the challenge: the session key will be sealed to it. */
  readonly clientPublicKey: string;
  readonly expiresAt: number;
  readonly consumedAt?: number;
}

/** Something that will happen to a resource by itself. */
export interface ScheduledMove {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly table: 'cards' | 'transactions';
  readonly recordId: string;
  /** The state or status it moves to. */
  readonly to: string;
  /** Further fields that change with it. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** What the move adds to an account. */
  readonly funds?: {
    readonly accountId: string;
    readonly available: number;
    readonly total: number;
  };
}

/** A device code, and whether it has been redeemed. */
export interface DeviceCodeRecord {
  /** The code itself. */
  readonly id: string;
  readonly agentId: string;
  readonly expiresAt: number;
  readonly redeemed: boolean;
}

/** A one-time code that was sent and not used. */
export interface OneTimeCode {
  /** The credential it was sent for, or the customer and the channel. */
  readonly id: string;
  readonly code: string;
  readonly expiresAt: number;
}

/** A client public key that opened a session. */
export interface UsedClientKey {
  /** The key, lowercase. */
  readonly id: string;
}

/** The first answer to a request with an idempotency key. */
export interface StoredAnswer {
  /** Operation, path and key. */
  readonly id: string;
  readonly status: number;
  readonly body: unknown;
}

/** The wire form of a card: without what the mock keeps for itself. */
export function cardView({ ownerAccountId: _owner, ...card }: CardRecord): Card {
  return card;
}

/** The wire form of a credential. */
export function credentialView({
  identity: _identity,
  passkey: _passkey,
  ...credential
}: CredentialRecord): AuthMethod {
  return credential;
}

/** The wire form of a session; the sealed key is added once, by whoever opened it. */
export function sessionView(record: SessionRecord): AuthSession {
  const { authMethodId: _credential, publicKey: _key, revokedAt: _revoked, ...session } = record;
  return session;
}
