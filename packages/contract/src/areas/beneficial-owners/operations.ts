import * as z from 'zod';
import { operation } from '../../format/operation.ts';
import { byHand } from '../../format/reconcile.ts';
import { integer, requestId } from '../../format/request-values.ts';
import { BeneficialOwner, beneficialOwnerRoles, ownerPersonalInfo } from './schemas.ts';

/**
 * Adds a person who owns or controls a business customer. Before verification it needs one control
 * person and every owner of 25 % or more.
 *
 * @see Specification, part 4, named: `POST /beneficial-owners`
 */
export const create = operation({
  method: 'POST',
  path: '/beneficial-owners',
  origin: 'named',
  body: z.strictObject({
    /** The business. */
    customerId: requestId('Customer'),
    roles: z.array(z.enum(beneficialOwnerRoles)).min(1),
    /** Whole percent; 0 for a control person who owns nothing. */
    ownershipPercentage: integer.min(0).max(100),
    personalInfo: ownerPersonalInfo,
  }),
  responses: { 201: BeneficialOwner },
  errors: ['USER_NOT_FOUND'],
  reconcile: byHand("Look through the business's owners."),
});
