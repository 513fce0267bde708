import { createMock, type Mock } from '@org/payments-mock';
import { startServer } from '../lib/child.ts';
import { AUTHORIZATION, MOCK_CREDENTIALS } from '../lib/mock-credentials.ts';
import { interleaved, p50, perSecond } from '../lib/rounds.ts';
import { atLeast, atMost, type Row, ratios } from '../lib/row.ts';
import { card } from '../lib/samples.ts';

const headers = { authorization: AUTHORIZATION };

function asker(mock: Mock, path: string): () => Promise<unknown> {
  const url = `${mock.connection.baseUrl}${path}`;
  return async () => (await mock.fetch(new Request(url, { headers }))).json();
}

async function inProcess(): Promise<Row[]> {
  const mock = createMock(MOCK_CREDENTIALS);
  const { id, cardholderId } = mock.add.card();
  const url = `${mock.connection.baseUrl}/cards/${id}`;
  const bare = async () => {
    const request = new Request(url, { headers });
    return request.method === 'GET' && Response.json(card).json();
  };
  const server = await startServer('constant-server');
  const values = await interleaved(15, [
    { name: 'Request, Response.json, json()', measure: p50(400, bare) },
    { name: 'mock.fetch', measure: p50(400, asker(mock, `/cards/${id}`)) },
    {
      name: 'mock.fetch, last route',
      measure: p50(400, asker(mock, `/customers/${cardholderId}`)),
    },
  ]);
  const loopback = async () => (await fetch(`${server.url}/card`, { headers })).json();
  const real = await interleaved(11, [
    { name: 'request over loopback', measure: p50(200, loopback) },
    { name: 'mock.fetch', measure: p50(200, asker(mock, `/cards/${id}`)) },
  ]);
  await server.close();
  return [
    ratios('mock in process, plain GET', 'µs', values, { 'mock.fetch': atMost(2) }),
    ratios('mock instead of a real request', 'µs', real, { 'mock.fetch': atMost(0.15) }),
  ];
}

async function overHttp(): Promise<Row> {
  const constant = await startServer('constant-server');
  const mock = await startServer('mock-server');
  const ask = (url: string) => async () => (await fetch(url, { headers })).json();
  const values = await interleaved(9, [
    { name: 'node:http, constant body', measure: perSecond(1_500, 64, ask(constant.url)) },
    { name: 'mock', measure: perSecond(1_500, 64, ask(mock.url)) },
  ]);
  await Promise.all([constant.close(), mock.close()]);
  return ratios('mock over HTTP, 64 at once', 'per s', values, { mock: atLeast(0.45) });
}

/** The mock, in the process and over HTTP. */
export async function mockRows(): Promise<Row[]> {
  return [...(await inProcess()), await overHttp()];
}
