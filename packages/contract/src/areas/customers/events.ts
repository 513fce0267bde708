import * as z from 'zod';
import { event } from '../../format/event.ts';
import { freeObject, openEnum, resource, timestamp } from '../../format/response-values.ts';
import { Customer } from './schemas.ts';

/** The status of a customer's verification changed. `data` is the customer. */
export const customerEvent = event({
  types: [
    'CUSTOMER.KYC_APPROVED',
    'CUSTOMER.KYC_REJECTED',
    'CUSTOMER.KYC_PENDING',
    'CUSTOMER.KYB_APPROVED',
    'CUSTOMER.KYB_REJECTED',
    'CUSTOMER.KYB_PENDING',
  ],
  data: Customer,
  emittedBy: "a change of a customer's `kycStatus` or `kybStatus`",
});

const bulkImportShape = resource({
  /** The import's id. */
  id: z.string(),
  /** How far the import is. */
  status: openEnum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED']),
  /** Counts of the imported rows. */
  progress: resource({
    /** Number of rows in the file. */
    total: z.number(),
    /** Number of rows read so far. */
    processed: z.number(),
    /** Number of rows that became customers. */
    successful: z.number(),
    /** Number of rows that were refused. */
    failed: z.number(),
  }),
  /** Problems with individual rows. */
  errors: z.array(freeObject({})).optional(),
  /** When the import ended. */
  completedAt: timestamp.optional(),
});

/** A bulk import of customers has ended. The import itself is outside this contract. */
export const bulkImportEvent = event({
  types: ['BULK_UPLOAD.COMPLETED', 'BULK_UPLOAD.FAILED'],
  data: bulkImportShape,
  emittedBy: 'the end of a bulk import of customers',
});
