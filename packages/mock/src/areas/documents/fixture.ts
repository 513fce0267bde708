import { PaymentsDocument } from '@org/payments-contract';
import { fixture } from '../../engine/resource/fixture.ts';
import type { Scene } from '../../world.ts';
import { addCustomer } from '../customers/fixture.ts';
import { documents } from './documents.ts';

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

/** The fixture behind `mock.add.document`. */
export const documentFixture = fixture({
  schema: PaymentsDocument,
  short: { issuedAt: 'string' },
  add: addDocument,
});
