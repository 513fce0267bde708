import { createMock } from '@org/payments-mock';
import { others } from '../others.ts';
import { startServer } from '../processes.ts';
import { interleaved, p50, perSecond } from '../rounds.ts';
import { AUTHORIZATION, card, MOCK_CREDENTIALS } from '../samples.ts';
import { atLeast, atMost, type Row } from '../table.ts';

const headers = { authorization: AUTHORIZATION };

async function inProcess(): Promise<Row[]> {
  const mock = createMock(MOCK_CREDENTIALS);
  const url = `${mock.connection.baseUrl}/cards/${mock.add.card().id}`;
  const bare = async () => {
    const request = new Request(url, { headers });
    return request.method === 'GET' && Response.json(card).json();
  };
  const mocked = async () => (await mock.fetch(new Request(url, { headers }))).json();
  const engine = await interleaved(15, [
    { name: 'Request, Response.json, json()', measure: p50(400, bare) },
    { name: 'mock.fetch', measure: p50(400, mocked) },
  ]);
  const server = await startServer('constant-server');
  const intercepted = 'http://intercepted.test/card';
  const msw = await (await others()).mswServer(intercepted, card);
  const viaMsw = p50(100, async () => (await fetch(intercepted, { headers })).json());
  const loopback = async () => (await fetch(`${server.url}/card`, { headers })).json();
  const instead = await interleaved(11, [
    { name: 'request over loopback', measure: p50(200, loopback) },
    {
      name: 'request through MSW',
      // Only while it runs: an interceptor would slow the other contenders down.
      async measure() {
        msw.listen();
        const sample = await viaMsw();
        msw.close();
        return sample;
      },
    },
    { name: 'mock.fetch', measure: p50(200, mocked) },
  ]);
  await server.close();
  return [
    {
      work: 'Mock engine, plain GET, in process',
      unit: 'µs',
      series: engine,
      targets: { 'mock.fetch': atMost(2) },
    },
    {
      work: "Mock as the SDK's `fetch`, against a real request",
      unit: 'µs',
      series: instead,
      targets: { 'mock.fetch': atMost(0.15) },
    },
  ];
}

async function overHttp(): Promise<Row> {
  const servers = {
    'node:http, constant body': await startServer('constant-server'),
    Prism: await startServer('prism-server'),
    mock: await startServer('mock-server'),
  };
  const get = (url: string) => async () => {
    const response = await fetch(url, { headers });
    if (!response.ok) throw new Error(`${url} responded with ${response.status}.`);
    return response.json();
  };
  const contenders = Object.entries(servers).map(([name, { url }]) => ({
    name,
    measure: perSecond(name === 'Prism' ? 100 : 1_500, 64, get(url)),
  }));
  const series = await interleaved(9, contenders);
  await Promise.all(Object.values(servers).map((server) => server.close()));
  const work = 'Mock over HTTP, 64 at once';
  return { work, unit: 'per s', series, targets: { mock: atLeast(0.45) } };
}

/** The mock, in the process and over HTTP. */
export async function mockRows(): Promise<Row[]> {
  return [...(await inProcess()), await overHttp()];
}
