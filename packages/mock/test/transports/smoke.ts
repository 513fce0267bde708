import { describe, expect, test } from 'vitest';
import {
  expectInvalid,
  expectUnauthorized,
  type OpenMock,
  openMock,
  type Transport,
} from '../support/open-mock.ts';

async function cardScene(api: OpenMock) {
  const { account, sessionKey } = await api.signIn();
  const card = api.mock.add.card({ fundingSources: [account.id] });
  return { path: `/cards/${card.id}`, sessionKey };
}

const freeze = { state: 'FROZEN' };

function faultTests(transport: Transport): void {
  test('an injected response keeps its status, headers and body', async () => {
    const api = await openMock(transport);
    api.mock.faults.add({ effect: { kind: 'answer', status: 429, retryAfter: 6_001 } });
    const limited = await api.send('GET', '/documents');
    expect(limited).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(limited.headers.get('retry-after')).toBe('7');
    api.mock.faults.add({ effect: { kind: 'answer', status: 502, html: '<h1>Down</h1>' } });
    const html = await api.fetch(`${api.connection.baseUrl}/documents`, {});
    expect(html.headers.get('content-type')).toContain('text/html');
    expect([html.status, await html.text()]).toEqual([502, '<h1>Down</h1>']);
  });

  test.each(['reset-connection', 'lose-reply'] as const)('%s rejects', async (kind) => {
    const api = await openMock(transport);
    api.mock.faults.add({ effect: { kind } });
    await expect(api.send('GET', '/documents')).rejects.toThrow(TypeError);
    expect(api.mock.requests).toMatchObject([{ decision: 'lost' }]);
    expect((await api.send('GET', '/documents')).status).toBe(200);
  });

  test('a truncated body breaks off while it is read', async () => {
    const api = await openMock(transport);
    api.mock.faults.add({ effect: { kind: 'truncate', bytes: 5 } });
    await expect(api.send('GET', '/documents')).rejects.toThrow();
    expect((await api.send('GET', '/documents')).status).toBe(200);
  });

  test('rule 86: a change whose response was lost stays applied, and a repeat is refused with 401', async () => {
    const api = await openMock(transport);
    const { path, sessionKey } = await cardScene(api);
    const challenge = await api.challenge('PATCH', path, freeze);
    api.mock.faults.add({ leg: 2, effect: { kind: 'lose-reply' } });
    const answer = () => api.answer('PATCH', path, freeze, challenge, sessionKey);
    await expect(answer()).rejects.toThrow();
    expect((await api.send('GET', path)).body).toMatchObject(freeze);
    expectUnauthorized(await answer(), 'usedRequestId');
  });
}

/** Sends a form with a file, as a browser or the SDK does. */
function upload(api: OpenMock, documentHolder: string, bytes: string, type: string) {
  const form = new FormData();
  form.append('documentHolder', documentHolder);
  form.append('documentType', 'PASSPORT');
  form.append('country', 'GB');
  form.append('file', new Blob([bytes], { type }), 'Pässe "1".pdf');
  return api.send('POST', '/documents', form);
}

function payloadTests(transport: Transport): void {
  test('rule 96: a form with a file arrives complete, and a file that is not a document is 400', async () => {
    const api = await openMock(transport);
    const { id } = api.mock.add.customer();
    const { status, body } = await upload(api, id, '%PDF-1.7 a passport', 'application/pdf');
    expect(status).toBe(201);
    expect(body).toMatchObject({ documentHolder: id, fileName: 'Pässe "1".pdf', country: 'GB' });
    expectInvalid(await upload(api, id, 'hello', 'text/plain'), 'file');
    expect((await api.send('GET', '/documents')).body.totalCount).toBe(1);
  });
}

/**
 * Defines tests of the parts that a transport must pass on unchanged: methods, paths, queries, headers
 * of both legs, bodies, errors and broken connections. The rules themselves are tested in the areas.
 */
export function smokeTests(transport: Transport): void {
  describe(`smoke tests through ${transport.name}`, () => {
    test("every response has the date of the mock's clock", async () => {
      const api = await openMock(transport);
      const dateOf = async (path: string) => (await api.send('GET', path)).headers.get('date');
      api.mock.clock.set('2031-03-09T01:02:03.999Z');
      expect(await dateOf('/documents')).toBe('Sun, 09 Mar 2031 01:02:03 GMT');
      api.mock.clock.advance({ days: -1 });
      expect(await dateOf('/nowhere')).toBe('Sat, 08 Mar 2031 01:02:03 GMT');
      api.mock.faults.add({ effect: { kind: 'answer', status: 502, html: '<p>Bad gateway</p>' } });
      const html = await api.fetch(`${api.connection.baseUrl}/documents`, {});
      expect(html.headers.get('date')).toBe('Sat, 08 Mar 2031 01:02:03 GMT');
    });

    test('an unknown path below the base is 404 and logged', async () => {
      const api = await openMock(transport);
      expect((await api.send('GET', '/nowhere/at-all?x=1')).status).toBe(404);
      expect(api.mock.requests).toMatchObject([
        { status: 404, decision: 'refused', operation: undefined },
      ]);
      expect(api.mock.requests[0]?.path).toMatch(/^\/nowhere\/at-all/);
    });

    test('rule 8: credentials travel in a header, and wrong ones are 401', async () => {
      const api = await openMock(transport);
      expect((await api.send('GET', '/documents')).status).toBe(200);
      const wrong = { authorization: 'Basic d3Jvbmc6d3Jvbmc=' };
      const refused = await api.send('GET', '/documents', undefined, wrong);
      expectUnauthorized(refused, 'invalidCredentials');
    });

    test('rule 12: a signed retry is applied once', async () => {
      const api = await openMock(transport);
      const { path, sessionKey } = await cardScene(api);
      const challenge = await api.challenge('PATCH', path, freeze);
      const applied = await api.answer('PATCH', path, freeze, challenge, sessionKey);
      expect(applied).toMatchObject({ status: 200, body: freeze });
      const replay = await api.answer('PATCH', path, freeze, challenge, sessionKey);
      expectUnauthorized(replay, 'usedRequestId');
    });

    test('rule 74: a list is walked by its cursor', async () => {
      const api = await openMock(transport);
      const documentHolder = 'Customer:holder';
      const all = [1, 2, 3].map(() => api.mock.add.document({ documentHolder }).id);
      const first = await api.send('GET', '/documents?limit=2');
      expect(first.body).toMatchObject({ hasMore: true, totalCount: 3 });
      const cursor = encodeURIComponent(String(first.body.nextCursor));
      const second = await api.send('GET', `/documents?limit=2&cursor=${cursor}`);
      const pages = [first, second].flatMap(({ body }) => body.data as { readonly id: string }[]);
      expect(pages.map(({ id }) => id)).toEqual(all);
    });

    payloadTests(transport);
    faultTests(transport);
  });
}
