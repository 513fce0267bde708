import * as z from 'zod';
import { operation } from '../operation.ts';
import { requestId } from '../primitives.ts';
import { PaymentsDocument } from '../schemas/document.ts';
import { page, pageQuery } from '../schemas/page.ts';

/**
 * Lists verification documents.
 *
 * @see Specification, part 4, `GET /documents`
 */
export const list = operation({
  method: 'GET',
  path: '/documents',
  auth: 'platform',
  signing: 'never',
  retry: 'safe',
  origin: 'specified',
  list: true,
  query: z.strictObject({
    /** A customer or a beneficial owner. */
    documentHolder: requestId('Customer', 'BeneficialOwner').optional(),
    ...pageQuery,
  }),
  responses: { 200: page(PaymentsDocument) },
  errors: [],
  example: {
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
});
