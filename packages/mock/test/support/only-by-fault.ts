import type { ErrorCode } from '@org/payments-contract';

const inbound =
  'The service returns it to the counterparty of an UMA payment, on addresses that are not part of this API.';
const counterparty =
  "It reports a failure of the counterparty's server; the sandbox has one counterparty, which does not fail.";

/**
 * The codes of the service that no request makes the mock return, each with the reason. A fault
 * returns them: `{ kind: 'answer', status, code }`.
 */
export const onlyByFault: Readonly<Partial<Record<ErrorCode, string>>> = {
  INVITATIONS_NOT_CONFIGURED: 'Invitations are always configured in the sandbox.',
  QUOTE_REQUEST_FAILED: counterparty,
  INVALID_PAYREQ_RESPONSE: counterparty,
  PARSE_PAYREQ_RESPONSE_ERROR: counterparty,
  LOOKUP_REQUEST_FAILED: counterparty,
  PARSE_LNURLP_RESPONSE_ERROR: counterparty,
  UNSUPPORTED_UMA_VERSION: counterparty,
  PAYREQ_REQUEST_FAILED: counterparty,
  LNURLP_REQUEST_FAILED: counterparty,
  COUNTERPARTY_PUBKEY_FETCH_ERROR: counterparty,
  NO_COMPATIBLE_UMA_VERSION: counterparty,
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: counterparty,
  INVALID_RECEIVER: inbound,
  CERT_CHAIN_INVALID: inbound,
  CERT_CHAIN_EXPIRED: inbound,
  INVALID_PUBKEY_FORMAT: inbound,
  MISSING_REQUIRED_UMA_PARAMETERS: inbound,
  SENDER_NOT_ACCEPTED: inbound,
  INVALID_TIMESTAMP: inbound,
  INVALID_NONCE: inbound,
  SMS_OTP_CREDENTIAL_ALREADY_EXISTS:
    'The specification lists it, but a request cannot name that type of credential.',
  REFERENCE_NOT_FOUND:
    'Neither the specification nor the reference names an operation that returns it; an id in a body that nothing has is `NOT_FOUND`.',
  DAILY_VOLUME_LIMIT_EXCEEDED:
    "The limit belongs to the platform's agreement, which the sandbox does not have.",
  INTERNAL_ERROR: 'The mock has no failure of its own to plan.',
  SERVICE_SWITCH_ERROR: 'It reports a failure inside the service.',
  SERVICE_UNAVAILABLE: 'The mock is never in maintenance.',
};
