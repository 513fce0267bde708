import { PaymentsDocument } from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import type { Scene } from '../../world.ts';
import { addCustomer } from '../customers/fixture.ts';
import { documents } from './documents.ts';
import { createDocument, deleteDocument, replaceDocument } from './operations.ts';

/** Fields of a document to set. */
export interface DocumentFields extends Partial<PaymentsDocument> {
  /** When the document itself was issued, ISO 8601. Default: the time of the upload. */
  readonly issuedAt?: string;
}

function addDocument(scene: Scene, fields: DocumentFields = {}): PaymentsDocument {
  const document = documents.add(scene, {
    documentType: 'PASSPORT',
    country: 'US',
    fileName: 'passport.jpg',
    side: 'FRONT',
    ...fields,
    documentHolder: fields.documentHolder ?? addCustomer(scene).id,
  });
  return documents.view(document, scene.world);
}

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
    document: fixture({
      schema: PaymentsDocument,
      short: { issuedAt: 'string' },
      add: addDocument,
    }),
  },
});
