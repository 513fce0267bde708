import { CredentialsError } from '../errors/caller-errors.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import type { AttemptFailure } from './attempt.ts';
import type { Call } from './call.ts';
import { LimitReached, limited } from './limited.ts';
import { safeCause } from './scrub.ts';

/** A call's value of `Authorization`, or the limit that was reached before there was one. */
export type Authorized = string | AttemptFailure;

function limitsOf(call: Call) {
  const { clock, timeout, signal } = call.settings;
  return { clock, timeout, left: call.remaining, signal };
}

/**
 * The `Authorization` of a call; empty where the operation takes none. A function that supplies it
 * runs within the call's timeout, deadline and signal.
 *
 * @param refused the value that the service has refused
 * @throws ConfigurationError for a missing or malformed secret; CredentialsError when the user's
 *   function fails
 */
export async function authorize(call: Call, refused?: string): Promise<Authorized> {
  const { authorization } = call.context;
  if (call.operation.row.auth === 'none') return '';
  const header = authorization.header(refused);
  if (typeof header === 'string') return header;
  try {
    return await limited(header, limitsOf(call));
  } catch (error) {
    if (error instanceof LimitReached) {
      authorization.giveUp();
      return { why: error.limit, phase: 'unsent', status: undefined, cause: error.cause };
    }
    if (isPaymentsError(error)) throw error;
    throw new CredentialsError({ operation: call.operation.name, cause: safeCause(error, []) });
  }
}
