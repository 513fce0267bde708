import * as z from 'zod';
import { id, openEnum, resource } from '../primitives.ts';

export const externalAccountStatuses = ['PENDING', 'ACTIVE', 'UNDER_REVIEW', 'INACTIVE'] as const;
export const beneficiaryVerificationStatuses = [
  'MATCHED',
  'PARTIAL_MATCH',
  'NOT_MATCHED',
  'UNSUPPORTED',
  'CHECKED_BY_RECEIVING_FI',
  'PENDING',
] as const;

const externalAccountShape = resource({
  id: id('ExternalAccount'),
  customerId: id('Customer').optional(),
  status: openEnum(externalAccountStatuses),
  currency: z.string(),
  platformAccountId: z.string().optional(),
  /** Whether the name of the beneficiary is that of the account's holder. */
  beneficiaryVerificationStatus: openEnum(beneficiaryVerificationStatuses).optional(),
  /** Fields by `accountType`. */
  accountInfo: z.looseObject({ accountType: z.string() }),
});

/** An account outside the service that money goes to or comes from. */
export interface ExternalAccount extends z.output<typeof externalAccountShape> {}
export const ExternalAccount: z.ZodType<ExternalAccount> = externalAccountShape;
