import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page, pageQuery } from '../../format/page.ts';
import { byCreated, byFields } from '../../format/reconcile.ts';
import { integer, requestId } from '../../format/request-values.ts';
import { inUnit } from '../../format/units.ts';
import {
  BeneficialOwner,
  beneficialOwnerRoles,
  ownerPersonalInfo,
  ownerPersonalInfoUpdate,
} from './schemas.ts';

/**
 * Adds a person who owns or controls a business customer. Before its verification, the business
 * needs one control person and every owner of 25 % or more.
 *
 * @see Specification, part 4, named: `POST /beneficial-owners`
 */
export const create = operation('POST /beneficial-owners', {
  body: strictObject({
    /** The business. */
    customerId: requestId('Customer'),
    /** The person's roles in the business; one person of each business has `CONTROL_PERSON`. */
    roles: z.array(z.enum(beneficialOwnerRoles)),
    /** The person's share of the business in whole percent; 0 for a control person who owns nothing. */
    ownershipPercentage: inUnit(integer.check(z.gte(0), z.lte(100)), 'percent'),
    /** The person's details. */
    personalInfo: ownerPersonalInfo,
  }),
  responses: { 201: BeneficialOwner },
  errors: ['USER_NOT_FOUND'],
  reconcile: byCreated('beneficialOwners.list', ['customerId'], 'id'),
});

const params = strictObject({
  /** The owner's id. */
  beneficialOwnerId: requestId('BeneficialOwner'),
});

/**
 * Lists the owners of a business.
 *
 * @see Public reference, `GET /beneficial-owners`
 */
export const list = operation('GET /beneficial-owners', {
  query: strictObject({
    /** The business. */
    customerId: requestId('Customer'),
    ...pageQuery,
  }),
  responses: { 200: page(BeneficialOwner) },
});

/**
 * Reads an owner.
 *
 * @see Public reference, `GET /beneficial-owners/{beneficialOwnerId}`
 */
export const get = operation('GET /beneficial-owners/{beneficialOwnerId}', {
  params,
  responses: { 200: BeneficialOwner },
});

/**
 * Changes an owner's roles, share or personal details.
 *
 * @see Public reference, `PATCH /beneficial-owners/{beneficialOwnerId}`
 */
export const update = operation('PATCH /beneficial-owners/{beneficialOwnerId}', {
  params,
  body: strictObject({
    /** The person's roles in the business. Replaces the whole list. */
    roles: z.optional(z.array(z.enum(beneficialOwnerRoles))),
    /** The person's share of the business in whole percent, 0 to 100. */
    ownershipPercentage: z.optional(inUnit(integer.check(z.gte(0), z.lte(100)), 'percent')),
    /** The person's details. Fields that are left out stay unchanged. */
    personalInfo: z.optional(ownerPersonalInfoUpdate),
  }).check(
    z.refine((update) => Object.values(update).some((value) => value !== undefined), {
      error: 'provide at least one field to change',
    }),
  ),
  responses: { 200: BeneficialOwner },
  errors: ['NOT_FOUND', 'USER_NOT_FOUND'],
  reconcile: byFields('beneficialOwners.get', 'beneficialOwnerId'),
});
