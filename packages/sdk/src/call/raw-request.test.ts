import { describe, expect, test } from 'vitest';
import { challenge, json, networkError, scriptedClient } from '../../test/scripted-service.ts';

describe('a request to an operation that is not in the contract', () => {
  test('is sent as described, with the authorization of the client', async () => {
    const { payments, received } = scriptedClient([json(200, { rails: [] })]);
    const query = { country: 'GB', kind: ['a', 'b'], none: undefined };
    await expect(payments.request({ method: 'GET', path: '/discoveries', query })).resolves.toEqual(
      { rails: [] },
    );
    expect(received[0]?.url).toMatch(/\/2025-10-13\/discoveries\?country=GB&kind=a&kind=b$/);
    expect(received[0]?.headers.get('authorization')).toMatch(/^Basic /);
  });

  test('signs where the service asks for it, over the same bytes', async () => {
    const { payments, received } = scriptedClient([json(202, challenge), json(200, { id: 'x' })]);
    const stamper = { stamp: async () => 'stamp-value' };
    await payments.request({ method: 'POST', path: '/x', body: { a: 1 } }, { stamper });
    expect(received.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}']);
    expect(received[1]?.headers.get('service-wallet-signature')).toBe('stamp-value');
  });

  test('that is accepted with 202 returns its response, which is not a challenge', async () => {
    const pending = { id: 'Gift:1', status: 'PENDING' };
    const { payments } = scriptedClient([json(202, pending)]);
    const call = payments.request({ method: 'POST', path: '/gifts', body: {} });
    await expect(call).resolves.toEqual(pending);
  });

  test('is repeated if it is a read or has a key, and not otherwise', async () => {
    const lost = () => networkError('ECONNRESET');
    const read = scriptedClient([lost(), json(200, {})]);
    await read.payments.request({ method: 'GET', path: '/x' });
    expect(read.received).toHaveLength(2);
    const keyed = scriptedClient([lost(), json(200, {})]);
    await keyed.payments.request({ method: 'POST', path: '/x' }, { idempotencyKey: 'mine' });
    const expected = ['mine', 'mine'];
    expect(keyed.received.map(({ headers }) => headers.get('idempotency-key'))).toEqual(expected);
    const write = scriptedClient([lost()]);
    const call = write.payments.request({ method: 'POST', path: '/x' });
    await expect(call).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });

  test('whose signed second leg is lost is not to be repeated, although it has a key', async () => {
    const { payments } = scriptedClient([json(202, challenge), networkError('ECONNRESET')]);
    const stamper = { stamp: async () => 'stamp-value' };
    const options = { stamper, idempotencyKey: 'key-1' };
    const call = payments.request({ method: 'POST', path: '/x', body: {} }, options);
    await expect(call).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      idempotencyKey: 'key-1',
      retryable: false,
      action: 'Do not repeat the change before you know whether it was applied.',
    });
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
  test.each<[string, unknown, string]>([
    ['a BigInt', { amount: 1n }, 'body.amount'],
    ['a cycle', cyclic, 'body'],
    ['a function', () => undefined, 'body'],
    ['a function in it', { run: () => undefined }, 'body.run'],
    ['a symbol in it', { a: Symbol('s') }, 'body.a'],
    ['URLSearchParams', new URLSearchParams({ a: '1' }), 'body'],
    ['a Map', new Map([[1, 2]]), 'body'],
    ['a Set deep in it', { a: [{ b: new Set([1]) }] }, 'body.a.0.b'],
    ['a Blob', new Blob(['x']), 'body'],
    ['bytes', new Uint8Array([1]), 'body'],
    ['an ArrayBuffer', new ArrayBuffer(1), 'body'],
    ['a stream', new ReadableStream(), 'body'],
    ['a promise in it', { a: Promise.resolve(1) }, 'body.a'],
    ['an error', new Error('x'), 'body'],
    ['NaN', { amount: Number.NaN }, 'body.amount'],
    ['undefined in a list', { a: [undefined] }, 'body.a.0'],
    ['an invalid date', { at: { toJSON: () => Number.NaN } }, 'body.at'],
    ['a form deep in it', { form: new FormData() }, 'body.form'],
    ['20,000 levels', JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`), 'body'],
  ])('refuses %s as a body before anything is sent', async (_what, body, path) => {
    const { payments, received } = scriptedClient([]);
    const call = payments.request({ method: 'POST', path: '/x', body });
    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST', issues: [{ path }] });
    expect(received).toEqual([]);
  });

  test('refuses a cycle in a field of any content without its names', async () => {
    const { payments, received } = scriptedClient([]);
    const input = { quoteId: 'Quote:1', origin: 'https://a.example', passkeyAssertion: cyclic };
    const call = payments.quotes.authorize(input as never);
    const issue = { path: 'body', message: expect.not.stringContaining('self') };
    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST', issues: [issue] });
    expect(received).toEqual([]);
  });

  test('sends what JSON holds: dates, own classes, null, nothing for undefined', async () => {
    class Limits {
      daily = 5;
    }
    const body = { at: new Date(0), limits: new Limits(), none: null, out: undefined, list: [1] };
    const { payments, received } = scriptedClient([json(200, {})]);
    await payments.request({ method: 'POST', path: '/x', body });
    expect(received[0]?.body).toBe(
      '{"at":"1970-01-01T00:00:00.000Z","limits":{"daily":5},"none":null,"list":[1]}',
    );
  });

  type Refused = [what: unknown, request: unknown, path: string];
  const paths = 'x //evil.example/x /a/../b /a/./b /a?b=c /a#b /a\\b https://evil.example'.split(
    ' ',
  );
  test.each<Refused>([
    ...[...paths, '/a b'].map((path): Refused => [path, { method: 'GET', path }, 'path']),
    ...[null, {}, new Date(0), Number.NaN, [{}]].map((field): Refused => {
      return [field, { method: 'GET', path: '/x', query: { field } }, 'query.field'];
    }),
    ...[undefined, null, 'GET /x'].map((raw): Refused => [raw, raw, '']),
    ['no path', { method: 'GET' }, 'path'],
    ['querry', { method: 'GET', path: '/x', querry: { country: 'GB' } }, 'querry'],
    ['the body of a GET', { method: 'GET', path: '/x', body: { country: 'GB' } }, 'body'],
    ['TRACE', { method: 'TRACE', path: '/x' }, 'method'],
  ])('refuses %o before anything is sent', async (_what, request, path) => {
    const { payments, received } = scriptedClient([]);
    const refused = { code: 'INVALID_REQUEST', issues: [{ path }] };
    await expect(payments.request(request as never)).rejects.toMatchObject(refused);
    expect(received).toEqual([]);
  });
});
