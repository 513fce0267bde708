import type { QuoteOutcome } from './outcomes.ts';

/**
 * Values that stand for a real code or signature in the sandbox. The service in production accepts
 * none of them, nor does a mock that is `strict` accept the two signatures.
 */
export const sandboxValues = {
  /** What a code by e-mail of a wallet's credential consists of: as many as the code is long. */
  otpDigit: '0',
  /** Every code that proves a contact or authenticates strongly. */
  contactCode: '123456',
  /** In place of a stamp, or of a signature that proves who owns an external account. */
  signature: 'sandbox-valid-signature',
  /** In place of the signature of a passkey. */
  passkeySignature: 'sandbox-valid-passkey-signature',
} as const;

/** A UMA address of the sandbox: what its holder receives, and how a payment with it ends. */
export interface SandboxAddress {
  readonly currency: string;
  readonly outcome: QuoteOutcome;
}

const success: QuoteOutcome = { status: 'COMPLETED' };

/** The UMA addresses of the sandbox, by the part between `$` and `@`, at any domain. */
export const sandboxAddresses: Readonly<Record<string, SandboxAddress>> = {
  'success.usd': { currency: 'USD', outcome: success },
  'success.eur': { currency: 'EUR', outcome: success },
  'success.mxn': { currency: 'MXN', outcome: success },
  'pending.long.usd': { currency: 'USD', outcome: { status: 'COMPLETED', after: 360_000 } },
  'fail.compliance.usd': {
    currency: 'USD',
    outcome: {
      status: 'FAILED',
      failureReason: 'COUNTERPARTY_POST_TX_FAILED',
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
    },
  },
};
