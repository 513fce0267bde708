import { describe, expect, test } from 'vitest';
import { challenge, json, networkError, scriptedClient } from '../../test/scripted-service.ts';

describe('a request to an operation the contract lacks', () => {
  test('is sent as described, with the authorization of the client', async () => {
    const { payments, received } = scriptedClient([json(200, { rails: [] })]);
    const query = { country: 'GB', kind: ['a', 'b'], none: undefined };
    await expect(payments.request({ method: 'GET', path: '/discoveries', query })).resolves.toEqual(
      { rails: [] },
    );
    expect(received[0]?.url).toMatch(/\/2025-10-13\/discoveries\?country=GB&kind=a&kind=b$/);
    expect(received[0]?.headers.get('authorization')).toMatch(/^Basic /);
  });

  test('that returns 204 is done, and its result undefined', async () => {
    const { payments } = scriptedClient([new Response(null, { status: 204 })]);
    await expect(
      payments.request({ method: 'DELETE', path: '/tokens/Token:1' }),
    ).resolves.toBeUndefined();
  });

  test('signs where the service asks for it, over the same bytes', async () => {
    const { payments, received } = scriptedClient([json(202, challenge), json(200, { id: 'x' })]);
    const stamper = { stamp: async () => 'stamp-value' };
    await payments.request({ method: 'POST', path: '/x', body: { a: 1 } }, { stamper });
    expect(received.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}']);
    expect(received[1]?.headers.get('service-wallet-signature')).toBe('stamp-value');
  });

  test('is repeated as a read or under a key, and never as another write', async () => {
    const lost = () => networkError('ECONNRESET');
    const read = scriptedClient([lost(), json(200, {})]);
    await read.payments.request({ method: 'GET', path: '/x' });
    expect(read.received).toHaveLength(2);
    const keyed = scriptedClient([lost(), json(200, {})]);
    await keyed.payments.request({ method: 'POST', path: '/x' }, { idempotencyKey: 'mine' });
    expect(keyed.received.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      'mine',
      'mine',
    ]);
    const write = scriptedClient([lost()]);
    const call = write.payments.request({ method: 'POST', path: '/x' });
    await expect(call).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });

  test.each([
    'x',
    '//evil.example/x',
    '/a/../b',
    '/a/./b',
    '/a?b=c',
    '/a#b',
    '/a\\b',
    '/a b',
    'https://evil.example',
  ])('refuses the path %j before anything is sent', async (path) => {
    const { payments, received } = scriptedClient([]);
    await expect(payments.request({ method: 'GET', path })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    expect(received).toHaveLength(0);
  });

  test('sends a form as multipart, the same bytes at every attempt', async () => {
    const form = new FormData();
    form.set('documentType', 'PASSPORT');
    form.set('file', new File(['a file'], 'passport.txt', { type: 'text/plain' }));
    const script = [networkError('ECONNRESET'), json(201, { id: 'Document:1' })];
    const { payments, received } = scriptedClient(script);
    const call = payments.request(
      { method: 'POST', path: '/documents', body: form },
      { idempotencyKey: 'k' },
    );
    await expect(call).resolves.toEqual({ id: 'Document:1' });
    const [first, second] = received;
    const type = first?.headers.get('content-type') ?? '';
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    expect(second).toMatchObject({ body: first?.body });
    expect(second?.headers.get('content-type')).toBe(type);
    const read = await new Response(first?.body, { headers: { 'content-type': type } }).formData();
    expect(read.get('documentType')).toBe('PASSPORT');
    expect(await (read.get('file') as File).text()).toBe('a file');
  });

  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  test.each([
    ['a BigInt', { amount: 1n }],
    ['a cycle', cyclic],
    ['a function', () => undefined],
  ])('refuses %s as a body before anything is sent', async (_what, body) => {
    const { payments, received } = scriptedClient([]);
    const call = payments.request({ method: 'POST', path: '/x', body });
    await expect(call).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      issues: [{ path: 'body' }],
    });
    expect(received).toEqual([]);
  });

  test('refuses a method that is none', async () => {
    const { payments } = scriptedClient([]);
    const call = payments.request({ method: 'TRACE' as never, path: '/x' });
    await expect(call).rejects.toMatchObject({ issues: [{ path: 'method' }] });
  });
});
