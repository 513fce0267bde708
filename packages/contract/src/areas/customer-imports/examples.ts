import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  upload: {
    input: {
      file: {
        content: new TextEncoder().encode('customerType,fullName\r\nINDIVIDUAL,Ada Byron\r\n'),
        fileName: 'customers.csv',
        contentType: 'text/csv',
      },
    },
    result: { jobId: 'Job:4e21', status: 'PENDING' },
  },
  get: {
    input: { jobId: 'Job:4e21' },
    result: {
      id: 'Job:4e21',
      status: 'COMPLETED',
      progress: { total: 2, processed: 2, successful: 1, failed: 1 },
      errors: [
        { code: 'UMA_ADDRESS_EXISTS', message: 'The UMA address is taken', correlationId: '2' },
      ],
      completedAt: '2026-01-05T09:01:00Z',
    },
  },
};
