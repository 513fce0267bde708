import { createPaymentsClient, type Transport, type TransportResponse } from '@org/payments-sdk';
import { type Contender, interleaved, median } from '../lib/rounds.ts';
import { atMost, type Row, valueRow } from '../lib/row.ts';
import { card } from '../lib/samples.ts';

const PER_ROUND = 20_000;

const cardJson = JSON.stringify(card);

const fields = new Map([
  ['content-type', 'application/json'],
  ['date', 'Mon, 05 Jan 2026 09:00:00 GMT'],
]);

/** A response that is available at once, so that only the client's own time is measured. */
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
function each(work: () => Promise<unknown>): Contender['measure'] {
  return async () => {
    const { user, system } = process.cpuUsage();
    const start = performance.now();
    for (let call = 0; call < PER_ROUND; call += 1) await work();
    const wall = ((performance.now() - start) / PER_ROUND) * 1000;
    const now = process.cpuUsage();
    return { wall, cpu: (now.user + now.system - user - system) / PER_ROUND };
  };
}

/** Measures the client's own time: a GET over a transport in memory. */
export async function clientTimeRow(): Promise<Row> {
  const immediate: Transport = async () => response;
  const payments = clientOver(immediate);
  const parse = async () => JSON.parse(await (await immediate({} as never)).text(Infinity));
  const series = await interleaved(
    15,
    [
      { name: 'transport and JSON.parse alone', measure: each(parse) },
      { name: 'SDK', measure: each(() => payments.cards.get({ id: 'Card:7c1e' })) },
    ],
    3,
  );
  const values = [...series].map(
    ([name, samples]) => [name, median(samples.map(({ wall }) => wall))] as const,
  );
  return valueRow(
    {
      id: 'client-time',
      work: 'Client time of a GET over a transport in memory',
      unit: 'µs',
      targets: { SDK: atMost(6) },
    },
    new Map(values),
  );
}
