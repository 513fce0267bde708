import { createPaymentsClient, type Transport, type TransportResponse } from '@org/payments-sdk';

import { interleaved } from '../lib/rounds.ts';
import { atMost, type Row, ratios } from '../lib/row.ts';
import { card } from '../lib/samples.ts';

const PER_ROUND = 20_000;
const WARM = 100_000;
const MILLION = 1_000_000;
const AT_ONCE = 10_000;

const cardJson = JSON.stringify(card);

const fields = new Map([
  ['content-type', 'application/json'],
  ['date', 'Mon, 05 Jan 2026 09:00:00 GMT'],
]);

/** A response that is there at once: what remains is the time of the client itself. */
const response: TransportResponse = {
  status: 200,
  header: (name) => fields.get(name) ?? null,
  headers: () => fields,
  text: async () => cardJson,
  bytes: async () => new TextEncoder().encode(cardJson),
};

function clientOver(transport: Transport) {
  return createPaymentsClient({
    baseUrl: 'https://api.example.com/2025-10-13',
    tokenId: 'token',
    clientSecret: 'secret',
    transport,
  });
}

/** Microseconds of one call, averaged over a round. */
function each(work: () => Promise<unknown>): () => Promise<number> {
  return async () => {
    const start = performance.now();
    for (let call = 0; call < PER_ROUND; call += 1) await work();
    return ((performance.now() - start) / PER_ROUND) * 1000;
  };
}

async function timeRow(): Promise<Row> {
  const immediate: Transport = async () => response;
  const payments = clientOver(immediate);
  const parse = async () => JSON.parse(await (await immediate({} as never)).text(Infinity));
  const values = await interleaved(
    15,
    [
      { name: 'transport and JSON.parse alone', measure: each(parse) },
      { name: 'SDK', measure: each(() => payments.cards.get({ id: 'Card:7c1e' })) },
    ],
    3,
  );
  const figures = [...values].map(([name, value]) => ({ name, value, unit: 'µs' }));
  const target = atMost(6);
  const work = 'client time of a GET over a transport in memory';
  return { work, figures: figures.map((one) => (one.name === 'SDK' ? { ...one, target } : one)) };
}

function megabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1_000_000;
}

async function millionRow(): Promise<Row> {
  const payments = clientOver(async () => response);
  const calls = async (count: number) => {
    for (let call = 0; call < count; call += 1) await payments.cards.get({ id: 'Card:7c1e' });
    return megabytes();
  };
  const values = new Map([
    ['after 100,000 calls', await calls(WARM)],
    ['after 1,100,000 calls', await calls(MILLION)],
  ]);
  const targets = { 'after 1,100,000 calls': atMost(1.1) };
  return ratios('memory of a client, one call after the other', 'MB', values, targets);
}

async function atOnceRow(): Promise<Row> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const payments = clientOver(async () => {
    await gate;
    return response;
  });
  await Promise.resolve();
  const before = megabytes();
  const calls = Array.from({ length: AT_ONCE }, () => payments.cards.get({ id: 'Card:7c1e' }));
  await new Promise((resolve) => setImmediate(resolve));
  const value = ((megabytes() - before) * 1000) / AT_ONCE;
  release();
  await Promise.all(calls);
  const figure = { name: 'SDK', value, unit: 'KB', target: atMost(10) };
  return { work: `memory of a call, ${AT_ONCE} under way`, figures: [figure] };
}

/** What the client itself costs: its time, and its memory over many calls. */
export async function clientTimeRows(): Promise<Row[]> {
  return [await timeRow(), await millionRow(), await atOnceRow()];
}
