import { badRequestCodes, type ErrorCodeFacts, facts } from './error-codes-400.ts';

/** Every error code of the contract, by name. */
export const errorCodes = {
  ...badRequestCodes,
  UNAUTHORIZED: facts(
    401,
    "A check of the caller's identity or signature failed.",
    'Check the credentials, and the stamp of a signed call.',
  ),
  FORBIDDEN: facts(
    403,
    'The credentials do not allow this.',
    'Use credentials with the needed permission, or resume the agent.',
  ),
  USER_NOT_READY: facts(
    403,
    'The customer is not ready for this operation.',
    "Finish the customer's verification first.",
  ),
  COUNTERPARTY_NOT_ALLOWED: facts(403, 'The counterparty is not allowed.', 'Do not retry.'),
  VELOCITY_LIMIT_EXCEEDED: facts(
    403,
    'Too much has been moved in too short a time.',
    'Wait if the limit has a period, or have it raised. Ask before you pay another amount.',
  ),
  NOT_FOUND: facts(
    404,
    'The resource does not exist.',
    'Check the id, and that it belongs to this platform and environment.',
  ),
  TRANSACTION_NOT_FOUND: facts(404, 'The transaction does not exist.', 'Check the id.'),
  INVITATION_NOT_FOUND: facts(404, 'The invitation does not exist.', 'Check the code.'),
  USER_NOT_FOUND: facts(404, 'The customer does not exist.', 'Check the id.'),
  QUOTE_NOT_FOUND: facts(404, 'The quote does not exist.', 'Check the id; quotes expire.'),
  LOOKUP_REQUEST_NOT_FOUND: facts(404, 'The lookup does not exist.', 'Look the receiver up again.'),
  TOKEN_NOT_FOUND: facts(404, 'The API token does not exist.', 'Check the id.'),
  REFERENCE_NOT_FOUND: facts(
    404,
    'A referenced resource does not exist.',
    'Check the ids in the request.',
  ),
  BULK_UPLOAD_JOB_NOT_FOUND: facts(404, 'The import does not exist.', 'Check the id.'),
  STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: facts(
    404,
    'The linked account of the provider does not exist.',
    'Check the id, or link an account first.',
  ),
  UMA_NOT_FOUND: facts(404, 'The UMA address does not exist.', 'Check the address.'),
  METHOD_NOT_ALLOWED: facts(
    405,
    'The path does not support this method.',
    'Check the method and the path.',
  ),
  INVALID_STATE_TRANSITION: facts(
    409,
    'The resource cannot move from its current state to the requested one.',
    'Read the resource: it may already be in the requested state, or unable to reach it.',
  ),
  CARD_NOT_MUTABLE: facts(409, 'A closed card cannot be changed.', 'Issue a new card.'),
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: facts(
    409,
    'The transaction is not waiting for a decision.',
    'Read the transaction; it has been decided.',
  ),
  TRANSACTION_NOT_CANCELLABLE: facts(
    409,
    'The transaction can no longer be cancelled.',
    'Read the transaction for its present status.',
  ),
  UMA_ADDRESS_EXISTS: facts(409, 'The UMA address is taken.', 'Choose another address.'),
  EMAIL_OTP_EMAIL_ALREADY_EXISTS: facts(
    409,
    'The address belongs to another e-mail code credential.',
    'Choose another address.',
  ),
  EMAIL_OTP_CREDENTIAL_SET_CHANGED: facts(
    409,
    'The tied credentials changed between the two calls.',
    'Start the update again.',
  ),
  PASSKEY_ALREADY_ENROLLED: facts(
    409,
    'The passkey is a factor already.',
    'Use it, or create another passkey.',
  ),
  SCA_SESSION_REQUIRED: facts(
    409,
    'The customer has to log in first.',
    'Start and complete a login of `scaLogin`, then send the request again.',
  ),
  BENEFICIARY_TRUSTED: facts(
    409,
    'The account is trusted already.',
    'Pay it without authorization, or end the trust.',
  ),
  CONFLICT: facts(
    409,
    "The request conflicts with the resource's state.",
    'Read the resource before deciding again.',
  ),
  CUSTOMER_DELETED: facts(410, 'The customer has been deleted.', 'Do not retry.'),
  UNSUPPORTED_UMA_VERSION: facts(
    412,
    'The counterparty uses another UMA version.',
    "Contact the counterparty's provider.",
  ),
  ACCOUNT_LOCKED: facts(
    423,
    'The customer is locked after too many failed attempts.',
    'Wait until the lock ends, or record a new password.',
  ),
  PAYREQ_REQUEST_FAILED: facts(
    424,
    "The counterparty's provider did not respond to the payment request.",
    'Request another quote later; if it persists, contact the provider.',
  ),
  LNURLP_REQUEST_FAILED: facts(
    424,
    "The counterparty's provider did not respond to the lookup.",
    'Look the receiver up again later; if it persists, contact the provider.',
  ),
  COUNTERPARTY_PUBKEY_FETCH_ERROR: facts(
    424,
    "The public keys of the counterparty's provider could not be read.",
    'Try again later; if it persists, contact the provider.',
  ),
  NO_COMPATIBLE_UMA_VERSION: facts(
    424,
    "The counterparty's provider supports none of the service's UMA versions.",
    "Contact the counterparty's provider.",
  ),
  EMAIL_OTP_CREDENTIAL_SYNC_FAILED: facts(
    424,
    'A tied credential could not be updated; the contact field is unchanged.',
    'Start the update again later.',
  ),
  RATE_LIMITED: facts(
    429,
    'Too many requests.',
    'Try again later; the client does so where the call may be repeated.',
    true,
  ),
  DAILY_VOLUME_LIMIT_EXCEEDED: facts(
    429,
    "The day's volume is used up.",
    'Wait until the next day; retrying earlier does not help.',
  ),
  INTERNAL_ERROR: facts(500, 'The service failed.', 'Try again later.'),
  SERVICE_SWITCH_ERROR: facts(500, "The service's switch failed.", 'Try again later.'),
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: facts(
    501,
    "The receiver's provider requires information that the service cannot supply.",
    'Pay the receiver in another way.',
  ),
  NOT_IMPLEMENTED: facts(
    501,
    'The feature is not enabled for the platform.',
    'Ask the service to enable it.',
  ),
  SERVICE_UNAVAILABLE: facts(
    503,
    'The service is temporarily unavailable.',
    'Try again later; the client does so where the call may be repeated.',
    true,
  ),
} as const satisfies Record<string, ErrorCodeFacts>;

/** An error code of the contract. */
export type ErrorCode = keyof typeof errorCodes;

/** Returns whether a code is one of the contract's error codes. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}
