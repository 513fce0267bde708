import * as z from 'zod';
import { file } from '../../format/file-schema.ts';
import { integer } from '../../format/request-values.ts';
import { freeObject, id, openEnum, resource, timestamp } from '../../format/response-values.ts';
import { machine, type StateMachine } from '../../format/state-machine.ts';
import { inUnit } from '../../format/units.ts';

export const customerImportStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;
type CustomerImportStatus = (typeof customerImportStatuses)[number];

/** An import is read, and ends. */
export const customerImportMachine: StateMachine<CustomerImportStatus> =
  machine<CustomerImportStatus>({
    PENDING: ['PROCESSING', 'COMPLETED', 'FAILED'],
    PROCESSING: ['COMPLETED', 'FAILED'],
    COMPLETED: [],
    FAILED: [],
  });

const count = inUnit(integer, 'count');

const customerImportShape = resource({
  /** `Job:<id>`, assigned by the service. */
  id: id('Job'),
  /** How far the import is. */
  status: openEnum(customerImportStatuses),
  /** Counts of the imported rows. */
  progress: resource({
    /** Number of rows in the file. */
    total: count,
    /** Number of rows read so far. */
    processed: count,
    /** Number of rows that became customers. */
    successful: count,
    /** Number of rows that were refused. */
    failed: count,
  }),
  /** Problems with individual rows. */
  errors: z
    .array(
      resource({
        /** Code of the error, as the creation of the customer would return it. */
        code: z.string().optional(),
        /** What is wrong with the row. */
        message: z.string().optional(),
        /** The fields concerned. */
        details: freeObject({}).optional(),
        /** The row: its `platformCustomerId`, or its number from 1. */
        correlationId: z.string(),
      }),
    )
    .optional(),
  /** When the import ended. */
  completedAt: timestamp.optional(),
});

/** An import of customers from a file. */
export interface CustomerImport extends z.output<typeof customerImportShape> {}
export const CustomerImport: z.ZodType<CustomerImport> = customerImportShape;

const acceptedShape = resource({
  /** The import's id, `Job:<id>`. */
  jobId: id('Job'),
  /** How far the import is. */
  status: openEnum(customerImportStatuses),
});

/** An import that was accepted, and has not ended. */
export interface AcceptedCustomerImport extends z.output<typeof acceptedShape> {}
export const AcceptedCustomerImport: z.ZodType<AcceptedCustomerImport> = acceptedShape;

/** The form of an import. */
export const customerImportUpload = z.strictObject({
  /** A CSV file of at most 10 MB: a row with the names of the fields, and one for each customer. */
  file: file({ types: ['text/csv'], maxBytes: 10 * 1024 * 1024 }),
});
