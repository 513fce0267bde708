import { createMock } from '@org/payments-mock';
import { AUTHORIZATION, MOCK_CREDENTIALS } from '../lib/mock-credentials.ts';
import { interleaved, p50 } from '../lib/rounds.ts';
import { atMost, type Row, ratios } from '../lib/row.ts';

const CHALLENGES = 100_000;

function pageOfTwenty(records: number): () => Promise<unknown> {
  const mock = createMock(MOCK_CREDENTIALS);
  const customerId = mock.add.customer().id;
  for (let index = 0; index < records; index += 1)
    mock.add.document({ documentHolder: customerId });
  const url = `${mock.connection.baseUrl}/documents?documentHolder=${customerId}&limit=20`;
  const headers = { authorization: AUTHORIZATION };
  return async () => (await mock.fetch(new Request(url, { headers }))).json();
}

async function pageRow(): Promise<Row> {
  const values = await interleaved(11, [
    { name: '100 records', measure: p50(200, pageOfTwenty(100)) },
    { name: '100,000 records', measure: p50(200, pageOfTwenty(100_000)) },
  ]);
  return ratios('page of 20 from a store', 'µs', values, { '100,000 records': atMost(1.3) });
}

async function challengeRow(): Promise<Row> {
  const mock = createMock({ ...MOCK_CREDENTIALS, logLimit: 10 });
  const { id } = mock.add.card();
  const headers = { authorization: AUTHORIZATION, 'content-type': 'application/json' };
  const url = `${mock.connection.baseUrl}/cards/${id}`;
  const abandon = async (times: number) => {
    for (let index = 0; index < times; index += 1) {
      const init = { method: 'PATCH', headers, body: '{"state":"FROZEN"}' };
      await (await mock.fetch(new Request(url, init))).text();
    }
    globalThis.gc?.();
    return process.memoryUsage().heapUsed / 1_000_000;
  };
  const filled = await abandon(20_000);
  const after = await abandon(CHALLENGES - 20_000);
  const values = new Map([
    ['20,000 abandoned', filled],
    ['100,000 abandoned', after],
  ]);
  return ratios('memory with challenges nobody answered', 'MB', values, {
    '100,000 abandoned': atMost(1.3),
  });
}

/** What grows with the store, and what must not. */
export async function growthRows(): Promise<Row[]> {
  return [await pageRow(), await challengeRow()];
}
