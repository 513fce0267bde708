import * as z from 'zod/mini';
import { file } from '../../format/file-schema.ts';
import { strictObject } from '../../format/objects.ts';
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
  errors: z.optional(
    z.array(
      resource({
        /** Code of the error, as the creation of the customer would return it. */
        code: z.optional(z.string()),
        /** What is wrong with the row. */
        message: z.optional(z.string()),
        /** The fields concerned. */
        details: z.optional(freeObject({})),
        /** The row: its `platformCustomerId`, or its number from 1. */
        correlationId: z.string(),
      }),
    ),
  ),
  /** When the import ended. */
  completedAt: z.optional(timestamp),
});

/** An import of customers from a file. */
export interface CustomerImport extends z.output<typeof customerImportShape> {}
export const CustomerImport: z.ZodMiniType<CustomerImport> = customerImportShape;

const acceptedShape = resource({
  /** The import's id, `Job:<id>`. */
  jobId: id('Job'),
  /** How far the import is. */
  status: openEnum(customerImportStatuses),
});

/** An import that was accepted, and has not ended. */
export interface AcceptedCustomerImport extends z.output<typeof acceptedShape> {}
export const AcceptedCustomerImport: z.ZodMiniType<AcceptedCustomerImport> = acceptedShape;

/** The form of an import. */
export const customerImportUpload = strictObject({
  /** A CSV file of at most 10 MB: a row with the names of the fields, and one for each customer. */
  file: file({ types: ['text/csv'], maxBytes: 10 * 1024 * 1024 }),
});
