import * as z from 'zod/mini';
import { withDefault } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { requestId, text } from '../../format/request-values.ts';
import { freeObject, id, openEnum, resource } from '../../format/response-values.ts';
import { type AccountInfo, accountInfoInput } from './account-variants.ts';

export const externalAccountStatuses = ['PENDING', 'ACTIVE', 'UNDER_REVIEW', 'INACTIVE'] as const;
export const ownershipTypes = ['FIRST_PARTY', 'THIRD_PARTY'] as const;
export const beneficiaryVerificationStatuses = [
  'MATCHED',
  'PARTIAL_MATCH',
  'NOT_MATCHED',
  'UNSUPPORTED',
  'CHECKED_BY_RECEIVING_FI',
  'PENDING',
] as const;

const externalAccountShape = resource({
  /** `ExternalAccount:<id>`. */
  id: id('ExternalAccount'),
  /** The customer the account belongs to; left out for an account of the platform. */
  customerId: z.optional(id('Customer')),
  /** The account's status; only `ACTIVE` accounts take part in payments. */
  status: openEnum(externalAccountStatuses),
  /** The account's currency: ISO 4217 code, or the ticker of a cryptocurrency. */
  currency: z.string(),
  /** The platform's own id of the account. */
  platformAccountId: z.optional(z.string()),
  /** Whether the account is the customer's own or somebody else's. */
  ownershipType: z.optional(openEnum(ownershipTypes)),
  /** Whether payments to the customer's UMA address arrive in this account. */
  defaultUmaDepositAccount: z.optional(z.boolean()),
  /** Whether the beneficiary's name matches the account holder's. */
  beneficiaryVerificationStatus: z.optional(openEnum(beneficiaryVerificationStatuses)),
  /** The account holder's details, as registered with the bank. */
  beneficiaryVerifiedData: z.optional(
    resource({
      /** The holder's name. */
      fullName: z.optional(z.string()),
    }),
  ),
  /** The account's details; the fields follow from `accountType`. */
  accountInfo: freeObject({ accountType: z.string() }) as unknown as z.ZodMiniType<AccountInfo>,
});

/** An account outside the service that money goes to or comes from. */
export interface ExternalAccount extends z.output<typeof externalAccountShape> {}
export const ExternalAccount: z.ZodMiniType<ExternalAccount> = externalAccountShape;

const createFields = {
  /** The account's currency: ISO 4217 code, or the ticker of a cryptocurrency. */
  currency: text,
  /** Your own id for the account. */
  platformAccountId: z.optional(text),
  /** Whether the account is the owner's own or somebody else's. */
  ownershipType: z.optional(z.enum(ownershipTypes)),
  /** The account's details; the fields follow from `accountType`. */
  accountInfo: accountInfoInput,
};

/** The body that adds an external account of a customer. */
export const externalAccountCreate = strictObject({
  /** The customer the account belongs to. */
  customerId: z.optional(requestId('Customer')),
  ...createFields,
  /** Whether payments to the customer's UMA address arrive in this account. Default false. */
  defaultUmaDepositAccount: withDefault(z.boolean(), false),
});

/** The body that adds an external account of the platform. */
export const platformAccountCreate = strictObject(createFields);
