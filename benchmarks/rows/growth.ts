import { createMock } from '@org/payments-mock';
import { createPaymentsClient } from '@org/payments-sdk';
import { pendingKilobytes } from '../lib/pending.ts';
import { interleaved, p50 } from '../lib/rounds.ts';
import { atMost, type Row, ratioRow, valueRow } from '../lib/row.ts';
import { card } from '../lib/samples.ts';
import { AUTHORIZATION, MOCK_CREDENTIALS, scaled } from '../lib/settings.ts';

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
  const series = await interleaved(11, [
    { name: '100 records', measure: p50(200, pageOfTwenty(100)) },
    { name: '100,000 records', measure: p50(200, pageOfTwenty(100_000)) },
  ]);
  return ratioRow(
    {
      id: 'growth-page',
      work: 'Page of 20 from a store, by its size',
      unit: 'µs',
      targets: { '100,000 records': atMost(1.3) },
    },
    series,
  );
}

/**
 * Returns the heap in use. The platform frees the signals of requests only once timers have run
 * after a collection, so that is waited for.
 */
async function heapMegabytes(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().heapUsed / 1_000_000;
}

/** The heap after some repetitions, and after five times as many, as a row of two figures. */
async function heapRow(
  facts: { readonly id: string; readonly work: string; readonly noun: string },
  total: number,
  step: (index: number) => Promise<unknown>,
): Promise<Row> {
  const figures = new Map<string, number>();
  let done = 0;
  for (const count of [total / 5, total]) {
    for (; done < count; done += 1) await step(done);
    figures.set(`${count.toLocaleString('en')} ${facts.noun}`, await heapMegabytes());
  }
  const [first = Number.NaN, last = Number.NaN] = figures.values();
  const name = [...figures.keys()].at(-1) ?? '';
  const row = valueRow({ id: facts.id, work: facts.work, unit: 'MB' }, figures);
  const withRatio = row.figures.map((figure) => ({
    ...figure,
    ratio: figure.value / first,
    ...(figure.name === name && { target: atMost(1.3) }),
  }));
  if (Number.isNaN(last)) throw new Error(`${facts.id} has no second figure.`);
  return { ...row, figures: withRatio };
}

async function challengeRow(): Promise<Row> {
  const mock = createMock({ ...MOCK_CREDENTIALS, logLimit: 10 });
  const { id } = mock.add.card();
  const headers = { authorization: AUTHORIZATION, 'content-type': 'application/json' };
  const url = `${mock.connection.baseUrl}/cards/${id}`;
  const facts = {
    id: 'growth-challenges',
    work: 'Heap of the mock with challenges that nobody answered',
    noun: 'abandoned',
  };
  return heapRow(facts, scaled(20_000) * 5, async () => {
    const init = { method: 'PATCH', headers, body: '{"state":"FROZEN"}' };
    await (await mock.fetch(new Request(url, init))).text();
  });
}

const text = JSON.stringify(card);
const respond = async () => new Response(text, { headers: { 'content-type': 'application/json' } });

async function callsRow(): Promise<Row> {
  const payments = createPaymentsClient({
    baseUrl: 'https://service.test/2025-10-13',
    tokenId: 'token',
    clientSecret: 'secret',
    fetch: respond,
  });
  const facts = { id: 'growth-calls', work: 'Heap of the client after calls', noun: 'calls' };
  return heapRow(facts, scaled(200_000) * 5, () => payments.cards.get({ id: 'Card:7c1e' }));
}

/** Heap for each of 10,000 calls whose responses have not arrived yet. */
async function pendingRow(): Promise<Row> {
  const each = await pendingKilobytes(import.meta.resolve('@org/payments-sdk'));
  const figures = new Map([...each].map(([name, size]) => [`SDK, ${name}`, size]));
  return valueRow(
    {
      id: 'growth-pending',
      work: 'Heap for each of 10,000 calls at once',
      unit: 'KB',
      targets: Object.fromEntries([...figures.keys()].map((name) => [name, atMost(10)])),
    },
    figures,
  );
}

/** Measures how time and memory grow with the store and the number of calls. */
export async function growthRows(): Promise<Row[]> {
  return [await pageRow(), await challengeRow(), await callsRow(), await pendingRow()];
}
