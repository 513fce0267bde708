export { documentSides, documentTypes, PaymentsDocument } from './schemas.ts';
