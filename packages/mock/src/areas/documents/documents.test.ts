import { createHash, randomBytes } from 'node:crypto';
import { documentSides, documentTypes, verificationStatuses } from '@org/payments-contract';
import { expect } from 'vitest';
import { test } from '../../../test/support/api-test.ts';
import { duringCheck } from '../../../test/support/credentials.ts';
import {
  expectInvalid,
  expectRefused,
  idsOf,
  type OpenMock,
  type Reply,
} from '../../../test/support/open-mock.ts';

const PDF = Buffer.from('%PDF-1.7 a passport');
const MAX_BYTES = 10 * 1024 * 1024;

type Form = Readonly<Record<string, string>>;

interface FilePart {
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly name?: string;
  readonly type?: string;
}

function form(fields: Form, file: FilePart | null = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  if (file === null) return data;
  const { bytes = PDF, name = 'passport.pdf', type = 'application/pdf' } = file;
  data.append('file', new Blob([bytes], { type }), name);
  return data;
}

const details = { documentType: 'PASSPORT', country: 'GB', side: 'FRONT' };

async function uploaded(api: OpenMock, fields: Form = {}, file?: FilePart): Promise<Reply> {
  const documentHolder = api.mock.add.customer().id;
  return api.send('POST', '/documents', form({ ...details, documentHolder, ...fields }, file));
}

/** Uploads a document, whose result is compared with what was sent. */
async function accepted(api: OpenMock, fields: Form): Promise<void> {
  const { status, body } = await uploaded(api, fields);
  expect([status, body]).toEqual([201, expect.objectContaining(fields)]);
}

test('rule 96: an upload is stored with its details; its bytes arrive intact', async (api) => {
  const bytes = Buffer.concat([PDF, randomBytes(200_000)]);
  const documentNumber = 'AB"12\r\n--x';
  const name = 'Reisepaß "Ada".pdf';
  const { status, body } = await uploaded(api, { documentNumber }, { bytes, name });
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...details, documentNumber, fileName: name });
  expect(body.id).toMatch(/^Document:/);
  expect(body).not.toHaveProperty('sha256');
  const [[, kept]] = api.mock.snapshot().tables.documents.rows as [[number, object]];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(kept).toMatchObject({ bytes: bytes.length, sha256 });
  expect((await api.send('GET', `/documents/${body.id}`)).body).toEqual(body);
});

test('rule 96: the log shows the facts of the file and none of its bytes', async (api) => {
  await uploaded(api, {}, { bytes: Buffer.from('%PDF-secret content of a passport') });
  const [entry] = api.mock.requests.slice(-1);
  expect(entry?.requestBody).toMatchObject({
    ...details,
    file: { fileName: 'passport.pdf', contentType: 'application/pdf', size: 33 },
  });
  expect(JSON.stringify(api.mock.requests)).not.toContain('secret content');
  expect(JSON.stringify(api.mock.snapshot())).not.toContain('secret content');
});

test('rule 96: a document has each type and side that an upload gives', async (api) => {
  for (const documentType of documentTypes) await accepted(api, { documentType });
  for (const side of documentSides) await accepted(api, { side });
});

test('rule 96: each form of PDF, JPEG and PNG is accepted', async (api) => {
  const png = { bytes: Uint8Array.of(0x89, 80, 78, 71, 13, 10, 26, 10), type: 'image/png' };
  // JFIF, Exif, SPIFF, Adobe, and one without any of them.
  const jpegs = [0xe0, 0xe1, 0xe8, 0xee, 0xdb].map((marker) => ({
    ...{ bytes: Uint8Array.of(0xff, 0xd8, 0xff, marker), type: 'image/jpeg' },
  }));
  const pdfs = ['1.0', '1.7', '2.0'].map((version) => ({ bytes: Buffer.from(`%PDF-${version}`) }));
  for (const file of [png, ...jpegs, ...pdfs])
    expect((await uploaded(api, {}, file)).status).toBe(201);
});

test.rows<[string, FilePart, RegExp]>([
  ['another type', { type: 'text/html' }, /text\/html; expected/],
  ['no type', { type: '', name: 'passport' }, /expected/],
  ['no bytes', { bytes: new Uint8Array(0) }, /is empty/],
  ['bytes of another type', { bytes: Uint8Array.of(0xff, 0xd8, 0xff) }, /not a file of the type/],
  ['bytes that begin alike', { bytes: Buffer.from('%PDX-1.7') }, /not a file of the type/],
  [
    'one byte too many',
    { bytes: Buffer.concat([PDF, Buffer.alloc(MAX_BYTES + 1 - PDF.length)]) },
    /at most 10485760/,
  ],
])('rule 96: a file with %s is 400 and names the field', async (api, _name, file, message) => {
  const reply = await uploaded(api, {}, file);
  expectInvalid(reply, 'file');
  expect(JSON.stringify(reply.body)).toMatch(message);
  expect(api.mock.snapshot().tables.documents.rows).toEqual([]);
});

test('rule 96: a file of exactly the maximum size is accepted', async (api) => {
  const bytes = Buffer.concat([PDF, Buffer.alloc(MAX_BYTES - PDF.length)]);
  expect((await uploaded(api, {}, { bytes })).status).toBe(201);
});

