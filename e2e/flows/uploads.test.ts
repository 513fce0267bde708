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
