import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  list: {
    input: { documentHolder: 'Customer:91ab', limit: 1 },
    result: {
      data: [
        {
          id: 'Document:1a2b',
          documentHolder: 'Customer:91ab',
          documentType: 'PASSPORT',
          country: 'GB',
          fileName: 'passport.jpg',
          side: 'FRONT',
          createdAt: '2026-01-05T09:00:00Z',
        },
      ],
      hasMore: true,
      nextCursor: 'MQ',
      totalCount: 2,
    },
  },
};
