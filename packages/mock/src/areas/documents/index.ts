import { area } from '../../engine/area.ts';
import { documentFixture, documents } from './documents.ts';
import { createDocument, deleteDocument, replaceDocument } from './operations.ts';

/** Documents of customers and beneficial owners. */
export const documentsArea = area({
  resources: [documents],
  operations: {
    'documents.create': createDocument,
    'documents.delete': deleteDocument,
    'documents.replace': replaceDocument,
  },
  fixtures: {
    /** Adds a passport. Without `documentHolder`, a customer is added too. */
    document: documentFixture,
  },
});
