import type {
  AuthMethod,
  AuthSession,
  OpenedSession,
  RelayCredential,
  RelayOpenedSession,
  RelaySession,
} from '@org/payments-contract';

/** A credential with the protocol's fields and no other. */
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

/** A session with the protocol's fields and no other; never its key. */
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

/** A session just opened, with its sealed key. */
export function openedSessionView(session: OpenedSession, issuedAt: string): RelayOpenedSession {
  const { encryptedSessionSigningKey } = session;
  return { ...sessionView(session), encryptedSessionSigningKey, issuedAt };
}
