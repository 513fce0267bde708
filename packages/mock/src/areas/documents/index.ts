import { type FileInput, fileFacts } from '@org/payments-contract';
import { bytesToHex } from '@org/payments-crypto';
import { area } from '../../engine/area.ts';
import type { CallOf } from '../../engine/behaviour.ts';
import { invalidField, notFound, refuse } from '../../engine/refusal.ts';
import { outcomeOf } from '../../options/outcomes.ts';
import type { Scene } from '../../world.ts';
import { beneficialOwners } from '../beneficial-owners/beneficial-owners.ts';
import { customers } from '../customers/customers.ts';
import { verifications } from '../verifications/verifications.ts';
import { documentFixture, documents } from './documents.ts';

/** The bytes that files of each type start with. */
const beginnings: Readonly<Record<string, readonly number[]>> = {
  'application/pdf': [...'%PDF-'].map((character) => character.charCodeAt(0)),
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

interface StoredFile {
  readonly fileName: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Reads an uploaded file. @throws Refusal 400 if the bytes do not match the declared type */
async function readFile(file: FileInput): Promise<StoredFile> {
  const { fileName, contentType } = fileFacts(file);
  // A form contains files, never paths or streams.
  const content = new Uint8Array(await (file as Blob).arrayBuffer());
  const expected = beginnings[contentType] ?? [];
  if (expected.some((byte, index) => content[index] !== byte)) {
    throw invalidField('file', `is not a file of the type ${contentType}`);
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return { fileName, bytes: content.byteLength, sha256: bytesToHex(digest) };
}

type CreateCall = CallOf<'documents.create'>;
type ReplaceCall = CallOf<'documents.replace'>;

/** Checks that the holder exists and is not deleted. @throws Refusal 404 */
function requireHolder({ world }: Scene, id: string): void {
  const customerId = beneficialOwners.in(world).get(id)?.customerId ?? id;
  const customer = customers.in(world).get(customerId);
  if (customer !== undefined && customer.isDeleted !== true) return;
  throw notFound('Document holder', id);
}

/** Refuses a document whose number the sandbox's table rejects (rule 81). @throws Refusal 400 */
function requireQuality({ world, input }: CreateCall | ReplaceCall): void {
  const code = outcomeOf(world.settings.outcomes.document, input.documentNumber);
  if (code === 'ACCEPTED') return;
  const explanation = `The number ${input.documentNumber} ends in a suffix that causes ${code}.`;
  throw refuse(code, 'The document was rejected', explanation);
}

function detailsOf({ input }: CreateCall | ReplaceCall) {
  const { documentType, country, side, documentNumber, issuingAuthority } = input;
  return { documentType, country, side, documentNumber, issuingAuthority };
}

const usesDocuments: ReadonlySet<string> = new Set([
  'IN_PROGRESS',
  'PENDING_MANUAL_REVIEW',
  'APPROVED',
]);

export const documentsArea = area({
  resources: [documents],
  operations: {
    /** Stores an upload (rule 96): of the file, only its name, size and digest. */
    async 'documents.create'(call) {
      const { documentHolder } = call.input;
      requireHolder(call, documentHolder);
      const file = await readFile(call.input.file);
      requireQuality(call);
      // The holder may have been deleted while the file was read.
      requireHolder(call, documentHolder);
      const record = documents.add(call, { ...detailsOf(call), ...file, documentHolder });
      return { body: documents.view(record, call.world) };
    },

    'documents.delete'(call) {
      const { world, input } = call;
      const document = documents.require(call, input.documentId);
      const { documentHolder } = document;
      const owner = beneficialOwners.in(world).get(documentHolder);
      const customerId = owner?.customerId ?? documentHolder;
      const user = verifications
        .in(world)
        .find('customerId', customerId)
        .find(({ verificationStatus }) => usesDocuments.has(verificationStatus));
      if (user !== undefined) {
        const explanation = `${user.id} is ${user.verificationStatus} and uses the document.`;
        throw refuse('CONFLICT', 'A verification uses the document', explanation);
      }
      documents.remove(call, document);
      return { body: undefined };
    },

    /** Replaces the file and all details; the id and the holder stay. */
    async 'documents.replace'(call) {
      requireHolder(call, documents.require(call, call.input.documentId).documentHolder);
      const file = await readFile(call.input.file);
      requireQuality(call);
      // The document, or its holder, may have been deleted while the file was read.
      const current = documents.require(call, call.input.documentId);
      requireHolder(call, current.documentHolder);
      const fields = { ...detailsOf(call), ...file, issuedAt: undefined };
      return { body: documents.view(documents.change(call, current, fields), call.world) };
    },
  },
  fixtures: {
    /** Adds a passport. Without `documentHolder`, a customer is added too. */
    document: documentFixture,
  },
});
