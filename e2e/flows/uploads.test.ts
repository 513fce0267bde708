import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import {
  createPaymentsClient,
  type PaymentsClientOptions,
  type UploadProgress,
} from '@org/payments-sdk';
import { nodeHttpTransport } from '@org/payments-sdk/node-http';
import { undiciTransport } from '@org/payments-sdk/undici';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

const SIZE = 10 * 1024 * 1024;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const picture = Buffer.concat([PNG, randomBytes(SIZE - PNG.length)]);
const details = { documentType: 'PASSPORT', country: 'GB', side: 'FRONT' } as const;

const folder = mkdtempSync(join(tmpdir(), 'uploads-'));
const onDisk = join(folder, 'a.png');
writeFileSync(onDisk, picture);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Stage {
  readonly open: () => {
    readonly options: Pick<PaymentsClientOptions, 'transport' | 'fetch'>;
    close?(): Promise<void>;
  };
}

async function start({ open }: Stage) {
  const mock = createMock({ seed: 'uploads', checkResponses: true });
  const { id: documentHolder } = mock.add.customer();
  const server = await listen(mock);
  const { options, close } = open();
  onTestFinished(async () => {
    await close?.();
    await server.close();
  });
  const payments = createPaymentsClient({ ...server.connection, ...options });
  const stored = () =>
    mock.snapshot().tables.documents.rows.map(([, document]) => document as { sha256?: string });
  return { mock, payments, documentHolder, stored };
}

async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
}

const transports: readonly (readonly [string, Stage['open']])[] = [
  [
    'node:http',
    () => {
      const transport = nodeHttpTransport();
      return { options: { transport }, close: () => transport.close() };
    },
  ],
  ['fetch', () => ({ options: { fetch: (request) => fetch(request) } })],
  [
    'undici',
    () => {
      const transport = undiciTransport();
      return { options: { transport }, close: () => transport.close() };
    },
  ],
];

describe.each(transports)('10 MB over %s', (_name, open) => {
  test.each([
    ['bytes', () => ({ content: picture, fileName: 'a.png', contentType: 'image/png' }), true],
    ['a File', () => new File([picture], 'a.png', { type: 'image/png' }), true],
    [
      'a Blob',
      () => ({
        content: new Blob([picture], { type: 'image/png' }),
        fileName: 'a.png',
        contentType: 'image/png',
      }),
      true,
    ],
    ['the path of a file', () => ({ path: onDisk }), true],
    [
      'a stream',
      () => ({ content: pieces(picture), fileName: 'a.png', contentType: 'image/png' }),
      false,
    ],
  ] as const)(
    'from %s: every byte arrives, and the last progress is the total',
    async (_source, file, hasTotal) => {
      const { payments, documentHolder, stored } = await start({ open });
      const seen: UploadProgress[] = [];
      const onProgress = (progress: UploadProgress) => void seen.push(progress);
      const input = { ...details, documentHolder, file: file() };
      const document = await payments.documents.create(input, { onProgress });
      expect(document.fileName).toBe('a.png');
      const sha256 = createHash('sha256').update(picture).digest('hex');
      expect(stored()).toMatchObject([{ bytes: SIZE, sha256 }]);
      const last = seen.at(-1);
      expect(last?.sent).toBeGreaterThan(SIZE);
      expect(last?.total).toBe(hasTotal ? last?.sent : undefined);
      expect(seen.length).toBeGreaterThan(100);
      const counts = seen.map(({ sent }) => sent);
      expect(counts).toEqual([...counts].sort((one, other) => one - other));
    },
  );

  test('an aborted upload stores nothing, which the error states, and can be repeated', async () => {
    const { payments, documentHolder, stored } = await start({ open });
    const controller = new AbortController();
    const onProgress = ({ sent }: UploadProgress) => {
      if (sent > 1024 * 1024) controller.abort(new Error('Enough.'));
    };
    const file = { content: picture, fileName: 'a.png', contentType: 'image/png' };
    const options = { onProgress, signal: controller.signal };
    const call = payments.documents.create({ ...details, documentHolder, file }, options);
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'ABORTED' });
    expect(String(error)).toContain('Nothing was changed.');
    expect(stored()).toEqual([]);
    const again = await payments.documents.create({ ...details, documentHolder, file });
    expect(again.id).toMatch(/^Document:/);
  });

  test('a stream one byte over the limit is cut off, and nothing is stored', async () => {
    const { payments, documentHolder, stored } = await start({ open });
    const content = pieces(Buffer.concat([picture, Buffer.from([0])]));
    const file = { content, fileName: 'a.png', contentType: 'image/png' };
    await expect(
      payments.documents.create({ ...details, documentHolder, file }),
    ).rejects.toMatchObject({ code: 'INVALID_REQUEST', issues: [{ path: 'file' }] });
    expect(stored()).toEqual([]);
    expect((await payments.documents.list()).data).toEqual([]);
  });
});

