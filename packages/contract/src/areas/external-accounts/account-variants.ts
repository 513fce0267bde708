import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { text } from '../../format/request-values.ts';
import type { Open } from '../../format/response-values.ts';
import {
  africanVariants,
  americanVariants,
  asianVariants,
  europeanVariants,
} from './bank-variants.ts';
import {
  type BusinessBeneficiary,
  beneficiary,
  type IndividualBeneficiary,
  type PersonBeneficiary,
  type PersonField,
  type WalletBeneficiary,
  walletBeneficiary,
} from './beneficiary.ts';
import { mobileVariants, walletVariants } from './wallet-variants.ts';

type Known<Info> = Info extends { accountType: infer Type }
  ? string extends Type
    ? never
    : Type extends string
      ? Type
      : never
  : never;

/**
 * Returns whether an account's details are of a type, and narrows them to that type's fields.
 *
 * @example
 * ```ts
 * for (const { accountOrWalletInfo: info } of quote.paymentInstructions ?? []) {
 *   if (hasAccountType(info, 'USD_ACCOUNT')) show(info.accountNumber, info.reference);
 * }
 * ```
 */
export function hasAccountType<
  Info extends AccountInfo | FundingInfo,
  const Type extends Known<Info>,
>(info: Info, accountType: Type): info is Extract<Info, { accountType: Type }> {
  return info.accountType === accountType;
}

/**
 * One type of account: its own fields, the rails that reach it, and the required details of its
 * beneficiary.
 */
interface AccountVariant {
  /** Code of the account's currency; left out if it can have any. */
  readonly currency?: string;
  readonly fields: z.core.$ZodLooseShape;
  /** Groups of fields, one of which must be complete; left out where the fields alone decide. */
  readonly needs?: readonly (readonly string[])[];
  /** Whether only one of the groups can be there. */
  readonly isExclusive?: boolean;
  /** Payment rails of a stored account; empty for a blockchain address. */
  readonly rails: readonly string[];
  /**
   * The required details of the beneficiary; `wallet`: the beneficiary is optional; null: the type
   * has none.
   */
  readonly person: readonly PersonField[] | 'wallet' | null;
  /** Details that only this type's beneficiary can have. */
  readonly details?: z.core.$ZodLooseShape;
}

/** Every type of account that can be created, by `accountType`. */
export const accountVariants = {
  ...africanVariants,
  ...americanVariants,
  ...asianVariants,
  ...europeanVariants,
  ...mobileVariants,
  ...walletVariants,
};

/** The types of account that can be created. */
export type AccountType = keyof typeof accountVariants;

type Flat<Value> = { [Key in keyof Value]: Value[Key] };
type Person<Variant, Needed extends PersonField> = Variant extends {
  details: infer Fields extends z.core.$ZodLooseShape;
}
  ? Flat<PersonBeneficiary<Needed> & z.input<z.ZodMiniObject<Fields>>>
  : [Needed] extends [never]
    ? IndividualBeneficiary
    : PersonBeneficiary<Needed>;
type Beneficiary<Variant extends Pick<AccountVariant, 'person'>> =
  Variant['person'] extends readonly PersonField[]
    ? {
        /** Who receives the money. */
        beneficiary: Person<Variant, Variant['person'][number]> | BusinessBeneficiary;
      }
    : Variant['person'] extends 'wallet'
      ? {
          /** Who receives the money. */
          beneficiary?: WalletBeneficiary | BusinessBeneficiary | undefined;
        }
      : unknown;

/** The details of an account to create, by `accountType`. */
export type AccountInfoInput = {
  [Type in AccountType]: Flat<
    {
      /** The type of the account, which determines the other fields. */
      accountType: Type;
    } & z.input<z.ZodMiniObject<(typeof accountVariants)[Type]['fields']>> &
      Beneficiary<(typeof accountVariants)[Type]> & {
        /**
         * Your own id for the account.
         *
         * @deprecated Belongs beside `accountInfo`; accepted here because public examples have it.
         */
        platformAccountId?: string | undefined;
      }
  >;
}[AccountType];

