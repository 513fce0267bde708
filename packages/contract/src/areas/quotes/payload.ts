type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/**
 * The payload a quote carries for its embedded wallet: in the payment instructions, in the entry of
 * that account type. Undefined where the quote is not paid from a wallet.
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

/** When the quote expires: after that its payload is of no use. */
export function quoteExpiry({ expiresAt }: Fields): string | undefined {
  return typeof expiresAt === 'string' ? expiresAt : undefined;
}
