import * as z from 'zod';
import { text } from '../../format/request-values.ts';
import type { Open } from '../../format/response-values.ts';
import { africanVariants } from './african-variants.ts';
import { americanVariants } from './american-variants.ts';
import { asianVariants } from './asian-variants.ts';
import {
  type BusinessBeneficiary,
  beneficiary,
  type PersonBeneficiary,
  type PersonField,
} from './beneficiary.ts';
import { europeanVariants } from './european-variants.ts';
import { mobileVariants } from './mobile-variants.ts';
import { walletVariants } from './wallet-variants.ts';

/** One type of account: its own fields, the rails that reach it, what its person must tell. */
interface AccountVariant {
  readonly fields: z.core.$ZodLooseShape;
  /** Payment rails of a stored account; empty for a blockchain address. */
  readonly rails: readonly string[];
  /** Details its person must have; `wallet` takes a beneficiary but does not need one, null takes none. */
  readonly person: readonly PersonField[] | 'wallet' | null;
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
type Beneficiary<Person> = Person extends readonly PersonField[]
  ? {
      /** Who receives the money. */
      beneficiary: PersonBeneficiary<Person[number]> | BusinessBeneficiary;
    }
  : Person extends 'wallet'
    ? {
        /** Who receives the money. */
        beneficiary?: PersonBeneficiary<'countryOfResidence'> | BusinessBeneficiary | undefined;
      }
    : unknown;

/** The details of an account to create, by `accountType`. */
export type AccountInfoInput = {
  [Type in AccountType]: Flat<
    {
      /** What kind of account it is; the other fields follow from it. */
      accountType: Type;
    } & z.input<z.ZodObject<(typeof accountVariants)[Type]['fields']>> &
      Beneficiary<(typeof accountVariants)[Type]['person']> & {
        /** @deprecated Belongs beside `accountInfo`; tolerated here because public examples have it. */
        platformAccountId?: string | undefined;
      }
  >;
}[AccountType];

/** The details of a stored account, by `accountType`; a later type has fields of its own. */
export type AccountInfo =
  | {
      [Type in AccountType]: Flat<
        {
          /** What kind of account it is; the other fields follow from it. */
          accountType: Type;
          /** The rails that reach the account. */
          paymentRails?: Open<(typeof accountVariants)[Type]['rails'][number]>[];
        } & Partial<z.output<z.ZodObject<(typeof accountVariants)[Type]['fields']>>>
      >;
    }[AccountType]
  | {
      /** A later kind of account, with fields of its own. */
      accountType: string & {};
      [field: string]: unknown;
    };

function beneficiaryField(person: AccountVariant['person']) {
  if (person === null) return {};
  const field =
    person === 'wallet' ? beneficiary(['countryOfResidence']).optional() : beneficiary(person);
  return { beneficiary: field };
}

function variantSchema([accountType, variant]: [string, AccountVariant]) {
  return z.strictObject({
    accountType: z.literal(accountType),
    ...variant.fields,
    ...beneficiaryField(variant.person),
    platformAccountId: text.optional(),
  });
}

/** The schema of the details of an account to create; made when the first account is added. */
export const accountInfoInput = z.lazy(() =>
  z.discriminatedUnion(
    'accountType',
    Object.entries<AccountVariant>(accountVariants).map(variantSchema) as never,
  ),
) as unknown as z.ZodType<AccountInfoInput, AccountInfoInput>;
