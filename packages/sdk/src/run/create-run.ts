import {
  aFunction,
  type KindsOf,
  numberOf,
  required,
  text,
  wholeNumber,
  withFunctions,
} from '@org/payments-contract/internal';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { RunProgress } from '../observe/run-progress.ts';
import { checkCallOptions, checkOptions } from '../options/checks.ts';
import { KEY_LIFETIME } from '../outcome/same-key.ts';
import type { ItemOutcome, ItemResult, RecordedResult } from './item-outcome.ts';
import { ItemReader } from './item-source.ts';
import { Pacer } from './pacer.ts';
import { guard } from './run-error.ts';
import type { RunSession, StateResult } from './run-state.ts';
import type {
  ResultsOptions,
  Run,
  RunClient,
  RunOptions,
  StartOptions,
  WorkOptions,
} from './run-types.ts';
import { steadyClock } from './steady-clock.ts';
import { Worker } from './worker.ts';

const DEFAULT_WIDTH = 8;
const DEFAULT_TRIES = 5;
const DEFAULT_LEASE = 60_000;
const DEFAULT_PATIENCE = 600_000;
const PAGE = 500;

const milliseconds = numberOf({ from: 0, unit: 'milliseconds' });

const runKinds: KindsOf<RunOptions<unknown, unknown>> = {
  id: required(text),
  state: required(withFunctions('open')),
  pay: required(aFunction),
  itemId: aFunction,
  amount: aFunction,
  lease: numberOf({ from: 1000, unit: 'milliseconds' }),
  tries: wholeNumber({ from: 1 }),
  patience: milliseconds,
  keyLifetime: milliseconds,
  settle: milliseconds,
};

const workKinds: KindsOf<WorkOptions> = {
  width: wholeNumber({ from: 1, to: 1000 }),
  maxRate: numberOf({ above: 0 }),
  signal: withFunctions('addEventListener'),
  onProgress: aFunction,
};

const startKinds: KindsOf<StartOptions> = { ...workKinds, again: aFunction };

function openOutcome({ isBegun, lastStep, id }: StateResult): ItemOutcome {
  const place = { step: isBegun ? undefined : lastStep, operation: undefined };
  const action = 'Start the run again: it goes on with this item.';
  if (!isBegun && lastStep === undefined) {
    const message = 'The run has not come to this item, or has sent nothing that was carried out.';
    return { status: 'not-sent', code: 'NOT_STARTED', message, action, ...place };
  }
  const end = isBegun ? 'its end is not recorded' : `was left after the step "${lastStep}"`;
  const message = `The work on ${JSON.stringify(id)} has begun, and ${end}.`;
  const more = { idempotencyKey: '', askAgainAt: undefined, next: 'start' } as const;
  return { status: 'unknown', code: 'UNDER_WAY', message, action, ...place, ...more };
}

function runOf<Item, Result>(
  payments: RunClient,
  options: RunOptions<Item, Result>,
): Run<Item, Result> {
  const client: RunClient = {
    ...{ journal: payments.journal, clock: steadyClock(payments.clock) },
    recover: (given) => payments.recover(given),
    fingerprint: () => payments.fingerprint(),
    observers: () => payments.observers(),
  };
  const { id, state, pay, settle, tries, patience, keyLifetime, lease } = options;
  /** Each start has a session of its own, so that it knows what it did itself. */
  const open = () =>
    guard(async () => {
      const account = await client.fingerprint();
      const session = await state.open({ run: id, account }, () => client.clock.now());
      const names = Object.keys(session) as (keyof RunSession)[];
      const guarded = names.map((name) => {
        const work = session[name] as (...values: unknown[]) => Promise<unknown>;
        return [name, (...values: unknown[]) => guard(() => work.apply(session, values))];
      });
      return Object.fromEntries(guarded) as RunSession;
    });
  const progressOf = async (session: RunSession): Promise<RunProgress> => {
    return { run: id, ...(await session.progress()) };
  };
  async function* work(
    reader: ItemReader<Item> | undefined,
    given: StartOptions,
  ): AsyncGenerator<ItemResult<Item, Result>, void, undefined> {
    const session = await open();
    const worker = new Worker<Item, Result>({
      context: {
        run: id,
        client,
        tries: tries ?? DEFAULT_TRIES,
        patience: patience ?? DEFAULT_PATIENCE,
        keyLifetime: keyLifetime ?? KEY_LIFETIME,
        settle,
        session,
        pacer: new Pacer(session, client.clock, given.maxRate),
      },
      pay,
      options: { ...given, width: given.width ?? DEFAULT_WIDTH },
      lease: lease ?? DEFAULT_LEASE,
      reader,
      progress: () => progressOf(session),
    });
    yield* worker.results();
  }
  return {
    id,
    start(items, given = {}) {
      checkCallOptions(given, startKinds);
      return work(new ItemReader(items, options), given);
    },
    work(given = {}) {
      checkCallOptions(given, workKinds);
      return work(undefined, given);
    },
    progress: async () => progressOf(await open()),
    async *results({ status }: ResultsOptions = {}) {
      const session = await open();
      let after: string | undefined;
      do {
        const page = await session.results(after, PAGE);
        for (const one of page) {
          const { id: item, outcome = openOutcome(one), finishedAt } = one;
          if (status !== undefined && !status.includes(outcome.status)) continue;
          yield { id: item, outcome, finishedAt } as RecordedResult<Result>;
        }
        after = page.at(-1)?.id;
      } while (after !== undefined);
    },
  };
}

/**
 * Creates a run: one job of many payments, each paid once, whatever stops in between. It needs a client
 * with a `journal`, which shows what became of a write that no response showed.
 *
 * @example
 * const run = createRun(payments, {
 *   id: 'october-payouts',
 *   state: sqliteRun('runs.db'),
 *   pay: async (payout: Payout, step) => {
 *     const quote = await step('quote', (key) => quoteFor(payout, key), { again: 'expired' });
 *     return step('execute', (key) =>
 *       payments.quotes.execute({ quoteId: quote.id }, { idempotencyKey: key }),
 *     );
 *   },
 * });
 *
 * @throws ConfigurationError for invalid options, or a client without a journal
 */
export function createRun<Item, Result = unknown>(
  payments: RunClient,
  options: RunOptions<Item, Result>,
): Run<Item, Result> {
  checkOptions(options, runKinds, { of: 'a run' });
  if (payments?.journal === undefined) {
    throw new ConfigurationError(
      'journal',
      'A run needs a client with a journal: without one, what became of a payment whose response was lost could not be found out once its key is forgotten.',
      'Pass `journal` when you make the client, such as `sqliteJournal("writes.db")`.',
    );
  }
  return runOf(payments, options);
}
