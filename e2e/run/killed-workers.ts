import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, type FaultEffect } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import { expect } from 'vitest';
import { bundleWriter } from '../journal/bundle-writer.ts';
import { type Payout, payoutRun, type WorkerSetup } from './worker.ts';

const numberOf = (name: string, usual: number) => Number(process.env[name] ?? usual);
const ITEMS = numberOf('RUN_ITEMS', 60);
const WORKERS = numberOf('RUN_WORKERS', 3);
const KILLS = numberOf('RUN_KILLS', 3);
const MONEY = 10_000_000_00;
const quoteLifetime = 1500;
/** After it, no clock in doubt and no recovery that was killed hides what became of a write. */
const LATER = 720_000;

/** What goes wrong, and how often of a hundred times. */
const faults: readonly (readonly [number, FaultEffect])[] = [
  [4, { kind: 'lose-reply' }],
  [3, { kind: 'late-apply', milliseconds: 250 }],
  [3, { kind: 'answer', status: 429, retryAfter: 100 }],
  [2, { kind: 'answer', status: 503 }],
  [2, { kind: 'reset-connection' }],
  [1, { kind: 'foreign-response', applied: true }],
];

/** A service that fails often, and the payees of a run: one of fifty cannot be paid. */
async function startService(seed: string) {
  const mock = createMock({ seed, now: Date.now, eventLimit: 100, quoteLifetime });
  const { id: customerId } = mock.add.customer();
  const account = mock.add.internalAccount({ customerId, available: MONEY });
  const items = Array.from({ length: ITEMS }, (_, at): Payout => {
    const iban = `DE893704004${1_000_000 + at}123`;
    const accountInfo = { accountType: 'EUR_ACCOUNT', iban } as const;
    const { id } = mock.add.externalAccount({ customerId, currency: 'EUR', accountInfo });
    const to = (at % 50 === 49 ? `${id}0` : id) as Payout['to'];
    return { id: `payout-${at}`, to, amount: 10_000 + at };
  });
  for (const [percent, effect] of faults) {
    mock.faults.add({ times: 'always', probability: percent / 100, effect });
  }
  const server = await listen(mock);
  return { mock, server, items, from: account.id as WorkerSetup['from'] };
}

/**
 * Works on a run with several processes that are killed at random moments, and compares what the run
 * says of each item with the ledger of the service.
 *
 * @param open returns the address of a database for a folder
 */
export async function testKilledWorkers(open: (folder: string) => Promise<string>): Promise<void> {
  const seed = process.env.RUN_SEED ?? `${Math.trunc(Math.random() * 2 ** 31)}`;
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  const { mock, server, items, from } = await startService(seed);
  const { connection } = server;
  const program = await bundleWriter(folder, '../run/worker.ts');
  const database = await open(folder);
  const setup: WorkerSetup = {
    ...{ connection, database, from, items, quoteLifetime },
    ...{ width: 8, slow: 2, later: 0 },
  };
  const env = { ...process.env, NODE_COMPILE_CACHE: folder, RUN_SETUP: JSON.stringify(setup) };
  const started = Date.now();
  let [kills, stops] = [0, 0];
  const lane = async () => {
    for (;;) {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      let left = kills < KILLS ? Math.random() * (ITEMS / WORKERS / 2) : Number.POSITIVE_INFINITY;
      child.stdout.on('data', (dots: Buffer) => {
        left -= dots.length;
        if (left < 0 && child.kill('SIGKILL')) kills += 1;
      });
      const [code] = await ended;
      // One that stops, for instance because its journal took too long, is started again too.
      if (code === 0) return;
      if (code !== null) stops += 1;
      if (stops > KILLS + 5) throw new Error('The workers stop again and again.');
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, lane));
  const seconds = (Date.now() - started) / 1000;
  mock.faults.clear();
  // Later, a read can show what became of the writes that the workers had to leave as unknown.
  mock.clock.advance({ milliseconds: LATER });
  const { run, close } = await payoutRun({ ...setup, slow: 0, later: LATER });
  const ended: string[] = [];
  for await (const { id } of run.start(items)) ended.push(id);
  expect(ended).toHaveLength(ITEMS);
  const payments = createPaymentsClient(connection);
  const all = await payments.transactions.list().toArray({ limit: 10 * ITEMS });
  const begun = Map.groupBy(
    all.filter(({ status }) => !['PENDING', 'EXPIRED'].includes(status)),
    ({ destination }) => destination.accountId as string,
  );
  const wrong: string[] = [];
  let spent = 0;
  const byId = new Map(items.map((item) => [item.id, item]));
  for await (const { id, outcome } of run.results()) {
    const { to, amount } = byId.get(id) as Payout;
    const times = begun.get(to)?.length ?? 0;
    if (outcome.status === 'paid') spent += amount;
    if (times !== (outcome.status === 'paid' ? 1 : 0))
      wrong.push(`${id}: ${outcome.status}, ${times} payments`);
  }
  const { counts, refusals } = await run.progress();
  console.log(
    `RUN_SEED=${seed}: ${ITEMS} items, ${WORKERS} workers, ${kills} kills, ${seconds} s`,
    counts,
    refusals,
  );
  expect(wrong).toEqual([]);
  // The payee of each fiftieth item does not exist. If the reply to its first request was lost, nothing
  // shows what became of a quote of which nobody knows the id: it is unknown, and paid nothing.
  const without = Math.floor(ITEMS / 50);
  const { paid, refused, unknown } = counts;
  expect([paid, refused + unknown, counts['not-sent']]).toEqual([ITEMS - without, without, 0]);
  const [ledger] = mock.ledger.balances().filter(({ currency }) => currency === 'USD');
  expect(MONEY - (ledger?.balances ?? 0)).toBe(spent);
  expect(kills).toBeGreaterThan(0);
  await close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
