import { createMock, type Mock } from '@org/payments-mock';
import { startServer } from '../lib/child.ts';
import { peers } from '../lib/peers.ts';
import { interleaved, p50, perSecond } from '../lib/rounds.ts';
import { atLeast, atMost, type Row, ratioRow } from '../lib/row.ts';
import { card } from '../lib/samples.ts';
import { AUTHORIZATION, MOCK_CREDENTIALS } from '../lib/settings.ts';

const headers = { authorization: AUTHORIZATION };

function requestOf(mock: Mock, path: string): () => Promise<unknown> {
  const url = `${mock.connection.baseUrl}${path}`;
  return async () => (await mock.fetch(new Request(url, { headers }))).json();
}

async function inProcess(mock: Mock, path: string, lastPath: string): Promise<Row[]> {
  const url = `${mock.connection.baseUrl}${path}`;
  const bare = async () => {
    const request = new Request(url, { headers });
    return request.method === 'GET' && Response.json(card).json();
  };
  const first = { name: 'mock.fetch', measure: p50(400, requestOf(mock, path)) };
  const last = { name: 'mock.fetch, last route', measure: p50(400, requestOf(mock, lastPath)) };
  const bareFetch = { name: 'Request, Response.json, json()', measure: p50(400, bare) };
  const toBare = await interleaved(15, [bareFetch, first]);
  const toFirst = await interleaved(15, [first, last]);
  return [
    ratioRow(
      {
        id: 'mock',
        work: 'Mock engine, plain GET, in process',
        unit: 'µs',
        targets: { 'mock.fetch': atMost(2) },
      },
      toBare,
    ),
    ratioRow(
      {
        id: 'mock-routes',
        work: 'Mock engine, last route against first',
        unit: 'µs',
        targets: { 'mock.fetch, last route': atMost(1.1) },
      },
      toFirst,
    ),
  ];
}

async function asFetch(mock: Mock, path: string): Promise<Row> {
  const server = await startServer('programs/constant-server');
  const loopback = async () => (await fetch(`${server.url}/card`, { headers })).json();
  const { intercept } = await peers.msw();
  const intercepted = 'http://intercepted.test/card';
  const viaMsw = p50(100, async () => (await fetch(intercepted, { headers })).json());
  const series = await interleaved(11, [
    { name: 'request over loopback', measure: p50(200, loopback) },
    {
      name: 'request through MSW',
      // Only while it runs: an interceptor would slow the other contenders down.
      async measure() {
        const end = intercept(intercepted, card);
        const sample = await viaMsw();
        end();
        return sample;
      },
    },
    { name: 'mock.fetch', measure: p50(200, requestOf(mock, path)) },
  ]);
  await server.close();
  return ratioRow(
    {
      id: 'mock-fetch',
      work: "Mock as the SDK's `fetch`, against a real request",
      unit: 'µs',
      targets: { 'mock.fetch': atMost(0.15) },
    },
    series,
  );
}

async function overHttp(): Promise<Row> {
  const constant = await startServer('programs/constant-server');
  const mock = await startServer('programs/mock-server');
  const prism = await startServer('programs/prism-server');
  const get = (url: string) => async () => {
    const response = await fetch(url, { headers });
    if (!response.ok) throw new Error(`${url} responded with ${response.status}.`);
    return response.json();
  };
  const series = await interleaved(9, [
    { name: 'node:http, constant body', measure: perSecond(1_500, 64, get(constant.url)) },
    { name: 'Prism', measure: perSecond(100, 64, get(prism.url)) },
    { name: 'mock', measure: perSecond(1_500, 64, get(mock.url)) },
  ]);
  await Promise.all([constant.close(), mock.close(), prism.close()]);
  return ratioRow(
    {
      id: 'mock-http',
      work: 'Mock over HTTP, 64 at once',
      unit: 'per s',
      targets: { mock: atLeast(0.45) },
    },
    series,
  );
}

/** The mock, in the process and over HTTP. */
export async function mockRows(): Promise<Row[]> {
  const mock = createMock(MOCK_CREDENTIALS);
  const { id, cardholderId } = mock.add.card();
  const path = `/cards/${id}`;
  return [
    ...(await inProcess(mock, path, `/customers/${cardholderId}`)),
    await asFetch(mock, path),
    await overHttp(),
  ];
}
