import { type Examples, onePage } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { BeneficialOwner } from './schemas.ts';

const customerId = 'Customer:91ab';

const given = {
  roles: ['CONTROL_PERSON'],
  ownershipPercentage: 40,
  personalInfo: {
    firstName: 'Ada',
    lastName: 'Byron',
    birthDate: '1990-12-10',
    nationality: 'US',
    address: { line1: '1 Main Street', postalCode: '10001', country: 'US' },
    idType: 'SSN',
    identifier: '123-45-6789',
  },
} satisfies Partial<BeneficialOwner>;

const owner: BeneficialOwner = {
  id: 'BeneficialOwner:6d2e',
  customerId,
  ...given,
  personalInfo: { ...given.personalInfo, identifier: '***-**-6789' },
  kycStatus: 'UNVERIFIED',
  createdAt: '2026-01-05T09:00:00Z',
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  create: { input: { customerId, ...given }, result: owner },
  list: { input: { customerId }, result: onePage(owner) },
  get: { input: { beneficialOwnerId: 'BeneficialOwner:6d2e' }, result: owner },
  update: {
    input: { beneficialOwnerId: 'BeneficialOwner:6d2e', ownershipPercentage: 40 },
    result: owner,
  },
};
