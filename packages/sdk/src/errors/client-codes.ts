/** What is known of a failure that the client finds itself. */
export interface ClientCodeFacts {
  /** The class that carries the code. */
  readonly error: string;
  readonly retryable: boolean;
  readonly meaning: string;
  /** What the caller can do. */
  readonly action: string;
}

/** Codes of failures the client itself finds, whatever the service said. */
export const clientErrorCodes = {
  INVALID_REQUEST: {
    error: 'InvalidRequestError',
    retryable: false,
    meaning: 'The input is not what the operation takes. Nothing was sent.',
    action: 'Correct the fields named in `issues`.',
  },
  CONFIGURATION: {
    error: 'ConfigurationError',
    retryable: false,
    meaning: 'The client was given options it cannot work with; `option` names the one.',
    action: 'Change the option as the message says.',
  },
  SIGNATURE_REQUIRED: {
    error: 'SignatureRequiredError',
    retryable: false,
    meaning: 'The service asks for a signature, and the call has no stamper. Nothing was changed.',
    action: 'Pass `stamper`, or use `.begin` and `.complete` to sign elsewhere.',
  },
  SIGNING_FAILED: {
    error: 'SigningError',
    retryable: false,
    meaning: 'The stamper failed or gave something that is no stamp. Nothing was changed.',
    action: 'Look at `cause`: it is what the stamper threw.',
  },
  CHALLENGE_EXPIRED: {
    error: 'SigningError',
    retryable: false,
    meaning: 'The challenge ran out before it was answered, twice. Nothing was changed.',
    action: 'Start the operation again and sign sooner.',
  },
  ABORTED: {
    error: 'AbortedError',
    retryable: false,
    meaning: "The caller's signal fired before anything could have been changed.",
    action: 'Call again when wanted.',
  },
  CONNECTION: {
    error: 'ConnectionError',
    retryable: true,
    meaning: 'The service could not be reached or the connection broke; no change was left open.',
    action: 'Check the network and call again; a keyed write with the same idempotency key.',
  },
  TIMEOUT: {
    error: 'TimeoutError',
    retryable: true,
    meaning: 'No complete answer came in time; `limit` says which limit was reached.',
    action: 'Call again, or raise the limit; a keyed write with the same idempotency key.',
  },
  OUTCOME_UNKNOWN: {
    error: 'OutcomeUnknownError',
    retryable: false,
    meaning: 'A change was sent and no answer came back that can be believed.',
    action: 'Do not repeat it. Call `reconcile()` where there is one, or read the resource.',
  },
  CONTRACT: {
    error: 'ContractError',
    retryable: false,
    meaning: 'The answer is not what the contract says; `drift` says where.',
    action:
      'Where `accepted` is true a write was applied: do not repeat it. Report the difference.',
  },
  WAIT_ENDED: {
    error: 'WaitError',
    retryable: true,
    meaning: 'A resource did not reach the awaited state: the time was up, or it can no longer.',
    action: 'Look at `last`, the resource as it was read last.',
  },
  UNREADABLE_ERROR: {
    error: 'ApiError',
    retryable: false,
    meaning: 'The service, or something before it, refused without an error that can be read.',
    action: 'Look at `status`, and at what stands between you and the service.',
  },
} as const satisfies Record<string, ClientCodeFacts>;

/** A code of a failure that the client finds itself. */
export type ClientErrorCode = keyof typeof clientErrorCodes;
