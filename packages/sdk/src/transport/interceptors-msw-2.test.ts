import { HttpResponse, http } from 'msw-2';
import { setupServer } from 'msw-2/node';
import { expect, onTestFinished, test } from 'vitest';
import { passport } from '../../test/scripted-service.ts';
import { intercepted, interceptorSuite } from '../../test/transport/interceptor-suite.ts';
import { createPaymentsClient } from '../client/payments-client.ts';

const { origin, path, status, body, change } = intercepted;

interceptorSuite(
  'MSW 2',
  (onChange) => {
    const server = setupServer(
      http.get(origin + path, () => HttpResponse.json(body, { status })),
      http.post(origin + change, () => {
        onChange();
        return HttpResponse.error();
      }),
    );
    server.listen();
    return () => server.close();
  },
  { 'the default': 'takes', 'a given fetch': 'takes', undici: 'leaves' },
);

test('MSW 2 receives a whole upload over node:http', async () => {
  let received: unknown;
  const server = setupServer(
    http.post(`${origin}/*`, async ({ request }) => {
      received = (await request.formData()).get('documentHolder');
      return HttpResponse.json(body, { status });
    }),
  );
  server.listen();
  onTestFinished(() => server.close());
  const baseUrl = `${origin}/2025-10-13`;
  const payments = createPaymentsClient({ baseUrl, tokenId: 'token', clientSecret: 'secret' });
  const content = new TextEncoder().encode('%PDF-1.4');
  const file = { content, fileName: 'passport.pdf', contentType: 'application/pdf' };
  const upload = payments.documents.create({ ...passport, file });
  await expect(upload).rejects.toMatchObject({ status });
  expect(received).toBe('Customer:1');
});
