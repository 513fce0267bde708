import type { Fields } from '../../format/fields.ts';

/** The codes that refuse a quote, to the platform and to agents alike. */
export const quoteRefusals = [
  'NOT_FOUND',
  'LOOKUP_REQUEST_NOT_FOUND',
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
  'PAYREQ_REQUEST_FAILED',
  'COUNTERPARTY_PUBKEY_FETCH_ERROR',
  'NO_COMPATIBLE_UMA_VERSION',
] as const;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns the payload a quote carries for its embedded wallet, found in the wallet's entry of the
 * payment instructions. Undefined if the quote is not paid from a wallet.
 */
export function walletPayload(quote: Fields): string | undefined {
  const { paymentInstructions } = quote;
  if (!Array.isArray(paymentInstructions)) return undefined;
  const infos = paymentInstructions.map((entry) =>
    isFields(entry) && isFields(entry.accountOrWalletInfo) ? entry.accountOrWalletInfo : {},
  );
  const payload = infos.find(({ accountType }) => accountType === 'EMBEDDED_WALLET')?.payloadToSign;
  return typeof payload === 'string' ? payload : undefined;
}

/** Returns when the quote, and with it its payload, expires. */
export function quoteExpiry({ expiresAt }: Fields): string | undefined {
  return typeof expiresAt === 'string' ? expiresAt : undefined;
}
