/** The facts about one error code. */
export interface ErrorCodeFacts {
  /** The HTTP status it comes with. */
  readonly status: number;
  /** Whether the same request may succeed when sent again unchanged. */
  readonly retryable: boolean;
  readonly meaning: string;
  /** What the caller can do. */
  readonly action: string;
}

/** Declares the facts about one error code. */
export function facts(
  status: number,
  meaning: string,
  action: string,
  retryable = false,
): ErrorCodeFacts {
  return { status, retryable, meaning, action };
}

/** The check of a proof or a signature that failed. */
export type FailedProof =
  | 'stamp_missing'
  | 'stamp_malformed'
  | 'stamp_mismatch'
  | 'session_inactive'
  | 'request_id'
  | 'challenge_expired'
  | 'body_changed'
  | 'wrong_otp'
  | 'otp_not_requested'
  | 'oidc_token'
  | 'passkey'
  | 'unknown';

/** The 39 codes of status 400, a closed list. */
export const badRequestCodes = {
  INVALID_INPUT: facts(
    400,
    'A field of the request is missing or not allowed.',
    'Correct the fields that the service names and send again.',
  ),
  MISSING_MANDATORY_USER_INFO: facts(
    400,
    'The customer lacks information the payment needs.',
    'Collect the missing customer fields, update the customer and send the request again.',
  ),
  INVITATION_ALREADY_CLAIMED: facts(
    400,
    'The invitation has been claimed.',
    'Create a new invitation.',
  ),
  INVITATIONS_NOT_CONFIGURED: facts(
    400,
    'Invitations are not set up for the platform.',
    'Configure invitations first.',
  ),
  INVALID_UMA_ADDRESS: facts(
    400,
    'The UMA address is malformed.',
    'Check the address with the customer.',
  ),
  INVITATION_CANCELLED: facts(
    400,
    'The invitation has been cancelled.',
    'Create a new invitation.',
  ),
  QUOTE_REQUEST_FAILED: facts(
    400,
    'The counterparty did not return a quote.',
    'Try again later; the client does so where the call may be repeated.',
    true,
  ),
  INVALID_PAYREQ_RESPONSE: facts(
    400,
    "The counterparty's payment response is not valid.",
    "Contact the counterparty's provider; retrying does not help.",
  ),
  INVALID_RECEIVER: facts(
    400,
    'The receiver cannot receive this payment.',
    'Check the receiver with the customer.',
  ),
  PARSE_PAYREQ_RESPONSE_ERROR: facts(
    400,
    "The counterparty's payment response could not be read.",
    "Contact the counterparty's provider; retrying does not help.",
  ),
  CERT_CHAIN_INVALID: facts(
    400,
    "The counterparty's certificate chain is not valid.",
    "Contact the counterparty's provider.",
  ),
  CERT_CHAIN_EXPIRED: facts(
    400,
    "The counterparty's certificate chain has expired.",
    "Contact the counterparty's provider.",
  ),
  INVALID_PUBKEY_FORMAT: facts(
    400,
    'A public key is not in the expected format.',
    'Send the key in the documented encoding.',
  ),
  MISSING_REQUIRED_UMA_PARAMETERS: facts(
    400,
    'A UMA request lacks parameters.',
    'Add the missing parameters.',
  ),
  SENDER_NOT_ACCEPTED: facts(
    400,
    'The counterparty does not accept this sender.',
    'Do not retry; inform the customer.',
  ),
  AMOUNT_OUT_OF_RANGE: facts(
    400,
    'The amount is not allowed, or not available.',
    'Add funds, or have the limit of the message raised. Ask before you pay another amount.',
  ),
  INVALID_CURRENCY: facts(
    400,
    'The currency is not supported here.',
    'Use a supported one; a quote converts.',
  ),
  INVALID_TIMESTAMP: facts(
    400,
    'A timestamp is not acceptable.',
    "Set the machine's clock, and send the request again with a new timestamp.",
  ),
  INVALID_NONCE: facts(
    400,
    'A nonce is invalid or was used before.',
    'Generate a fresh nonce and start again.',
  ),
  INVALID_REQUEST_FORMAT: facts(
    400,
    'The request is not JSON of the expected form.',
    'Send a JSON body with the content type application/json.',
  ),
  INVALID_BANK_ACCOUNT: facts(
    400,
    'The bank account details are not valid.',
    'Check the details with the customer.',
  ),
  SELF_PAYMENT: facts(
    400,
    'Sender and receiver are the same.',
    'Check which of the two is meant to be another one.',
  ),
  LOOKUP_REQUEST_FAILED: facts(
    400,
    'The receiver could not be looked up.',
    "Check the receiver's address; try again later.",
  ),
  PARSE_LNURLP_RESPONSE_ERROR: facts(
    400,
    "The counterparty's lookup response could not be read.",
    "Contact the counterparty's provider.",
  ),
  INVALID_AMOUNT: facts(
    400,
    'The amount is not valid.',
    "Send a positive whole number of the currency's smallest unit.",
  ),
  WEBHOOK_ENDPOINT_NOT_SET: facts(
    400,
    'No webhook endpoint is configured.',
    'Configure a webhook endpoint first.',
  ),
  WEBHOOK_DELIVERY_ERROR: facts(
    400,
    'The webhook could not be delivered.',
    'Check that the endpoint responds.',
  ),
  LOW_QUALITY: facts(
    400,
    'The document image is not readable.',
    'Ask the customer for a sharper image.',
  ),
  DATA_MISMATCH: facts(
    400,
    "The document does not match the customer's data.",
    'Correct the data or ask for another document.',
  ),
  EXPIRED: facts(400, 'The document has expired.', 'Ask the customer for a valid document.'),
  SUSPECTED_FRAUD: facts(
    400,
    'The document is suspected to be forged.',
    'Do not retry; follow your compliance procedure.',
  ),
  UNSUITABLE_DOCUMENT: facts(
    400,
    'The document is not of an accepted kind.',
    'Ask for one of the accepted documents.',
  ),
  INCOMPLETE: facts(400, 'The document is incomplete.', 'Ask the customer for all pages or sides.'),
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: facts(
    400,
    'The account already has an e-mail code credential.',
    'Use the existing credential, or remove it first.',
  ),
  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: facts(
    400,
    'The account already has a text message credential.',
    'Use the existing credential, or remove it first.',
  ),
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: facts(
    400,
    'This passkey is already registered on the account.',
    'Sign in with it; pass `excludeCredentials` when registering.',
  ),
  STABLECOIN_PROVIDER_ACCOUNT_INVALID: facts(
    400,
    'The stablecoin provider account is not valid.',
    'Link a valid provider account.',
  ),
  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: facts(
    400,
    'The stablecoin provider account was revoked.',
    'Link the provider account again.',
  ),
  STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED: facts(
    400,
    'Several provider accounts are active.',
    'Pass `stablecoinProviderAccountId`.',
  ),
} as const satisfies Record<string, ErrorCodeFacts>;
