import * as z from 'zod';
import { operation } from '../../format/operation.ts';
import { page, pageQuery } from '../../format/page.ts';
import { requestId } from '../../format/request-values.ts';
import { PaymentsDocument } from './schemas.ts';

/**
 * Lists verification documents.
 *
 * @see Specification, part 4, `GET /documents`
 */
export const list = operation({
  method: 'GET',
  path: '/documents',
  origin: 'specified',
  query: z.strictObject({
    /** A customer or a beneficial owner. */
    documentHolder: requestId('Customer', 'BeneficialOwner').optional(),
    ...pageQuery,
  }),
  responses: { 200: page(PaymentsDocument) },
});
