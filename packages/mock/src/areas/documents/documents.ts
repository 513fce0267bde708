import type { PaymentsDocument } from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';

/** A document, and the date on it. */
export interface DocumentRecord extends PaymentsDocument {
  /** When the document itself was issued, ISO 8601; when it was uploaded, where left out. */
  readonly issuedAt?: string;
}

/** Documents of customers and beneficial owners. */
export const documents = resource({
  name: 'documents',
  record: recordOf<DocumentRecord>(),
  id: 'Document',
  indexes: ['documentHolder'],
  view: ({ issuedAt: _date, ...document }): PaymentsDocument => document,
});
