import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, type FaultEffect } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import { expect } from 'vitest';
import { bundleWorker } from '../support/programs.ts';
import { type Payout, payoutRun, type WorkerSetup } from './worker.ts';

const numberOf = (name: string, usual: number) => Number(process.env[name] ?? usual);
const ITEMS = numberOf('RUN_ITEMS', 60);
const WORKERS = numberOf('RUN_WORKERS', 3);
const KILLS = numberOf('RUN_KILLS', 3);
/** Milliseconds after which a test has hung. */
export const LIMIT = Math.max(900_000, ITEMS * 360);
const MONEY = 10_000_000_00;
const quoteLifetime = 1500;
/** After it, no clock in doubt and no recovery that was killed hides what became of a write. */
const LATER = 720_000;

/** What goes wrong, and how often of a hundred times. */
const faults: readonly (readonly [number, FaultEffect])[] = [
  [4, { kind: 'lose-reply' }],
  [3, { kind: 'late-apply', milliseconds: 250 }],
  // Each halves the pace of all: in a large run as often in all, not for each item.
  [Math.min(1, 1000 / ITEMS), { kind: 'answer', status: 429, retryAfter: 100 }],
  [2, { kind: 'answer', status: 503 }],
  [2, { kind: 'reset-connection' }],
  [1, { kind: 'foreign-response', applied: true }],
];

/** One of fifty payees does not exist. */
const hasPayee = (at: number) => at % 50 !== 49;

/** A service that fails often, and the payees of a run. */
async function startService(seed: string) {
  const mock = createMock({ seed, now: Date.now, eventLimit: 100, quoteLifetime });
  const { id: customerId } = mock.add.customer();
  const account = mock.add.internalAccount({ customerId, available: MONEY });
  const items = Array.from({ length: ITEMS }, (_, at): Payout => {
    const iban = `DE893704004${1_000_000 + at}123`;
    const accountInfo = { accountType: 'EUR_ACCOUNT', iban } as const;
    const { id } = mock.add.externalAccount({ customerId, currency: 'EUR', accountInfo });
    const to = (hasPayee(at) ? id : `${id}0`) as Payout['to'];
    return { id: `payout-${at}`, to, amount: 10_000 + at };
  });
  for (const [percent, effect] of faults) {
    mock.faults.add({ times: 'always', probability: percent / 100, effect });
  }
  const server = await listen(mock);
  return { mock, server, items, from: account.id as WorkerSetup['from'] };
}

/** Where the state and the journal are. */
export interface RunPlace {
  /** The address of a database, or the folder of files. */
  readonly database: string;
  /**
   * Takes the database away in the middle of the run, and gives it back.
   *
   * @param down resolves when every worker has ended because of it
   */
  strike?(down: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Runs the workers: each is killed at random moments, and started again until it has ended. */
async function runLanes(program: string, env: NodeJS.ProcessEnv, place: RunPlace) {
  /** Stops: workers that ended with an error, for instance because their journal took too long. */
  const lanes = { kills: 0, stops: 0 };
  let [finished, waiting] = [0, 0];
  /** After how many items of all workers the one that ended the last is killed. */
  const moments = Array.from({ length: KILLS }, () => Math.random() * (ITEMS / 2)).toSorted(
    (one, other) => one - other,
  );
  let strike: Promise<void> | undefined;
  let onWait = () => {};
  const wait = () => {
    waiting += 1;
    onWait();
  };
  /** Resolves when no worker runs. */
  const down = async () => {
    while (waiting < WORKERS) {
      await new Promise<void>((resolve) => {
        onWait = resolve;
      });
    }
  };
  const worker = async () => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      ...{ env, stdio: ['ignore', 'pipe', 'inherit'] },
    });
    const ended = once(child, 'exit');
    let items = 0;
    child.stdout.on('data', (dots: Buffer) => {
      items += dots.length;
      finished += dots.length;
      const isMoment = finished > (moments[lanes.kills] ?? Number.POSITIVE_INFINITY);
      if (isMoment && !child.killed && child.kill('SIGKILL')) lanes.kills += 1;
      if (finished > ITEMS / 2) strike ??= place.strike?.(down);
    });
    const [code] = await ended;
    return { code, items };
  };
  const lane = async () => {
    for (let idle = 0; ; ) {
      wait();
      await strike;
      waiting -= 1;
      const { code, items } = await worker();
      if (code === 0) break;
      if (code !== null) lanes.stops += 1;
      idle = items > 0 ? 0 : idle + 1;
      if (idle > 10) throw new Error('A worker stops again and again.');
    }
    wait();
  };
  await Promise.all(Array.from({ length: WORKERS }, lane));
  await strike;
  return lanes;
}

/**
 * Works on a run with several processes that are killed at random moments, and compares what the run
 * says of each item with the ledger of the service. `RUN_ITEMS=10000 RUN_WORKERS=4 RUN_KILLS=20` is
 * its full size.
 */
export async function testKilledWorkers(
  open: (folder: string) => Promise<RunPlace>,
): Promise<void> {
  const seed = process.env.RUN_SEED ?? `${Math.trunc(Math.random() * 2 ** 31)}`;
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  const service = await startService(seed);
  const place = await open(folder);
  try {
    await workAndCompare(seed, folder, place, service);
  } finally {
    await place.close();
    await service.server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function workAndCompare(
  seed: string,
  folder: string,
  place: RunPlace,
  { mock, server, items, from }: Awaited<ReturnType<typeof startService>>,
): Promise<void> {
  const { connection } = server;
  const program = await bundleWorker(folder);
  const { database } = place;
  const setup: WorkerSetup = { connection, database, from, items, quoteLifetime, later: 0 };
  const told = join(folder, 'setup.json');
  writeFileSync(told, JSON.stringify(setup));
  const env = { ...process.env, NODE_COMPILE_CACHE: folder, RUN_SETUP: told };
  const started = Date.now();
  const lanes = await runLanes(program, env, place);
  const seconds = (Date.now() - started) / 1000;
  mock.faults.clear();
  // Later, a read can show what became of the writes that the workers had to leave as unknown.
  mock.clock.advance({ milliseconds: LATER });
  const { run, close } = await payoutRun({ ...setup, later: LATER });
  const without = Math.floor(ITEMS / 50);
  const isSettled = async () => {
    for await (const { id } of run.results({ status: ['unknown', 'not-sent'] })) {
      if (hasPayee(Number(id.slice('payout-'.length)))) return false;
    }
    return true;
  };
  // A recovery that was killed holds its entry a while.
  do {
    const ended: string[] = [];
    for await (const { id } of run.start(items)) ended.push(id);
    expect(ended).toHaveLength(ITEMS);
  } while (!(await isSettled()));
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
    `RUN_SEED=${seed}: ${ITEMS} items, ${WORKERS} workers, ${lanes.kills} kills, ${lanes.stops} stops, ${seconds} s`,
    counts,
    refusals,
  );
  expect(wrong).toEqual([]);
  // The payee of each fiftieth item does not exist. If the reply to its first request was lost, nothing
  // shows what became of a quote of which nobody knows the id: it is unknown, and paid nothing.
  const { paid, refused, unknown } = counts;
  expect([paid, refused + unknown, counts['not-sent']]).toEqual([ITEMS - without, without, 0]);
  const [ledger] = mock.ledger.balances().filter(({ currency }) => currency === 'USD');
  expect(MONEY - (ledger?.balances ?? 0)).toBe(spent);
  expect(lanes.kills).toBeGreaterThan(0);
  await close();
}
