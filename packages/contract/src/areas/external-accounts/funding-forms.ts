import type * as z from 'zod';
import type { Open } from '../../format/response-values.ts';
import type { AccountType, accountVariants } from './account-variants.ts';

type Flat<Value> = { [Key in keyof Value]: Value[Key] };
type FieldsOf<Type extends AccountType> = Partial<
  z.output<z.ZodObject<(typeof accountVariants)[Type]['fields']>>
>;

/** What accounts that money is paid to have besides the fields of an account to create. */
interface BankForm<Rail extends string> {
  /** The rails that reach the account. */
  paymentRails?: Open<Rail>[];
  /** The text to name in the transfer: without it the money cannot be matched. */
  reference?: string;
}

/** What a blockchain address has besides the address itself. */
interface WalletForm {
  /** The address on the blockchain. */
  address?: string;
  /** The currency to send, such as `USDC`. */
  assetType?: string;
}

/** The types of account whose funding form differs from the form they are created with. */
interface OwnForms {
  ARS_ACCOUNT: {
    /** Number of the account (CVU or CBU), 22 digits. */
    accountNumber?: string;
  };
  BITCOIN_L1: {
    /** The address on the blockchain. */
    address?: string;
    /** `BITCOIN`. */
    network?: string;
  };
  BRL_ACCOUNT: {
    /** The text of the PIX code that the payer scans. */
    qrCode?: string;
  };
  COP_ACCOUNT: {
    /** The page on which the payer pays. */
    paymentUrl?: string;
  };
  EMBEDDED_WALLET: {
    /** What a session key of the wallet stamps to pay the quote. */
    payloadToSign?: string;
  };
  LIGHTNING: {
    /** Lightning invoice (BOLT 11). */
    invoice?: string;
  };
  SPARK_WALLET: WalletForm & {
    /** Invoice of the payment, where one was made. */
    invoice?: string;
  };
  SWIFT_ACCOUNT: FieldsOf<'SWIFT_ACCOUNT'> &
    BankForm<'SWIFT'> & {
      /** Name of the account's holder. */
      accountHolderName?: string;
      /** Address of the bank. */
      bankAddress?: string;
    };
  USD_ACCOUNT: FieldsOf<'USD_ACCOUNT'> &
    BankForm<'ACH' | 'WIRE' | 'RTP' | 'FEDNOW'> & {
      /** Address of the bank. */
      bankAddress?: string;
    };
}

/** The types of account that money can be paid to. */
export type FundingType = AccountType | keyof OwnForms;

type Form<Type extends FundingType> = Type extends keyof OwnForms
  ? OwnForms[Type]
  : Type extends AccountType
    ? (typeof accountVariants)[Type]['rails'] extends readonly []
      ? WalletForm
      : FieldsOf<Type> & BankForm<(typeof accountVariants)[Type]['rails'][number]>
    : never;

/** Where to pay money in, by `accountType`; a later type has fields of its own. */
export type FundingInfo =
  | {
      [Type in FundingType]: Flat<
        {
          /** What kind of account or wallet to pay to; the other fields follow from it. */
          accountType: Type;
        } & Form<Type>
      >;
    }[FundingType]
  | {
      /** A later kind of account, with fields of its own. */
      accountType: string & {};
      [field: string]: unknown;
    };
