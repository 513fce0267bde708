import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { setupServer as setupServer2 } from 'msw-2/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenOn } from '../../../sdk/test/servers.ts';
import { createMock } from '../mock.ts';
import { failOnUnhandled, mockHandlers } from './index.ts';

function intercept(...handlers: ReturnType<typeof mockHandlers>) {
  const server = setupServer(...handlers);
  server.listen(failOnUnhandled);
  onTestFinished(() => server.close());
  return server;
}

const statusOf = async (url: string) => (await fetch(url)).status;

test('one handler responds to everything below the base URL, unknown paths with a logged 404', async () => {
  const mock = createMock({ baseUrl: 'https://api.example.com/v/2025-10-13' });
  expect(mockHandlers(mock)).toHaveLength(1);
  intercept(...mockHandlers(mock));
  expect(await statusOf('https://api.example.com/v/2025-10-13/documents')).toBe(401);
  expect(await statusOf('https://api.example.com/v/2025-10-13/nowhere')).toBe(404);
  expect(mock.requests.map(({ path }) => path)).toEqual(['/documents', '/nowhere']);
});

test('handlers of the test come first, and once they are used up the mock responds again', async () => {
  const mock = createMock();
  const server = intercept(...mockHandlers(mock));
  const url = `${mock.connection.baseUrl}/documents`;
  server.use(http.get(url, () => new HttpResponse(null, { status: 418 }), { once: true }));
  expect([await statusOf(url), await statusOf(url)]).toEqual([418, 401]);
  expect(mock.requests).toHaveLength(1);
});

test('two mocks work side by side, each at its own base URL, also with a port or an address', async () => {
  const urls = ['http://127.0.0.1:4010/2025-10-13', 'https://xapi.test/2025-10-13'];
  const [one, two] = urls.map((baseUrl) => createMock({ baseUrl }));
  if (one === undefined || two === undefined) throw new Error('unreachable');
  intercept(...mockHandlers(one), ...mockHandlers(two));
  for (const url of urls) expect(await statusOf(`${url}/documents`)).toBe(401);
  expect([one.requests.length, two.requests.length]).toEqual([1, 1]);
});

test('outside the base URL a request fails, unless the handler covers the origin', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const mock = createMock({ baseUrl: 'https://api.example.test/2025-10-13' });
  const server = intercept(...mockHandlers(mock));
  for (const url of [
    'https://api.example.test/2024-01-01/documents',
    'https://apiXexample.test/2025-10-13/documents',
  ]) {
    await expect(fetch(url)).rejects.toThrow(TypeError);
  }
  server.use(...mockHandlers(mock, { covers: 'origin' }));
  expect(await statusOf('https://api.example.test/2024-01-01/documents')).toBe(404);
  expect(mock.requests).toHaveLength(1);
});

test('a violation of the contract is not a network failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const mock = createMock({ checkResponses: true, authentication: 'off' });
  mock.add.document();
  const snapshot = mock.snapshot();
  for (const [, document] of snapshot.tables.documents.rows)
    Object.assign(document, { fileName: 7 });
  mock.restore(snapshot);
  intercept(...mockHandlers(mock));
  const response = await fetch(`${mock.connection.baseUrl}/documents`);
  expect(response.status).toBe(500);
  expect(await response.text()).toContain('ContractViolation');
});

test("failOnUnhandled lets no request out; in version 3 the option's old name lets them out", async () => {
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation(() => {});
  }
  onTestFinished(() => void vi.restoreAllMocks());
  let arrived = 0;
  const { url, close } = await listenOn((_request, response) => {
    arrived += 1;
    response.end('outside');
  });
  onTestFinished(close);
  const arrivals = async (setup: typeof setupServer, options: object) => {
    const server = setup();
    server.listen(options);
    arrived = 0;
    await fetch(`${url}/`).catch(() => undefined);
    server.close();
    return arrived;
  };
  const version2 = setupServer2 as unknown as typeof setupServer;
  expect(await arrivals(setupServer, failOnUnhandled)).toBe(0);
  expect(await arrivals(version2, failOnUnhandled)).toBe(0);
  expect(await arrivals(setupServer, { onUnhandledRequest: 'error' })).toBe(1);
});
