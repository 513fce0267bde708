import { CredentialsError } from '../../errors/caller-errors.ts';
import { isPaymentsError } from '../../errors/payments-error.ts';
import { unauthorizedCause } from '../../errors/unauthorized-reason.ts';
import { type LimitName, LimitReached, limited } from '../../limits/limited.ts';
import type { AttemptFailure } from '../../outcome/observations.ts';
import { isStamped, mayArriveTwice } from '../../outcome/verdict.ts';
import type { Call } from '../call.ts';
import { safeCause } from '../response/scrub.ts';
import type { LegRequest } from './leg.ts';
import type { AttemptEnd } from './outcome-error.ts';

/** A call's `Authorization` value, or the limit that was reached before it was available. */
export type Authorized = string | (AttemptFailure & { readonly why: LimitName });

function limitsOf(call: Call) {
  const { clock, timeout, signal } = call.settings;
  return { clock, timeout, left: call.remaining, signal };
}

async function awaitHeader(call: Call, header: Promise<string>): Promise<Authorized> {
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
  return typeof header === 'string' ? header : awaitHeader(call, header);
}

/**
 * Whether a refusal may be about credentials that can be renewed. The reason of a 401 is never
 * needed for it; only a reason known to be about something else, such as a one-time code, prevents
 * it.
 */
export function isRenewable(call: Call, leg: LegRequest, end: AttemptEnd): boolean {
  if (!call.context.authorization.isRefreshable || isStamped(leg.sending)) return false;
  if (end.failure !== undefined || end.response.status !== 401) return false;
  if (!('isTransient' in end.reading)) return false;
  // A 401 that the service did not write does not prove that it did not act.
  if (end.reading.kind === 'unclear' && !mayArriveTwice(leg.sending)) return false;
  const { code = 'UNAUTHORIZED', reason } = end.reading.body ?? {};
  const about = unauthorizedCause(code, reason ?? undefined);
  return about === 'bad_credentials' || about === 'unknown';
}

/**
 * Returns the authorization of the next attempt: the same as before, or a new one if a limit was
 * reached before the last attempt had it. A request is never sent without authorization.
 * Unavailable credentials count as an attempt that was not sent, because an earlier attempt may
 * have been sent.
 */
export async function authorizedAgain(
  call: Call,
  last: string | AttemptFailure,
  authorization: string,
): Promise<string | AttemptFailure> {
  if (typeof last === 'string') return last;
  try {
    return await authorize(call, authorization === '' ? undefined : authorization);
  } catch (cause) {
    return { why: 'network', phase: 'unsent', status: undefined, cause };
  }
}
