/** The class, meaning and action of a failure that the client detects. */
export interface ClientCodeFacts {
  /** The class that carries the code. */
  readonly error: string;
  readonly retryable: boolean;
  readonly meaning: string;
  /** What the caller can do. */
  readonly action: string;
}

/** Codes of failures that the client detects. */
export const clientErrorCodes = {
  INVALID_REQUEST: {
    error: 'InvalidRequestError',
    retryable: false,
    meaning: "The input does not match the operation's schema. Nothing was sent.",
    action: 'Fix the fields that the message names.',
  },
  CONFIGURATION: {
    error: 'ConfigurationError',
    retryable: false,
    meaning:
      'An option is missing, wrong or misspelt; `option` names it. A wrong value is refused at construction, a missing secret or base URL at the first call.',
    action: 'Change the option that `option` names; `action` names the accepted values.',
  },
  CREDENTIALS_FAILED: {
    error: 'CredentialsError',
    retryable: true,
    meaning: 'The function that supplies the credentials failed. Nothing was sent.',
    action: 'Read `cause`, and check the store of the function.',
  },
  SIGNATURE_REQUIRED: {
    error: 'SignatureRequiredError',
    retryable: false,
    meaning: 'The operation needs a signature, and the call has no stamper. Nothing was changed.',
    action: 'Pass `stamper`, or use `.begin` and `.complete` to sign elsewhere.',
  },
  SIGNING_FAILED: {
    error: 'SigningError',
    retryable: false,
    meaning: 'The stamper failed or returned an invalid stamp. Nothing was changed.',
    action: 'Read `cause`: it is the error of the stamper.',
  },
  CHALLENGE_EXPIRED: {
    error: 'SigningError',
    retryable: false,
    meaning:
      'The challenge expired before its stamp could be sent. Nothing was changed, and nothing was signed a second time.',
    action: "Start the operation again, and sign before the challenge's `expiresAt`.",
  },
  ABORTED: {
    error: 'AbortedError',
    retryable: false,
    meaning: "The caller's signal was aborted before anything could have been changed.",
    action: 'Call again to make the change.',
  },
  CONNECTION: {
    error: 'ConnectionError',
    retryable: true,
    meaning: 'The service could not be reached or the connection broke. Nothing was changed.',
    action: 'Check the network and call again.',
  },
  TIMEOUT: {
    error: 'TimeoutError',
    retryable: true,
    meaning:
      'No complete response arrived in time; `limit` names the limit that was reached. Nothing was changed.',
    action: 'Call again, or raise the limit.',
  },
  OUTCOME_UNKNOWN: {
    error: 'OutcomeUnknownError',
    retryable: false,
    meaning:
      'A change was sent, and no response shows whether it was applied. `retryable` is true where it may be repeated with its idempotency key.',
    action:
      'Where `retryable` is true: call again with the same `idempotencyKey`. Otherwise: call `reconcile()` where there is one, or read the resource, before repeating the change.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    error: 'IdempotencyKeyReusedError',
    retryable: false,
    meaning:
      'The idempotency key was used with another request before: the result contradicts this request in `differences`, or the service or the journal refuses the key.',
    action:
      'Do not call again with this key. Look at the first result, if `resourceId` names one: if both requests mean the same change, it was made or may be. For another change, take another key, made from what it pays.',
  },
  CONTRACT: {
    error: 'ContractError',
    retryable: false,
    meaning: 'The response differs from the contract; `drift` lists the differences.',
    action:
      'Where `accepted` is true a write was applied: do not repeat it, and read the response from `rawText()`. Report the difference.',
  },
  JOURNAL_FAILED: {
    error: 'JournalError',
    retryable: true,
    meaning:
      'The journal could not record a change before it was sent, and nothing was sent; or `recover()` could not read or write it.',
    action: "Check the journal's storage, and call again.",
  },
  TOKEN_NOT_STORED: {
    error: 'TokenNotStoredError',
    retryable: false,
    meaning:
      "A device code was redeemed, and `onRedeemed` failed to store the agent's access token, which the service returns once.",
    action: 'Read `cause`, fix the store, and call `storeAgain()` of the error.',
  },
  WAIT_ENDED: {
    error: 'WaitError',
    retryable: true,
    meaning:
      'A resource did not reach the awaited state: the deadline passed, or the state can no longer be reached.',
    action: 'Read `last`, the resource as of the last read.',
  },
  UNREADABLE_ERROR: {
    error: 'ApiError',
    retryable: false,
    meaning: 'The service, or a proxy in front of it, refused without a readable error body.',
    action: 'Check `status`, and any proxy between you and the service.',
  },
} as const satisfies Record<string, ClientCodeFacts>;

/** A code of a failure that the client detects. */
export type ClientErrorCode = keyof typeof clientErrorCodes;
