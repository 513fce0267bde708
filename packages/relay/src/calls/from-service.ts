import type { AuthMethod, AuthSession, OpenedSession, OperationName } from '@org/payments-contract';
import { ContractError } from '@org/payments-sdk';
import type { RelayCredential, RelayOpenedSession, RelaySession } from '../protocol/index.ts';
import type { RelayRequest } from './relay-context.ts';

/** What the protocol shows of credentials and of sessions. */
function sharedView(one: AuthMethod | AuthSession) {
  const { id, accountId, type, nickname, credentialId, createdAt, updatedAt } = one;
  const optional = credentialId === undefined ? {} : { credentialId };
  return { id, accountId, type, nickname, ...optional, createdAt, updatedAt };
}

/** A credential with only the protocol's fields. */
export function credentialView(credential: AuthMethod): RelayCredential {
  return sharedView(credential);
}

/** A session with only the protocol's fields, without its key. */
export function sessionView(session: AuthSession): RelaySession {
  return { ...sharedView(session), expiresAt: session.expiresAt };
}

/** A newly opened session, with its sealed key. */
export function openedSessionView(session: OpenedSession, issuedAt: string): RelayOpenedSession {
  const { encryptedSessionSigningKey } = session;
  return { ...sessionView(session), encryptedSessionSigningKey, issuedAt };
}

/**
 * The client compares a response with the request. Which account and which kind of credential a
 * request is for, only the relay has read: a response that differs belongs to another request, or a
 * gateway wrote it.
 */
export function foreign(operation: OperationName, what: string): ContractError {
  return new ContractError(`The response is not the one to this request: ${what}.`, { operation });
}

/**
 * Checks that a session belongs to the account it was opened for, and has the sealed key that it is
 * used with, or none if the client holds the key.
 *
 * @throws ContractError
 */
export function requireMatchingSession(
  operation: 'credentials.verify' | 'sessions.refresh',
  session: OpenedSession,
  account: string,
  { dialect }: Pick<RelayRequest, 'dialect'>,
): void {
  if (session.accountId !== account) throw foreign(operation, 'the session is of another account');
  const key: unknown = session.encryptedSessionSigningKey;
  if (dialect !== undefined) {
    if (key === undefined) return;
    throw foreign(operation, `the service does not speak the dialect ${dialect.name}`);
  }
  if (typeof key !== 'string' || key === '') throw foreign(operation, 'the session has no key');
}

/**
 * Checks that the response to a request for a code is the credential that the code is for.
 *
 * @throws ContractError
 */
export function requireMatchingCredential(
  found: { readonly type?: string | undefined; readonly accountId?: string | undefined },
  { type, accountId }: AuthMethod,
): void {
  if (found.type === type && found.accountId === accountId) return;
  throw foreign('credentials.challenge', 'it is not the credential');
}
