import type { Fields } from '../../format/fields.ts';

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
