import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileInput } from '@org/payments-contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  document,
  json,
  networkError,
  passport,
  reportingClient,
  scriptedClient,
} from '../../../../test/scripted-service.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { thrown } from '../../../../test/thrown.ts';
import { InvalidRequestError } from '../../../errors/caller-errors.ts';
import type { UploadProgress } from './multipart.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const details = { ...passport, documentNumber: 'X' };
const bytes = new TextEncoder().encode('%PDF-1.7 a passport');
const padded = Uint8Array.of(0x53, ...bytes, 0x53);
const pdf = { fileName: 'passport.pdf', contentType: 'application/pdf' };

const { folder } = temporaryFolder();
beforeAll(() => {
  writeFileSync(join(folder, 'passport.pdf'), bytes);
  writeFileSync(join(folder, 'passport.txt'), bytes);
  writeFileSync(join(folder, 'empty.pdf'), '');
  writeFileSync(join(folder, 'large.pdf'), new Uint8Array(MAX_BYTES + 1));
});

async function* pieces(...parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** A response as `fetch` returns it: one that is constructed does not have a URL. */
function fileResponse(body: Uint8Array<ArrayBuffer>, init: ResponseInit = {}): Response {
  const headers = { 'content-type': `${pdf.contentType}; charset=binary`, ...init.headers };
  const response = new Response(body, { ...init, headers });
  const url = `https://files.example.com/scans/${pdf.fileName}?signature=x`;
  return Object.defineProperty(response, 'url', { value: url });
}

const sources: readonly (readonly [string, () => FileInput])[] = [
  ['bytes', () => ({ content: bytes, ...pdf })],
  ['an ArrayBuffer', () => ({ content: bytes.buffer.slice(0), ...pdf })],
  [
    'a view of other bytes',
    () => ({ content: new DataView(padded.buffer, 1, bytes.length), ...pdf }),
  ],
  ['a Blob as content', () => ({ content: new Blob([bytes]), ...pdf })],
  ['a File', () => new File([bytes], pdf.fileName, { type: pdf.contentType })],
  ['a File without a type', () => new File([bytes], pdf.fileName)],
  ['a path', () => ({ path: join(folder, 'passport.pdf') })],
  ['an async iterable', () => ({ content: pieces(bytes.slice(0, 5), bytes.slice(5)), ...pdf })],
  ['a response', () => fileResponse(bytes)],
  ['a response as content', () => ({ content: new Response(bytes), ...pdf })],
  ['a stream', () => ({ content: new Blob([bytes]).stream(), ...pdf })],
];

/** A client whose service keeps the forms it receives. */
function uploading(status = 201) {
  const forms: FormData[] = [];
  const requests: Request[] = [];
  const fetch = vi.fn(async (request: Request) => {
    requests.push(request);
    forms.push(await request.clone().formData());
    return json(status, document);
  });
  const { payments } = scriptedClient([], { fetch });
  return { payments, forms, requests, fetch };
}

describe('documents.create', () => {
  test.each(sources)('sends %s with its details, the file last', async (_name, source) => {
    const { payments, forms } = uploading();
    await expect(payments.documents.create({ ...details, file: source() })).resolves.toEqual(
      document,
    );
    const [form] = forms as [FormData];
    expect([...form.keys()]).toEqual([...Object.keys(details), 'file']);
    expect(form.get('documentNumber')).toBe('X');
    const file = form.get('file') as File;
    expect({ fileName: file.name, contentType: file.type }).toEqual(pdf);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  });

  test('a type is sent as it is registered', async () => {
    const { payments, forms } = uploading();
    const file = { content: bytes, fileName: 'a.jpg', contentType: 'image/jpg' };
    await payments.documents.create({ ...details, file });
    const [form] = forms as [FormData];
    expect((form.get('file') as File).type).toBe('image/jpeg');
  });

  test.each([
    ['attachment; filename="scan 1.pdf"', 'scan 1.pdf'],
    ['attachment; filename=scan.pdf; size=3', 'scan.pdf'],
    ['attachment; filename="a.pdf"; filename*=UTF-8\'\'P%C3%A4ss.pdf', 'Päss.pdf'],
    ['attachment; filename="..\\\\..\\\\etc/x.pdf"', 'x.pdf'],
    ['attachment; filename="say \\"yes\\".pdf"', 'say "yes".pdf'],
    ["attachment; filename*=UTF-8''%E0%A4%A", pdf.fileName],
    ['inline', pdf.fileName],
  ])('a response has the name that it was sent with: %s', async (disposition, name) => {
    const { payments, forms } = uploading();
    const file = fileResponse(bytes, { headers: { 'content-disposition': disposition } });
    await payments.documents.create({ ...details, file });
    const [form] = forms as [FormData];
    expect((form.get('file') as File).name.replaceAll('%22', '"')).toBe(name);
  });

  test.each([
    ['is a response with the status 404', fileResponse(bytes, { status: 404 })],
    ['is a response with the status 206, a part of a file', fileResponse(bytes, { status: 206 })],
    [
      'is a response with the status 206, a part of a file',
      { content: new Response(bytes, { status: 206 }), ...pdf },
    ],
    ['has 10485761 bytes', fileResponse(bytes, { headers: { 'content-length': '10485761' } })],
    ['is of the type text/html', fileResponse(bytes, { headers: { 'content-type': 'text/html' } })],
  ])('a response is refused before anything is sent: %s', async (message, file) => {
    const { payments, fetch } = uploading();
    const found = { issues: [{ path: 'file', message: expect.stringContaining(message) }] };
    await expect(payments.documents.create({ ...details, file })).rejects.toMatchObject(found);
    expect(fetch).not.toHaveBeenCalled();
  });

  test('a response is read once: a second upload of it is refused, a shorter one broken off', async () => {
    const { payments, fetch } = uploading();
    const file = fileResponse(bytes);
    await payments.documents.create({ ...details, file });
    await expect(payments.documents.create({ ...details, file })).rejects.toThrow('already read');
    const short = fileResponse(bytes, { headers: { 'content-length': '1000' } });
    await expect(payments.documents.create({ ...details, file: short })).rejects.toThrow('shorter');
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('replace is a PUT to the document, without its id in the form', async () => {
    const { payments, forms, requests } = uploading(200);
    const { documentHolder: _holder, ...rest } = details;
    const file = { content: bytes, ...pdf };
    await payments.documents.replace({ ...rest, documentId: 'Document:1', file });
    expect(requests[0]).toMatchObject({ method: 'PUT' });
    expect(requests[0]?.url).toMatch(/\/documents\/Document:1$/);
    expect(forms[0]?.has('documentId')).toBe(false);
  });

  test.each<[string, () => unknown, RegExp]>([
    ['nothing', () => undefined, /expected a Blob/],
    ['a string', () => 'passport.pdf', /expected a Blob/],
    ['bytes without a name', () => bytes, /expected a Blob/],
    ['content that is a string', () => ({ content: 'x', ...pdf }), /expected a Blob/],
    ['another type', () => ({ content: bytes, ...pdf, contentType: 'text/html' }), /text\/html/],
    ['a Blob without a type', () => new Blob([bytes]), /unknown type/],
    ['a path with another extension', () => ({ path: join(folder, 'passport.txt') }), /unknown/],
    ['no bytes', () => ({ content: new Uint8Array(0), ...pdf }), /is empty/],
    [
      'one byte too many',
      () => ({ content: new Uint8Array(MAX_BYTES + 1), ...pdf }),
      /has 10485761 bytes; at most 10485760/,
    ],
    ['an empty file', () => ({ path: join(folder, 'empty.pdf') }), /is empty/],
    ['a large file', () => ({ path: join(folder, 'large.pdf') }), /at most 10485760/],
    ['a path to nothing', () => ({ path: join(folder, 'none.pdf') }), /ENOENT/],
    ['a folder', () => ({ path: folder, contentType: 'application/pdf' }), /not lead to a file/],
  ])('refuses %s before anything is sent', async (_name, file, message) => {
    const { payments, fetch } = uploading();
    const error = await thrown(payments.documents.create({ ...details, file: file() } as never));
    expect(error).toBeInstanceOf(InvalidRequestError);
    const found = [{ path: 'file', message: expect.stringMatching(message) }];
    expect((error as InvalidRequestError).issues).toEqual(found);
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each<[string, () => AsyncIterable<Uint8Array>, RegExp]>([
    [
      'is too large',
      () => pieces(...Array.from({ length: 11 }, () => new Uint8Array(1024 * 1024))),
      /at most 10485760/,
    ],
    ['is empty', () => pieces(), /is empty/],
    ['holds something other than bytes', () => pieces('text' as never), /other than bytes/],
    [
      'fails',
      async function* () {
        yield bytes;
        throw Object.assign(new Error('secret detail'), { code: 'EIO' });
      },
      /EIO/,
    ],
  ])('cuts off a stream that %s: nothing was changed', async (_, content, message) => {
    const { payments } = uploading();
    const file = { content: content(), ...pdf };
    const error = await thrown(payments.documents.create({ ...details, file }));
    expect(error).toBeInstanceOf(InvalidRequestError);
    const { issues, action } = error as InvalidRequestError;
    expect(issues).toEqual([{ path: 'file', message: expect.stringMatching(message) }]);
    expect(action).toContain('nothing was changed');
    expect(JSON.stringify(error)).not.toContain('secret detail');
  });

  test('bytes are sent again where nothing left; a consumed stream is not', async () => {
    const refused = () => networkError('ECONNREFUSED');
    const script = [refused(), json(201, document)];
    const one = reportingClient(script);
    await one.payments.documents.create({ ...details, file: { content: bytes, ...pdf } });
    expect(one.received).toHaveLength(2);
    const two = reportingClient([refused(), json(201, document)]);
    const file = { content: pieces(bytes), ...pdf };
    const error = await thrown(two.payments.documents.create({ ...details, file }));
    expect(error).toMatchObject({ name: 'ConnectionError' });
    expect(two.received).toHaveLength(1);
  });
});

test('progress reaches the caller, and a callback that throws does not affect the call', async () => {
  const { payments } = uploading();
  const seen: UploadProgress[] = [];
  const onProgress = (progress: UploadProgress) => {
    seen.push(progress);
    throw new Error('mine');
  };
  const file = { content: bytes, ...pdf };
  await payments.documents.create({ ...details, file }, { onProgress });
  const { sent, total } = seen.at(-1) ?? {};
  expect(sent).toBe(total);
  expect(sent).toBeGreaterThan(bytes.length);
});

test('onProgress is refused for a call without an upload', async () => {
  const { payments, received } = scriptedClient([]);
  const options = { onProgress: () => {} } as never;
  await expect(payments.documents.get({ documentId: 'Document:1' }, options)).rejects.toMatchObject(
    { issues: [{ path: 'options.onProgress', message: 'this operation does not accept a file' }] },
  );
  expect(received).toHaveLength(0);
});

test("a dry run shows the fields and the file's name, type and size, and does not read the file", () => {
  const { payments } = scriptedClient([]);
  const arrayBuffer = vi.fn();
  const file = { size: 9, type: 'image/png', name: 'a.png', arrayBuffer };
  const shown = payments.documents.create.dryRun({ ...details, file });
  expect(shown.headers['content-type']).toBe('multipart/form-data');
  const expected = { ...details, file: { fileName: 'a.png', contentType: 'image/png', size: 9 } };
  expect(shown.body).toEqual(expected);
  const curl = shown.toCurl();
  expect(curl).toContain("-F 'file=@a.png;type=image/png'");
  expect(curl).toContain("-F 'documentType=PASSPORT'");
  expect(curl).not.toContain('content-type');
  expect(arrayBuffer).not.toHaveBeenCalled();
});
