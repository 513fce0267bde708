import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import {
  expectInvalid,
  expectRefused,
  type Lab,
  openLab,
  type Reply,
} from '../../../test/lab/lab.ts';

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

/** Sends a form, or raw bytes with a content type of their own. */
async function upload(
  { door }: Lab,
  method: string,
  path: string,
  body: FormData | string,
  contentType?: string,
): Promise<Reply> {
  const { baseUrl, tokenId, clientSecret } = door.connection;
  const response = await door.fetch(`${baseUrl}${path}`, {
    method,
    body,
    headers: {
      authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}`,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const details = { documentType: 'PASSPORT', country: 'GB', side: 'FRONT' };

async function uploaded(lab: Lab, fields: Form = {}, file?: FilePart): Promise<Reply> {
  const documentHolder = lab.mock.add.customer().id;
  return upload(lab, 'POST', '/documents', form({ ...details, documentHolder, ...fields }, file));
}

rules('documents', (test, door) => {
  test('rule 96: an upload is stored with its details; its bytes arrive intact', async (lab) => {
    const bytes = Buffer.concat([PDF, randomBytes(200_000)]);
    const documentNumber = 'AB"12\r\n--x';
    const name = 'Reisepaß "Ada".pdf';
    const { status, body } = await uploaded(lab, { documentNumber }, { bytes, name });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...details, documentNumber, fileName: name });
    expect(body.id).toMatch(/^Document:/);
    expect(body).not.toHaveProperty('sha256');
    const [[, kept]] = lab.mock.snapshot().tables.documents.rows as [[number, object]];
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(kept).toMatchObject({ bytes: bytes.length, sha256 });
    expect((await lab.send('GET', `/documents/${body.id}`)).body).toEqual(body);
  });

  test('rule 96: the log shows the facts of the file and none of its bytes', async (lab) => {
    await uploaded(lab, {}, { bytes: Buffer.from('%PDF-secret content of a passport') });
    const [entry] = lab.mock.requests.slice(-1);
    expect(entry?.requestBody).toMatchObject({
      ...details,
      file: { fileName: 'passport.pdf', contentType: 'application/pdf', size: 33 },
    });
    expect(JSON.stringify(lab.mock.requests)).not.toContain('secret content');
    expect(JSON.stringify(lab.mock.snapshot())).not.toContain('secret content');
  });

  test('rule 96: JPEG and PNG are accepted too', async (lab) => {
    const jpeg = { bytes: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), type: 'image/jpeg' };
    const png = { bytes: Uint8Array.of(0x89, 80, 78, 71, 13, 10, 26, 10), type: 'image/png' };
    for (const file of [jpeg, png]) expect((await uploaded(lab, {}, file)).status).toBe(201);
  });

  test.each<[string, FilePart, RegExp]>([
    ['another type', { type: 'text/html' }, /text\/html; expected/],
    ['no type', { type: '', name: 'passport' }, /expected/],
    ['no bytes', { bytes: new Uint8Array(0) }, /is empty/],
    ['bytes of another type', { bytes: Uint8Array.of(0xff, 0xd8, 0xff) }, /not a file of the type/],
    [
      'one byte too many',
      { bytes: Buffer.concat([PDF, Buffer.alloc(MAX_BYTES + 1 - PDF.length)]) },
      /at most 10485760/,
    ],
  ])('rule 96: a file with %s is 400 and names the field', async (_name, file, message) => {
    const lab = await openLab(door);
    const reply = await uploaded(lab, {}, file);
    expectInvalid(reply, 'file');
    expect(JSON.stringify(reply.body)).toMatch(message);
    expect(lab.mock.snapshot().tables.documents.rows).toEqual([]);
  });

  test('rule 96: a file of exactly the maximum size is accepted', async (lab) => {
    const bytes = Buffer.concat([PDF, Buffer.alloc(MAX_BYTES - PDF.length)]);
    expect((await uploaded(lab, {}, { bytes })).status).toBe(201);
  });

  test('rule 96: missing, repeated and unknown fields are named, all in one response', async (lab) => {
    const holder = { documentHolder: lab.mock.add.customer().id };
    const send = (data: FormData) => upload(lab, 'POST', '/documents', data);
    expectInvalid(await send(form(holder, null)), 'file', 'documentType', 'country');
    const text = form({ ...details, ...holder, file: 'passport.pdf' }, null);
    expectInvalid(await send(text), 'file');
    const twice = form({ ...details, ...holder });
    twice.append('file', new Blob([PDF], { type: 'application/pdf' }), 'b.pdf');
    expectInvalid(await send(twice), 'file');
    const odd = form({ ...details, ...holder, __proto__x: '1', constructor: '2' });
    odd.append('__proto__', '3');
    expectInvalid(await send(odd), '__proto__', '__proto__x', 'constructor');
    expectInvalid(await uploaded(lab, { side: 'TOP', country: 'GBR' }), 'side', 'country');
  });

  test.each([
    ['a broken boundary', '--other\r\n\r\n', 'multipart/form-data; boundary=x'],
    [
      'no end',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
      'multipart/form-data; boundary=x',
    ],
    ['no boundary', '--x--', 'multipart/form-data'],
    ['JSON', '{"documentType":"PASSPORT"}', 'application/json'],
    ['a string', 'PASSPORT', 'text/plain'],
  ])('rule 96: a body with %s is 400', async (_name, body, type) => {
    const lab = await openLab(door);
    const reply = await upload(lab, 'POST', '/documents', body, type);
    expectRefused(reply, 400, 'INVALID_REQUEST_FORMAT');
    expect(reply.body.details).toMatchObject({ errors: [{ field: 'body' }] });
  });

  test('rule 96: a missing body is 400', async (lab) => {
    expectRefused(await lab.send('POST', '/documents'), 400, 'INVALID_INPUT');
  });

  test('rule 6: an unknown or deleted holder is 404; an owner is a holder too', async (lab) => {
    expectRefused(await uploaded(lab, { documentHolder: 'Customer:none' }), 404, 'NOT_FOUND');
    const customer = lab.mock.add.customer();
    await lab.send('DELETE', `/customers/${customer.id}`);
    expectRefused(await uploaded(lab, { documentHolder: customer.id }), 404, 'NOT_FOUND');
    const owner = lab.mock.add.beneficialOwner();
    expect((await uploaded(lab, { documentHolder: owner.id })).status).toBe(201);
    for (const method of ['GET', 'DELETE']) {
      expectRefused(await lab.send(method, '/documents/Document:none'), 404, 'NOT_FOUND');
    }
    const put = await upload(lab, 'PUT', '/documents/Document:none', form(details));
    expectRefused(put, 404, 'NOT_FOUND');
  });

  test('rule 81: the number of a document decides whether it is accepted', async (lab) => {
    const codes = [
      'LOW_QUALITY',
      'DATA_MISMATCH',
      'EXPIRED',
      'SUSPECTED_FRAUD',
      'UNSUITABLE_DOCUMENT',
      'INCOMPLETE',
    ];
    for (const [index, code] of codes.entries()) {
      expectRefused(await uploaded(lab, { documentNumber: `X00${index + 2}` }), 400, code);
    }
    expect((await uploaded(lab, { documentNumber: 'X008' })).status).toBe(201);
  });

  test('rule 96: a replacement keeps id and holder, and removes details that are left out', async (lab) => {
    const { body: first } = await uploaded(lab, { documentNumber: 'A1', issuingAuthority: 'HMPO' });
    lab.mock.clock.advance({ minutes: 1 });
    const data = form({ documentType: 'NATIONAL_ID', country: 'FR' }, { name: 'card.pdf' });
    const { status, body } = await upload(lab, 'PUT', `/documents/${first.id}`, data);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: first.id,
      documentHolder: first.documentHolder,
      documentType: 'NATIONAL_ID',
      country: 'FR',
      fileName: 'card.pdf',
      createdAt: first.createdAt,
      updatedAt: new Date(lab.mock.clock.now()).toISOString(),
    });
    expectInvalid(await upload(lab, 'PUT', `/documents/${first.id}`, form(details, null)), 'file');
  });

  test('rule 96: a deletion is 204, and 409 while a verification uses the document', async (lab) => {
    const { body } = await uploaded(lab);
    const deleted = await lab.send('DELETE', `/documents/${body.id}`);
    expect(deleted.status).toBe(204);
    expectRefused(await lab.send('GET', `/documents/${body.id}`), 404, 'NOT_FOUND');
    const customer = lab.mock.add.customer({ kycStatus: 'UNVERIFIED', birthDate: undefined });
    const { id } = lab.mock.add.document({ documentHolder: customer.id });
    await lab.send('POST', '/verifications', { customerId: customer.id });
    const other = lab.mock.add.document({ documentHolder: customer.id });
    expect((await lab.send('DELETE', `/documents/${other.id}`)).status).toBe(204);
    await lab.send('PATCH', `/customers/${customer.id}`, { birthDate: '1990-01-01' });
    await lab.send('POST', '/verifications', { customerId: customer.id });
    expectRefused(await lab.send('DELETE', `/documents/${id}`), 409, 'CONFLICT');
  });

  test('rule 75: documents are filtered by their holder', async (lab) => {
    const mine = lab.mock.add.document({ documentHolder: 'BeneficialOwner:1' });
    lab.mock.add.document({ documentHolder: 'Customer:holder' });
    const page = await lab.send('GET', '/documents?documentHolder=BeneficialOwner%3A1');
    expect(page.body).toEqual({ data: [mine], hasMore: false, totalCount: 1 });
    const none = await lab.send('GET', '/documents?documentHolder=Customer:none');
    expect(none.body).toEqual({ data: [], hasMore: false, totalCount: 0 });
    expectInvalid(await lab.send('GET', '/documents?documentHolder=Card:1'), 'documentHolder');
  });
});
