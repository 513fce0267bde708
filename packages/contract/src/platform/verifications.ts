import * as z from 'zod';
import { operation } from '../operation.ts';
import { requestId } from '../primitives.ts';
import { Verification } from '../schemas/verification.ts';

/**
 * Submits a customer for KYC or KYB. The answer's `errors` say what is missing; call again once
 * that is supplied.
 *
 * @see Specification, part 4, `POST /verifications`
 */
export const create = operation({
  method: 'POST',
  path: '/verifications',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'specified',
  body: z.strictObject({ customerId: requestId('Customer') }),
  responses: { 200: Verification },
  errors: ['USER_NOT_FOUND'],
  example: {
    input: { customerId: 'Customer:91ab' },
    result: {
      id: 'Verification:0c77',
      customerId: 'Customer:91ab',
      verificationStatus: 'RESOLVE_ERRORS',
      errors: [
        {
          resourceId: 'Customer:91ab',
          type: 'MISSING_FIELD',
          field: 'birthDate',
          reason: 'The date of birth is missing.',
        },
      ],
      createdAt: '2026-01-05T09:00:00Z',
    },
  },
});

/**
 * Reads a verification.
 *
 * @see Public reference, `GET /verifications/{verificationId}`
 */
export const get = operation({
  method: 'GET',
  path: '/verifications/{verificationId}',
  auth: 'platform',
  signing: 'never',
  retry: 'safe',
  origin: 'reference',
  params: z.strictObject({ verificationId: requestId('Verification') }),
  responses: { 200: Verification },
  errors: ['NOT_FOUND'],
  example: {
    input: { verificationId: 'Verification:0c77' },
    result: {
      id: 'Verification:0c77',
      customerId: 'Customer:91ab',
      verificationStatus: 'APPROVED',
      errors: [],
      createdAt: '2026-01-05T09:00:00Z',
    },
  },
});
