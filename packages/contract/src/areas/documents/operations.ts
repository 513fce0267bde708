import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page, pageQuery } from '../../format/page.ts';
import { byAbsence, byCreated, byRepeat } from '../../format/reconcile.ts';
import { requestId } from '../../format/request-values.ts';
import { documentCreate, documentReplace, PaymentsDocument } from './schemas.ts';

/**
 * Lists verification documents in the order of their upload.
 *
 * @see Specification, part 4, `GET /documents`
 */
export const list = operation('GET /documents', {
  query: strictObject({
    /** A customer or a beneficial owner. */
    documentHolder: z.optional(requestId('Customer', 'BeneficialOwner')),
    ...pageQuery,
  }),
  responses: { 200: page(PaymentsDocument) },
});

/** Why a document may be rejected (specification, part 7). */
const rejections = [
  'LOW_QUALITY',
  'DATA_MISMATCH',
  'EXPIRED',
  'SUSPECTED_FRAUD',
  'UNSUITABLE_DOCUMENT',
  'INCOMPLETE',
] as const;

const params = strictObject({
  /** The document's id. */
  documentId: requestId('Document'),
});

/**
 * Uploads a verification document: a PDF, JPEG or PNG of at most 10 MB. Type and size are checked
 * before anything is sent, if they are known.
 *
 * @see Specification, part 4, named: `POST /documents`
 */
export const create = operation('POST /documents', {
  media: 'multipart',
  body: documentCreate,
  responses: { 201: PaymentsDocument },
  errors: ['NOT_FOUND', ...rejections],
  reconcile: byCreated('documents.list', ['documentHolder'], 'id'),
});

/**
 * Reads a document's details; its file cannot be downloaded.
 *
 * @see Public reference, `GET /documents/{documentId}`
 */
export const get = operation('GET /documents/{documentId}', {
  params,
  responses: { 200: PaymentsDocument },
});

/**
 * Replaces a document's file and all its details, for instance after it was rejected. A detail that
 * is left out is removed.
 *
 * @see Public reference, `PUT /documents/{documentId}`
 */
export const replace = operation('PUT /documents/{documentId}', {
  media: 'multipart',
  params,
  body: documentReplace,
  responses: { 200: PaymentsDocument },
  errors: rejections,
  reconcile: byRepeat('The document is replaced again by the same one.'),
});

/**
 * Deletes a document that no verification uses.
 *
 * @see Public reference, `DELETE /documents/{documentId}`
 */
const deleteDocument = operation('DELETE /documents/{documentId}', {
  params,
  responses: { 204: null },
  errors: ['CONFLICT'],
  reconcile: byAbsence('documents.get', 'documentId'),
});

export { deleteDocument as delete };
