import { PaymentsDocument } from '@org/payments-contract';
import { fixture } from '../../engine/resource/fixture.ts';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { Scene } from '../../world.ts';
import { addCustomer } from '../customers/customers.ts';

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

export const documentFixture = fixture({
  schema: PaymentsDocument,
  short: { issuedAt: 'string' },
  add: addDocument,
});

/** A document, with data that the mock stores besides its wire form. */
export interface DocumentRecord extends PaymentsDocument {
  /** When the document itself was issued, ISO 8601. Default: the time of the upload. */
  readonly issuedAt?: string | undefined;
  readonly bytes?: number;
  /** Hex SHA-256 of the uploaded file, whose bytes are not kept. */
  readonly sha256?: string;
}

export const documents = resource({
  name: 'documents',
  record: recordOf<DocumentRecord>(),
  id: 'Document',
  indexes: ['documentHolder'],
  view: ({ issuedAt: _date, bytes: _bytes, sha256: _digest, ...document }): PaymentsDocument =>
    document,
});
