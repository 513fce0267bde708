import type { AuthMethod, AuthSession, OpenedSession } from '@org/payments-contract';
import type { RelayCredential, RelayOpenedSession, RelaySession } from '../protocol/index.ts';

/** A credential with only the protocol's fields. */
export function credentialView(credential: AuthMethod): RelayCredential {
  const { id, accountId, type, nickname, credentialId, createdAt, updatedAt } = credential;
  return {
    id,
    accountId,
    type,
    nickname,
    ...(credentialId !== undefined && { credentialId }),
    createdAt,
    updatedAt,
  };
}

/** A session with only the protocol's fields, without its key. */
export function sessionView(session: AuthSession): RelaySession {
  const { id, accountId, type, nickname, credentialId, createdAt, updatedAt, expiresAt } = session;
  return {
    id,
    accountId,
    type,
    nickname,
    ...(credentialId !== undefined && { credentialId }),
    createdAt,
    updatedAt,
    expiresAt,
  };
}

/** A newly opened session, with its sealed key. */
export function openedSessionView(session: OpenedSession, issuedAt: string): RelayOpenedSession {
  const { encryptedSessionSigningKey } = session;
  return { ...sessionView(session), encryptedSessionSigningKey, issuedAt };
}
