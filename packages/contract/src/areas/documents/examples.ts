import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { PaymentsDocument } from './schemas.ts';

const document: PaymentsDocument = {
  id: 'Document:1a2b',
  documentHolder: 'Customer:91ab',
  documentType: 'PASSPORT',
  country: 'GB',
  fileName: 'passport.jpg',
  side: 'FRONT',
  createdAt: '2026-01-05T09:00:00Z',
};

const upload = {
  file: {
    content: new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x2d]),
    fileName: 'passport.pdf',
    contentType: 'application/pdf',
  },
  documentType: 'PASSPORT',
  country: 'GB',
  side: 'FRONT',
} as const;

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  list: {
    input: { documentHolder: 'Customer:91ab', limit: 1 },
    result: {
      data: [document],
      hasMore: true,
      nextCursor: 'MQ',
      totalCount: 2,
    },
  },
  create: { input: { ...upload, documentHolder: 'Customer:91ab' }, result: document },
  get: { input: { documentId: 'Document:1a2b' }, result: document },
  replace: { input: { ...upload, documentId: 'Document:1a2b' }, result: document },
  delete: { input: { documentId: 'Document:1a2b' }, result: undefined },
};
