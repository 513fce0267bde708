import { readFileSync } from 'node:fs';
import { systemClock } from '@org/payments-contract/internal';
import { createPaymentsClient } from '@org/payments-sdk';
import { postgresJournal, sqliteJournal } from '@org/payments-sdk/journal';
import { createRun, postgresRun, type Run, sqliteRun } from '@org/payments-sdk/run';

/** One payment of the run. */
export interface Payout {
  readonly id: string;
  readonly to: `ExternalAccount:${string}`;
  readonly amount: number;
}

/** What a worker is told. */
export interface WorkerSetup {
  readonly connection: {
    readonly baseUrl: string;
    readonly tokenId: string;
    readonly clientSecret: string;
  };
  /** The address of a database, or the folder of files. */
  readonly database: string;
  readonly from: `InternalAccount:${string}`;
  readonly items: readonly Payout[];
  readonly quoteLifetime: number;
  /** Milliseconds by which the clock is ahead, when nothing more is killed. */
  readonly later: number;
}

const SECRET = 'the secret of the journal whose workers are killed';

const told = process.env.RUN_SETUP;

/** The program that runs on one machine and on many. */
export async function payoutRun(setup: WorkerSetup): Promise<{
  readonly run: Run<Payout, { readonly id: string }>;
  close(): Promise<void>;
}> {
  const { connection, database, from, quoteLifetime, later } = setup;
  const isServer = database.startsWith('postgres');
  const { Pool } = await import('pg');
  const pool = isServer ? new Pool({ connectionString: database, max: 6 }) : undefined;
  // Beside the bundle of a worker; the test has it from the source.
  const thread = told === undefined ? undefined : new URL('./thread.mjs', import.meta.url);
  const journal =
    pool === undefined
      ? sqliteJournal(`${database}/writes.db`, { secret: SECRET, thread })
      : postgresJournal(pool, { secret: SECRET });
  const state = pool === undefined ? sqliteRun(`${database}/runs.db`) : postgresRun(pool);
  const clock = { ...systemClock, now: () => Date.now() + later };
  const limits = { deadline: 5000, timeout: 4000, retry: 1 };
  const payments = createPaymentsClient({ ...connection, ...limits, clock, journal });
  const run = createRun<Payout, { readonly id: string }>(payments, {
    id: 'october',
    state,
    lease: 3000,
    settle: 300,
    tries: 6,
    patience: 1000,
    async pay({ to, amount }, step) {
      const quote = await step(
        'quote',
        (key) =>
          payments.quotes.create(
            {
              source: { sourceType: 'ACCOUNT', accountId: from },
              destination: { destinationType: 'ACCOUNT', accountId: to },
              lockedCurrencySide: 'SENDING',
              lockedCurrencyAmount: amount,
            },
            { idempotencyKey: key },
          ),
        { again: 'expired', attempts: 20 },
      );
      // Two of a hundred quotes expire.
      if (later === 0 && Math.random() * 100 < 2) {
        await new Promise((resolve) => setTimeout(resolve, quoteLifetime));
      }
      return step('execute', (key) =>
        payments.quotes.execute({ quoteId: quote.id }, { idempotencyKey: key }),
      );
    },
  });
  return {
    run,
    async close() {
      await pool?.end();
      if ('close' in state) await state.close();
      if (!isServer) await (journal as ReturnType<typeof sqliteJournal>).close();
    },
  };
}

if (told !== undefined) {
  const setup = JSON.parse(readFileSync(told, 'utf8')) as WorkerSetup;
  const { run, close } = await payoutRun(setup);
  process.stdout.on('error', () => process.exit(1));
  for await (const { replayed } of run.start(setup.items, { width: 8 })) {
    if (!replayed) process.stdout.write('.');
  }
  await close();
}