test('rule 96: missing, repeated and unknown fields are named, all in one response', async (api) => {
  const holder = { documentHolder: api.mock.add.customer().id };
  const send = (data: FormData) => api.send('POST', '/documents', data);
  expectInvalid(await send(form(holder, null)), 'file', 'documentType', 'country');
  const text = form({ ...details, ...holder, file: 'passport.pdf' }, null);
  expectInvalid(await send(text), 'file');
  const twice = form({ ...details, ...holder });
  twice.append('file', new Blob([PDF], { type: 'application/pdf' }), 'b.pdf');
  expectInvalid(await send(twice), 'file');
  const odd = form({ ...details, ...holder, __proto__x: '1', constructor: '2' });
  odd.append('__proto__', '3');
  expectInvalid(await send(odd), '__proto__', '__proto__x', 'constructor');
  expectInvalid(await api.send('POST', '/documents'), 'body');
});

test.rows([
  ['a broken boundary', '--other\r\n\r\n', 'multipart/form-data; boundary=x'],
  [
    'no end',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
    'multipart/form-data; boundary=x',
  ],
  ['no boundary', '--x--', 'multipart/form-data'],
  ['JSON', '{"documentType":"PASSPORT"}', 'application/json'],
  ['a string', 'PASSPORT', 'text/plain'],
])('rule 96: a body with %s is 400', async (api, _name, body, type) => {
  const reply = await api.send('POST', '/documents', body, { 'content-type': type });
  expectRefused(reply, 400, 'INVALID_REQUEST_FORMAT');
  expect(reply.body.details).toMatchObject({ errors: [{ field: 'body' }] });
});

test('rule 6: an unknown or deleted holder is 404; an owner is a holder too', async (api) => {
  expectRefused(await uploaded(api, { documentHolder: 'Customer:none' }), 404, 'NOT_FOUND');
  const customer = api.mock.add.customer();
  await api.send('DELETE', `/customers/${customer.id}`);
  expectRefused(await uploaded(api, { documentHolder: customer.id }), 404, 'NOT_FOUND');
  const owner = api.mock.add.beneficialOwner();
  const { status, body } = await uploaded(api, { documentHolder: owner.id });
  expect(status).toBe(201);
  expect(idsOf(await api.send('GET', '/documents'))).toEqual([body.id]);
  await api.send('DELETE', `/customers/${owner.customerId}`);
  const replaced = await api.send('PUT', `/documents/${body.id}`, form(details));
  expectRefused(replaced, 404, 'NOT_FOUND');
});

test('rule 96: a replacement keeps id and holder, and removes details that are left out', async (api) => {
  const { body: first } = await uploaded(api, { documentNumber: 'A1', issuingAuthority: 'HMPO' });
  api.mock.clock.advance({ minutes: 1 });
  const data = form({ documentType: 'NATIONAL_ID', country: 'FR' }, { name: 'card.pdf' });
  const { status, body } = await api.send('PUT', `/documents/${first.id}`, data);
  expect(status).toBe(200);
  expect(body).toEqual({
    id: first.id,
    documentHolder: first.documentHolder,
    documentType: 'NATIONAL_ID',
    country: 'FR',
    fileName: 'card.pdf',
    createdAt: first.createdAt,
    updatedAt: new Date(api.mock.clock.now()).toISOString(),
  });
  expectInvalid(await api.send('PUT', `/documents/${first.id}`, form(details, null)), 'file');
});

test('rule 96: the document of a customer who is deleted while its file is read is not stored', async (api) => {
  const { id, documentHolder } = api.mock.add.document();
  const holders = [api.mock.add.customer().id, documentHolder];
  const requests = [
    ['POST', '/documents', form({ ...details, documentHolder: holders[0] ?? '' })],
    ['PUT', `/documents/${id}`, form(details)],
  ] as const;
  for (const [index, [method, path, body]] of requests.entries()) {
    duringCheck(() => api.send('DELETE', `/customers/${holders[index]}`));
    expectRefused(await api.send(method, path, body), 404, 'NOT_FOUND');
  }
});

test('rule 96: a deletion is 204, and 409 while a verification uses the document', async (api) => {
  const { body } = await uploaded(api);
  const deleted = await api.send('DELETE', `/documents/${body.id}`);
  expect(deleted.status).toBe(204);
  expectRefused(await api.send('GET', `/documents/${body.id}`), 404, 'NOT_FOUND');
  const customer = api.mock.add.customer({ kycStatus: 'UNVERIFIED', birthDate: undefined });
  const { id } = api.mock.add.document({ documentHolder: customer.id });
  await api.send('POST', '/verifications', { customerId: customer.id });
  const other = api.mock.add.document({ documentHolder: customer.id });
  expect((await api.send('DELETE', `/documents/${other.id}`)).status).toBe(204);
  await api.send('PATCH', `/customers/${customer.id}`, { birthDate: '1990-01-01' });
  await api.send('POST', '/verifications', { customerId: customer.id });
  expectRefused(await api.send('DELETE', `/documents/${id}`), 409, 'CONFLICT');
});

test('rule 75: documents are filtered by what can hold some', async (api) => {
  const passport = { documentType: 'PASSPORT', country: 'US', side: 'FRONT' };
  expect(api.mock.add.document()).toMatchObject(passport);
  expectInvalid(await api.send('GET', '/documents?documentHolder=Card:1'), 'documentHolder');
});

test.rows(verificationStatuses)('rule 96: a verification that is %s', async (api, status) => {
  const { id, documentHolder } = api.mock.add.document();
  api.mock.webhooks.trigger(`VERIFICATION.${status}`);
  const snapshot = structuredClone(api.mock.snapshot());
  for (const [, row] of snapshot.tables.verifications.rows) {
    Object.assign(row, { customerId: documentHolder });
  }
  api.mock.restore(snapshot);
  const isUsed = /^(IN_PROGRESS|PENDING_MANUAL_REVIEW|APPROVED)$/.test(status);
  expect((await api.send('DELETE', `/documents/${id}`)).status).toBe(isUsed ? 409 : 204);
});
