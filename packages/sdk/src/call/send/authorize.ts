import { type LimitName, LimitReached, limited } from '../../config/limited.ts';
import { CredentialsError } from '../../errors/caller-errors.ts';
import { isPaymentsError } from '../../errors/payments-error.ts';
import type { AttemptFailure } from '../../outcome/observations.ts';
import type { Call } from '../call.ts';
import { safeCause } from '../response/scrub.ts';

/** A call's `Authorization` value, or the limit that was reached before it was available. */
export type Authorized = string | (AttemptFailure & { readonly why: LimitName });

function limitsOf(call: Call) {
  const { clock, timeout, signal } = call.settings;
  return { clock, timeout, left: call.remaining, signal };
}

async function supplied(call: Call, header: Promise<string>): Promise<Authorized> {
  try {
    return await limited(header, limitsOf(call));
  } catch (error) {
    if (error instanceof LimitReached) {
      call.context.authorization.giveUp();
      return { why: error.limit, phase: 'unsent', status: undefined, cause: error.cause };
    }
    if (isPaymentsError(error)) throw error;
    throw new CredentialsError({ operation: call.operation.name, cause: safeCause(error, []) });
  }
}

/**
 * Returns the `Authorization` of a call, at once if it is known; empty if the operation takes none.
 * A function that supplies it runs within the call's timeout, deadline and signal.
 *
 * @param refused the value that the service has refused
 * @throws ConfigurationError for a missing or malformed secret; CredentialsError when the user's
 *   function fails
 */
export function authorize(call: Call, refused?: string): Authorized | Promise<Authorized> {
  if (call.operation.row.auth === 'none') return '';
  const header = call.context.authorization.header(refused);
  return typeof header === 'string' ? header : supplied(call, header);
}