test('the type and the size are checked before anything is sent', async () => {
  const open = () => ({ options: { transport: nodeHttpTransport() } });
  const { mock, payments, documentHolder } = await start({ open });
  const files = [
    { content: Buffer.from('hello'), fileName: 'a.txt', contentType: 'text/plain' },
    { content: Buffer.alloc(SIZE + 1), fileName: 'a.png', contentType: 'image/png' },
    { content: new Uint8Array(0), fileName: 'a.png', contentType: 'image/png' },
    { path: join(folder, 'missing.png') },
  ];
  for (const file of files) {
    const call = payments.documents.create({ ...details, documentHolder, file });
    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  }
  expect(mock.requests).toEqual([]);
});

test('an upload, a write without a key, is sent once', async () => {
  const open = () => ({ options: { transport: nodeHttpTransport() } });
  const { mock, payments, documentHolder, stored } = await start({ open });
  const file = { content: picture, fileName: 'a.png', contentType: 'image/png' };
  mock.faults.add({ times: 1, effect: { kind: 'answer', status: 429, retryAfter: 0 } });
  const refused = payments.documents.create({ ...details, documentHolder, file });
  await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(mock.requests).toHaveLength(1);
  expect(stored()).toEqual([]);
  await payments.documents.create({ ...details, documentHolder, file });
  expect(stored()).toHaveLength(1);
});

const PDF = Buffer.from('%PDF-1.7 a page');
const passport = { documentType: 'PASSPORT', country: 'GB' } as const;

async function openServer() {
  const mock = createMock({ seed: 'uploads', checkResponses: true });
  const { id: documentHolder } = mock.add.customer();
  const server = await listen(mock);
  const transport = nodeHttpTransport();
  onTestFinished(async () => {
    await transport.close();
    await server.close();
  });
  const payments = createPaymentsClient({ ...server.connection, transport });
  return { mock, payments, documentHolder, server };
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test('rule 96: an upload that a proxy damages is refused, and can be repeated', async () => {
  const { mock, documentHolder } = await openServer();
  let isDamaged = true;
  const payments = createPaymentsClient({
    ...mock.connection,
    fetch: async (request) => {
      if (!isDamaged || request.method !== 'POST') return mock.fetch(request);
      isDamaged = false;
      const bytes = Buffer.from(await request.arrayBuffer());
      return mock.fetch(new Request(request, { body: bytes.subarray(0, bytes.length - 10) }));
    },
  });
  const file = { content: PDF, fileName: 'a.pdf', contentType: 'application/pdf' };
  const upload = () => payments.documents.create({ ...passport, documentHolder, file });
  expect(await failureOf(upload())).toMatchObject({
    name: 'BadRequestError',
    code: 'INVALID_REQUEST_FORMAT',
    issues: [{ path: 'body' }],
  });
  expect((await upload()).fileName).toBe('a.pdf');
  expect((await payments.documents.list({ documentHolder })).data).toHaveLength(1);
});
