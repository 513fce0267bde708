import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { byHand } from '../../format/reconcile.ts';
import { requestId } from '../../format/request-values.ts';
import { AcceptedCustomerImport, CustomerImport, customerImportUpload } from './schemas.ts';

/**
 * Starts an import of customers from a CSV file. Its end is an event, and can be read.
 *
 * @see Public reference, `POST /customers/bulk/csv`
 */
export const upload = operation('POST /customers/bulk/csv', {
  media: 'multipart',
  body: customerImportUpload,
  responses: { 202: AcceptedCustomerImport },
  result: { fields: ['jobId'] },
  reconcile: byHand(
    'List the customers: those with the `platformCustomerId` of a row were imported. Upload the others.',
  ),
});

/**
 * Reads how far an import is, and which rows were refused.
 *
 * @see Public reference, `GET /customers/bulk/jobs/{jobId}`
 */
export const get = operation('GET /customers/bulk/jobs/{jobId}', {
  params: strictObject({
    /** The import's id. */
    jobId: requestId('Job'),
  }),
  responses: { 200: CustomerImport },
  errors: ['BULK_UPLOAD_JOB_NOT_FOUND'],
});
