import { errorCodes, isErrorCode } from '@org/payments-contract';
import {
  ApiError,
  ConnectionError,
  clientErrorCodes,
  IdempotencyKeyReusedError,
  InvalidRequestError,
  isPaymentsError,
  type PaymentsError,
  TimeoutError,
  UnauthorizedError,
} from '@org/payments-sdk';
import { isRefusalStatus, isRelayRefusal, RelayRefusal, unavailable } from './refusal.ts';

/** The service's own codes are of this form; anything else is not shown. */
const codePattern = /^[A-Z][A-Z0-9_]{0,63}$/;

function ofUnauthorized(error: UnauthorizedError): RelayRefusal {
  const { failedCheck: reason } = error;
  if (reason === 'bad_credentials') return internal(error);
  const details = { reason, cause: error };
  return reason === 'challenge_expired'
    ? new RelayRefusal(400, 'TICKET_EXPIRED', { ...details, message: 'The challenge has expired.' })
    : new RelayRefusal(401, 'UNAUTHORIZED', {
        ...details,
        message: 'The service refused the request.',
      });
}

const REFUSED_KEY =
  'The service refuses `clientPublicKey`: use a key once, and give client, relay and wallet its `dialect`.';

function ofApiError(error: ApiError): RelayRefusal {
  if (error instanceof UnauthorizedError) return ofUnauthorized(error);
  const { status } = error;
  const { retryAfter } = error;
  const isWait = retryAfter !== undefined && Number.isFinite(retryAfter) && retryAfter >= 0;
  const waiting = { cause: error, ...(isWait && { retryAfter }) };
  if (status === 503) return unreachable(waiting);
  // Also a status that is neither a success nor an error, such as a redirect.
  if (!(isRefusalStatus(status) && status < 500)) return internal(error);
  const code = codePattern.test(error.code) ? error.code : 'SERVICE_REFUSED';
  // The service's own message may contain data that is not for the browser; the contract's does
  // not.
  const meaning = isErrorCode(code) ? errorCodes[code].meaning : 'The service refused the request.';
  const isKey = status === 400 && error.issues.some(({ path }) => path === 'clientPublicKey');
  const message = isKey ? REFUSED_KEY : meaning;
  return new RelayRefusal(status, code, { message, ...waiting });
}

function internal(cause: unknown): RelayRefusal {
  return new RelayRefusal(500, 'INTERNAL_ERROR', { message: 'The relay failed.', cause });
}

function unreachable(details: { cause: unknown; retryAfter?: number }): RelayRefusal {
  return unavailable('The service could not be reached; nothing was changed.', details);
}

/** A change was sent and its response lost. */
export function outcomeUnknown(cause: unknown, requestId?: string | undefined): RelayRefusal {
  const message =
    'The change was sent and its response lost: read the resource before repeating it.';
  const details = { message, cause, ...(requestId !== undefined && { requestId }) };
  return new RelayRefusal(502, 'OUTCOME_UNKNOWN', details);
}

/**
 * Builds the response to a change that the service has accepted. If that fails, the change was
 * still applied, and the response is an unknown outcome.
 */
export async function afterAccepted<Result>(
  respond: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await respond();
  } catch (cause) {
    throw outcomeUnknown(cause);
  }
}

/** Whether the write that ended with an error may have been applied, by the verdict on it. */
function mayBeApplied(error: unknown): error is PaymentsError {
  return isPaymentsError(error) && (error.outcome === 'unknown' || error.outcome === 'applied');
}

/**
 * Maps an error to the refusal that the browser receives, by the protocol's table. The errors of the platform's
 * client, and refusals of its own, may come from another copy of the package than the relay.
 */
export function refusalOf(error: unknown): RelayRefusal {
  if (isRelayRefusal(error)) return isRefusalStatus(error.status) ? error : internal(error);
  if (mayBeApplied(error)) {
    const { requestId } = error as { readonly requestId?: string };
    return outcomeUnknown(error, requestId);
  }
  if (error instanceof ApiError) return ofApiError(error);
  if (error instanceof IdempotencyKeyReusedError) {
    // Its values may not be for the browser.
    const { meaning: message } = clientErrorCodes.IDEMPOTENCY_KEY_REUSED;
    return new RelayRefusal(409, error.code, { message, cause: error });
  }
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return unreachable({ cause: error });
  }
  if (error instanceof InvalidRequestError) {
    const message = 'The service does not accept this request.';
    return new RelayRefusal(400, 'INVALID_INPUT', { message, cause: error });
  }
  return internal(error);
}
