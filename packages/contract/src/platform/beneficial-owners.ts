import * as z from 'zod';
import { operation } from '../operation.ts';
import { integer, requestId } from '../primitives.ts';
import {
  BeneficialOwner,
  beneficialOwnerRoles,
  ownerPersonalInfo,
} from '../schemas/beneficial-owner.ts';

/**
 * Adds a person who owns or controls a business customer. Before verification it needs one control
 * person and every owner of 25 % or more.
 *
 * @see Specification, part 4, named: `POST /beneficial-owners`
 */
export const create = operation({
  method: 'POST',
  path: '/beneficial-owners',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'named',
  body: z.strictObject({
    customerId: requestId('Customer'),
    roles: z.array(z.enum(beneficialOwnerRoles)).min(1),
    /** Whole percent; 0 for a control person who owns nothing. */
    ownershipPercentage: integer.min(0).max(100),
    personalInfo: ownerPersonalInfo,
  }),
  responses: { 201: BeneficialOwner },
  errors: ['USER_NOT_FOUND'],
  example: {
    input: {
      customerId: 'Customer:91ab',
      roles: ['CONTROL_PERSON'],
      ownershipPercentage: 40,
      personalInfo: {
        firstName: 'Ada',
        lastName: 'Byron',
        birthDate: '1990-12-10',
        nationality: 'US',
        address: { line1: '1 Main Street', postalCode: '10001', country: 'US' },
        taxIdType: 'SSN',
        taxIdentifier: '123-45-6789',
      },
    },
    result: {
      id: 'BeneficialOwner:6d2e',
      customerId: 'Customer:91ab',
      roles: ['CONTROL_PERSON'],
      ownershipPercentage: 40,
      personalInfo: {
        firstName: 'Ada',
        lastName: 'Byron',
        birthDate: '1990-12-10',
        nationality: 'US',
        address: { line1: '1 Main Street', postalCode: '10001', country: 'US' },
        taxIdType: 'SSN',
        taxIdentifier: '***-**-6789',
      },
      kycStatus: 'UNVERIFIED',
      createdAt: '2026-01-05T09:00:00Z',
    },
  },
});
