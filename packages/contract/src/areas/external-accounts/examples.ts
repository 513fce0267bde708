import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { ExternalAccount } from './schemas.ts';

const accountInfo = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' };

const account: ExternalAccount = {
  id: 'ExternalAccount:9d2f',
  customerId: 'Customer:91ab',
  status: 'ACTIVE',
  currency: 'EUR',
  beneficiaryVerificationStatus: 'MATCHED',
  accountInfo,
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  create: {
    input: { customerId: 'Customer:91ab', currency: 'EUR', accountInfo },
    result: account,
  },
  get: { input: { externalAccountId: 'ExternalAccount:9d2f' }, result: account },
};
