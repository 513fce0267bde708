import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import { nodeHttpTransport } from '@org/payments-sdk/node-http';
import { expect, onTestFinished, test } from 'vitest';

const PDF = Buffer.from('%PDF-1.7 a page');
const passport = { documentType: 'PASSPORT', country: 'GB' } as const;

async function start() {
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

test('rule 96: bytes that are not of the declared type are refused with the name of the field', async () => {
  const { payments, documentHolder, mock } = await start();
  const file = { content: PDF, fileName: 'a.png', contentType: 'image/png' };
  const error = await failureOf(payments.documents.create({ ...passport, documentHolder, file }));
  expect(error).toMatchObject({
    name: 'BadRequestError',
    code: 'INVALID_INPUT',
    status: 400,
    fault: 'caller',
    retryable: false,
    operation: 'documents.create',
    issues: [{ path: 'file', message: expect.stringContaining('image/png') }],
  });
  expect(mock.snapshot().tables.documents.rows).toEqual([]);
  expect((await payments.documents.list({ documentHolder })).data).toEqual([]);

  const right = { ...file, contentType: 'application/pdf', fileName: 'a.pdf' };
  const stored = await payments.documents.create({ ...passport, documentHolder, file: right });
  expect(await payments.documents.get({ documentId: stored.id })).toEqual(stored);
});

test('rule 96: a form without a file, or with one of an unknown type or too large, names the field', async () => {
  const { payments, documentHolder } = await start();
  const form = (file?: Blob | string): FormData => {
    const data = new FormData();
    for (const [name, value] of Object.entries({ ...passport, documentHolder })) {
      data.set(name, value);
    }
    if (typeof file === 'string') data.set('file', file);
    else if (file !== undefined) data.set('file', file, 'a.pdf');
    return data;
  };
  const type = 'application/pdf';
  const tooLarge = Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]);
  const cases: readonly (readonly [FormData, RegExp])[] = [
    [form(), /./],
    [form('a.pdf'), /./],
    [form(new Blob([PDF], { type: 'text/html' })), /text\/html/],
    [form(new Blob([], { type })), /empty/],
    [form(new Blob([tooLarge], { type })), /10485760/],
  ];
  for (const [body, message] of cases) {
    const call = payments.request({ method: 'POST', path: '/documents', body });
    expect(await failureOf(call)).toMatchObject({
      name: 'BadRequestError',
      code: 'INVALID_INPUT',
      issues: [{ path: 'file', message: expect.stringMatching(message) }],
    });
  }
  const wrong = form(new Blob([PDF], { type }));
  wrong.set('country', 'GBR');
  wrong.set('side', 'TOP');
  const call = payments.request({ method: 'POST', path: '/documents', body: wrong });
  const { issues } = (await failureOf(call)) as { issues: { path: string }[] };
  expect(issues.map(({ path }) => path).sort()).toEqual(['country', 'side']);
  expect((await payments.documents.list({ documentHolder })).data).toEqual([]);
});

test('rule 96: an upload that a proxy damages is refused, and can be repeated', async () => {
  const { mock, documentHolder } = await start();
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
