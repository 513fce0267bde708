import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  create: {
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
  list: {
    input: { customerId: 'Customer:91ab' },
    result: {
      data: [
        {
          id: 'Verification:0c77',
          customerId: 'Customer:91ab',
          verificationStatus: 'IN_PROGRESS',
          errors: [],
          createdAt: '2026-01-05T09:00:00Z',
        },
      ],
      hasMore: false,
      totalCount: 1,
    },
  },
  get: {
    input: { verificationId: 'Verification:0c77' },
    result: {
      id: 'Verification:0c77',
      customerId: 'Customer:91ab',
      verificationStatus: 'APPROVED',
      errors: [],
      createdAt: '2026-01-05T09:00:00Z',
    },
  },
};
