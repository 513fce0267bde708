import type { ClientContext } from '../call/context.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { JournalWork } from '../outcome/journal.ts';
import type { RecoverOptions, SuperviseOptions } from './options.ts';
import type { RecoveredEntry, RecoveredWrite } from './recovered-write.ts';
import type { RecoveryRun } from './recovery-run.ts';
import type { SentBeforeArguments, SentWrite } from './sent-before.ts';
import type { Supervisor } from './supervisor.ts';

/**
 * A recovery that has not started: iterate over it, or await it for all writes at once. An entry
 * counts as settled when the loop continues with the next one, or when the list is complete: if the
 * process ends before that, the next recovery returns it again.
 */
export interface Recovery extends AsyncIterable<RecoveredWrite>, PromiseLike<RecoveredWrite[]> {}

class LazyRecovery implements Recovery {
  readonly #start: () => RecoveryRun;
  #all: Promise<RecoveredWrite[]> | undefined;

  constructor(start: () => RecoveryRun) {
    this.#start = start;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RecoveredWrite, void, undefined> {
    const run = this.#start();
    try {
      for await (const { write, settle } of run.found()) {
        yield write;
        await settle();
      }
    } finally {
      await run.release();
    }
  }

  // biome-ignore lint/suspicious/noThenProperty: a recovery is awaited like a promise, and lazy
  then<Value = RecoveredWrite[], Refusal = never>(
    onValue?: ((writes: RecoveredWrite[]) => Value | PromiseLike<Value>) | null,
    onError?: ((error: unknown) => Refusal | PromiseLike<Refusal>) | null,
  ): Promise<Value | Refusal> {
    this.#all ??= this.#collect();
    return this.#all.then(onValue, onError);
  }

  async #collect(): Promise<RecoveredWrite[]> {
    const run = this.#start();
    const found: RecoveredEntry[] = [];
    try {
      for await (const one of run.found()) found.push(one);
      for (const { settle } of found) await settle();
      return found.map(({ write }) => write);
    } finally {
      await run.release();
    }
  }
}

/** @throws ConfigurationError without a journal */
function workOf({ journal }: ClientContext): JournalWork {
  if (journal !== undefined) return journal.work;
  throw new ConfigurationError(
    'journal',
    'The client has no journal, so there is nothing to recover from.',
    'Pass `journal` when you make the client, such as `sqliteJournal("writes.db")`.',
  );
}

export function createRecover(context: ClientContext): (options?: RecoverOptions) => Recovery {
  return (options = {}) =>
    new LazyRecovery(
      () => workOf(context).recover(context as never, options as never) as RecoveryRun,
    );
}

export function createSentBefore(
  context: ClientContext,
): (...of: SentBeforeArguments) => Promise<readonly SentWrite[]> {
  return async (...of) =>
    workOf(context).sentBefore(context as never, ...(of as unknown as [never])) as Promise<
      readonly SentWrite[]
    >;
}

export function createSupervise(
  context: ClientContext,
): (options?: SuperviseOptions) => Supervisor {
  return (options = {}) =>
    workOf(context).supervise(context as never, options as never) as Supervisor;
}
