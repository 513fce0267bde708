import * as z from 'zod/mini';
import { secret } from '../../format/meta.ts';
import { CurrencyAmount } from '../../format/money.ts';
import { freeObject, id, openEnum, resource, timestamp } from '../../format/response-values.ts';
import type { FundingInfo } from '../external-accounts/account-variants.ts';

export const internalAccountTypes = [
  'EMBEDDED_WALLET',
  'INTERNAL_FIAT',
  'INTERNAL_CRYPTO',
] as const;
export const internalAccountStatuses = ['ACTIVE', 'PENDING', 'CLOSED', 'FROZEN', 'FAILED'] as const;

const paymentInstructionsShape = resource({
  /** The account to pay to; its fields follow from `accountType`. */
  accountOrWalletInfo: freeObject({
    accountType: z.string(),
  }) as unknown as z.ZodMiniType<FundingInfo>,
  /** Notes for the payer, as text. */
  instructionsNotes: z.optional(z.string()),
  /** Whether the account is the platform's own. */
  isPlatformAccount: z.optional(z.boolean()),
});

/** How to pay money into an account. */
export interface PaymentInstructions extends z.output<typeof paymentInstructionsShape> {}
export const PaymentInstructions: z.ZodMiniType<PaymentInstructions> = paymentInstructionsShape;

const internalAccountShape = resource({
  /** `InternalAccount:<id>`, assigned by the service. */
  id: id('InternalAccount'),
  /** The customer the account belongs to; left out for an account of the platform. */
  customerId: z.optional(z.string()),
  /** The type of the account: the money it holds, and who controls it. */
  type: openEnum(internalAccountTypes),
  /** The account's status; only `ACTIVE` accounts can send and receive. */
  status: openEnum(internalAccountStatuses),
  /** The available balance, without pending and held funds. */
  balance: CurrencyAmount,
  /** The total balance, with pending and held funds. */
  totalBalance: CurrencyAmount,
  /** How to pay money in; may be empty. */
  fundingPaymentInstructions: z.array(PaymentInstructions),
  /** Wallet privacy; only on `EMBEDDED_WALLET` accounts. */
  privateEnabled: z.optional(z.boolean()),
  /** When the account was opened. */
  createdAt: timestamp,
  /** When the account last changed. */
  updatedAt: timestamp,
});

/** An account that holds a balance for a customer or for the platform. */
export interface InternalAccount extends z.output<typeof internalAccountShape> {}
export const InternalAccount: z.ZodMiniType<InternalAccount> = internalAccountShape;

const exportedWalletShape = resource({
  /** The account that was exported. */
  id: id('InternalAccount'),
  /**
   * JSON text: an envelope around the recovery phrase, which is sealed to the client key. Open it
   * with `openWalletExport` of `@org/payments-crypto`.
   */
  encryptedWalletCredentials: secret(z.string().check(z.minLength(1))),
});

/** The sealed recovery phrase of an embedded wallet. */
export interface ExportedWallet extends z.output<typeof exportedWalletShape> {}
export const ExportedWallet: z.ZodMiniType<ExportedWallet> = exportedWalletShape;
