import type { AuthMethod, OpenedSession, OperationName } from '@org/payments-contract';
import { ContractError } from '@org/payments-sdk';

/**
 * The client compares a response with the request. Which account and which kind of credential a
 * request is for, only the relay has read: a response that differs belongs to another request, or a
 * gateway wrote it.
 */
function foreign(operation: OperationName, what: string): ContractError {
  return new ContractError(`The response is not the one to this request: ${what}.`, { operation });
}

/**
 * Checks that a session belongs to the account it was opened for, and has the sealed key that it is
 * used with.
 *
 * @throws ContractError
 */
export function requireMatchingSession(
  operation: 'credentials.verify' | 'sessions.refresh',
  session: OpenedSession,
  account: string,
): void {
  if (session.accountId !== account) throw foreign(operation, 'the session is of another account');
  const key: unknown = session.encryptedSessionSigningKey;
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
