/** Why a quote is refused, whoever asks for it: the platform or an agent. */
export const quoteRefusals = [
  'NOT_FOUND',
  'UMA_NOT_FOUND',
  'INVALID_UMA_ADDRESS',
  'QUOTE_REQUEST_FAILED',
  'AMOUNT_OUT_OF_RANGE',
  'INVALID_CURRENCY',
  'SELF_PAYMENT',
  'MISSING_MANDATORY_USER_INFO',
  'USER_NOT_READY',
  'COUNTERPARTY_NOT_ALLOWED',
  'UNSUPPORTED_UMA_VERSION',
] as const;