/** The details of a stored account, by `accountType`; a later type has fields of its own. */
export type AccountInfo =
  | {
      [Type in AccountType]: Flat<
        {
          /** The type of the account, which determines the other fields. */
          accountType: Type;
          /** The rails that reach the account. */
          paymentRails?: Open<(typeof accountVariants)[Type]['rails'][number]>[];
        } & Partial<z.output<z.ZodMiniObject<(typeof accountVariants)[Type]['fields']>>>
      >;
    }[AccountType]
  | {
      /** A later kind of account, with fields of its own. */
      accountType: string & {};
      [field: string]: unknown;
    };

/** The parts that an account's schemas are built from. */
interface Variant {
  readonly fields: z.core.$ZodLooseShape;
  readonly rails: readonly string[];
}

/** Fields of an account that money is paid to, besides those of an account to create. */
interface BankForm<Rail extends string> {
  /** The rails that reach the account. */
  paymentRails?: Open<Rail>[];
  /** The reference to use in the transfer; the money cannot be assigned without it. */
  reference?: string;
}

/** Fields of a blockchain address besides the address itself. */
interface WalletForm {
  /** The address on the blockchain. */
  address?: string;
  /** The currency to send, such as `USDC`. */
  assetType?: string;
}

/** The types of account whose payment instructions share no field with the account as it is created. */
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
    /** The payload that one of the wallet's session keys stamps to pay the quote. */
    payloadToSign?: string;
  };
  LIGHTNING: {
    /** Lightning invoice (BOLT 11). */
    invoice?: string;
  };
  SPARK_WALLET: WalletForm & {
    /** Invoice of the payment, if there is one. */
    invoice?: string;
  };
}

/** Additional fields of some types of account. */
interface Additions {
  SWIFT_ACCOUNT: {
    /** Name of the account's holder. */
    accountHolderName?: string;
    /** Address of the bank. */
    bankAddress?: string;
  };
  USD_ACCOUNT: {
    /** Address of the bank. */
    bankAddress?: string;
  };
}

/** The types of account that money can be paid to. */
export type FundingType = AccountType | keyof OwnForms;

type Addition<Type> = Type extends keyof Additions ? Additions[Type] : unknown;
type Form<Of extends Variant> = Of['rails'] extends readonly []
  ? WalletForm
  : Partial<z.output<z.ZodMiniObject<Of['fields']>>> & BankForm<Of['rails'][number]>;

/** The account to pay money to, by `accountType`; a later type has fields of its own. */
export type FundingInfo =
  | {
      [Type in FundingType]: Flat<
        {
          /** The type of the account or wallet to pay to, which determines the other fields. */
          accountType: Type;
        } & (Type extends keyof OwnForms
          ? OwnForms[Type]
          : Type extends AccountType
            ? Form<(typeof accountVariants)[Type]> & Addition<Type>
            : never)
      >;
    }[FundingType]
  | {
      /** A later kind of account, with fields of its own. */
      accountType: string & {};
      [field: string]: unknown;
    };

function beneficiaryField({ person, details }: AccountVariant) {
  if (person === null) return {};
  const field =
    person === 'wallet' ? z.optional(walletBeneficiary()) : beneficiary(person, details);
  return { beneficiary: field };
}

function variantSchema([accountType, variant]: [string, AccountVariant]) {
  const { fields, needs, isExclusive = false } = variant;
  const schema = strictObject({
    accountType: z.literal(accountType),
    ...fields,
    ...beneficiaryField(variant),
    platformAccountId: z.optional(text),
  });
  if (needs === undefined) return schema;
  const words = needs.map((group) => group.join(' and ')).join(', or ');
  const isReached = (info: Readonly<Record<string, unknown>>) => {
    const complete = needs.filter((group) => group.every((name) => info[name] !== undefined));
    return isExclusive ? complete.length === 1 : complete.length > 0;
  };
  return schema.check(z.refine(isReached, `expected ${isExclusive ? 'one of ' : ''}${words}`));
}

/** The schema of the details of an account to create; built when the first account is added. */
export const accountInfoInput = z.lazy(() =>
  z.discriminatedUnion(
    'accountType',
    Object.entries<AccountVariant>(accountVariants).map(variantSchema) as never,
  ),
) as unknown as z.ZodMiniType<AccountInfoInput, AccountInfoInput>;
