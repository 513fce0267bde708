import { event, orderedBy } from '../../format/event.ts';
import { CustomerImport, customerImportMachine } from './schemas.ts';

/** An import of customers has ended. `data` is the import. */
export const customerImportEvent = event({
  types: ['BULK_UPLOAD.COMPLETED', 'BULK_UPLOAD.FAILED'],
  data: CustomerImport,
  order: orderedBy('id', { status: customerImportMachine }),
  emittedBy: 'the end of an import of customers',
});
