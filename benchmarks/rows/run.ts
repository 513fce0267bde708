import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPaymentsClient } from '@org/payments-sdk';
import { sqliteJournal } from '@org/payments-sdk/journal';
import { createRun, sqliteRun } from '@org/payments-sdk/run';
import { startServer } from '../processes.ts';
import { type Contender, interleaved, perSecond, settings } from '../rounds.ts';
import { AUTHORIZATION, transfer } from '../samples.ts';
import { atLeast, atMost, type Row } from '../table.ts';

const ITEMS = settings.quick ? 200 : 1600;

/** Throughput of a run beside loops, of four workers beside one, and memory by the number of items. */
export async function runRows(): Promise<Row[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'run-'));
  const journal = sqliteJournal(join(folder.path, 'writes.db'), {
    secret: 'the secret of the journal that is measured',
  });
  const state = sqliteRun(join(folder.path, 'runs.db'));
  const { input } = transfer;
  const servers = [
    await startServer('constant-server'),
    await startServer('constant-server', '50'),
  ] as const;
  const keyed = () => ({ idempotencyKey: crypto.randomUUID() });
  const clientOf = (baseUrl: string, fetch?: typeof globalThis.fetch) =>
    createPaymentsClient({ baseUrl, tokenId: 'token', clientSecret: 'secret', journal, fetch });
  let runs = 0;
  /** Pays with one run, whose workers are all in this process. */
  const pay = async (
    client: ReturnType<typeof clientOf>,
    { items = ITEMS, width = 16, workers = 1 },
    look = () => {},
  ) => {
    runs += 1;
    const run = createRun(client, {
      ...{ id: `run-${runs}`, state },
      pay: (_: { readonly id: string }, step) =>
        step('pay', (idempotencyKey) => client.transfers.createOut(input, { idempotencyKey })),
    });
    function* source() {
      for (let at = 0; at < items; at += 1) yield { id: `item-${at}` };
    }
    const work = async () => {
      let paid = 0;
      for await (const { outcome, replayed } of run.start(source, { width })) {
        if (outcome.status !== 'paid') throw new Error(outcome.message);
        paid += replayed ? 0 : 1;
        if (paid % 1000 === 0) look();
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
  };
  const paying = (name: string, url: string, size: { width: number; workers?: number }) => {
    const client = clientOf(url);
    const measure = async () => {
      const { wall, cpu = 0 } = await perSecond(1, 1, () => pay(client, size))();
      return { wall: wall * ITEMS, cpu: cpu * ITEMS };
    };
    return { name, measure };
  };
  const ours = 'createRun, sqliteRun, sqliteJournal';
  const beside = async (baseUrl: string, width: number) => {
    const { transfers } = clientOf(baseUrl);
    const bare = async () => {
      const own = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
      const headers = { authorization: AUTHORIZATION, ...own };
      const init = { method: 'POST', headers, body: JSON.stringify(input) };
      return (await fetch(`${baseUrl}/transfer-out`, init)).json();
    };
    const loops = {
      'a loop of fetch': bare,
      'a loop of the SDK, sqliteJournal': () => transfers.createOut(input, keyed()),
    };
    const contenders: Contender[] = Object.entries(loops).map(([name, work]) => ({
      name,
      measure: perSecond(1600, width, work),
    }));
    return interleaved(7, [...contenders, paying(ours, baseUrl, { width })], 1);
  };
  const [quick, slow] = servers.map(({ url }) => `${url}/2025-10-13`) as [string, string];
  const memory = (items: number) => ({
    name: `${items.toLocaleString('en')} items`,
    async measure() {
      let wall = 0;
      const look = () => {
        globalThis.gc?.();
        wall = Math.max(wall, process.memoryUsage().heapUsed / 1_000_000);
      };
      await pay(
        clientOf(quick, async () => Response.json(transfer.result)),
        { items, width: 64 },
        look,
      );
      return { wall };
    },
  });
  const four = { work: 'Payments, 4 at once in each worker, 50 ms each', unit: 'per s' };
  const workers = [
    paying('1 worker', slow, { width: 4 }),
    paying('4 workers', slow, { width: 4, workers: 4 }),
  ];
  const most = memory(settings.quick ? 5_000 : 100_000);
  const rows = [
    {
      work: 'Payments, 16 at once, 50 ms each',
      unit: 'per s',
      series: await beside(slow, 16),
      targets: { [ours]: atLeast(0.8) },
    },
    {
      work: 'Payments, 64 at once, that take no time',
      unit: 'per s',
      series: await beside(quick, 64),
    },
    { ...four, series: await interleaved(3, workers, 0), targets: { '4 workers': atLeast(3) } },
    {
      work: 'Most memory of a run',
      unit: 'MB',
      series: await interleaved(1, [memory(1_000), most], 0),
      targets: { [most.name]: atMost(1.2) },
    },
  ];
  await Promise.all([state.close(), journal.close(), ...servers.map((server) => server.close())]);
  return rows;
}
