import { wait, warnOnce } from '@org/payments-contract/internal';
import { formerOwners, ownerOf } from '../call/owner.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import { LimitReached, limited } from '../limits/limited.ts';
import { publish } from '../observe/diagnostics.ts';
import type { ClientEvent, JournalEvent } from '../observe/events.ts';
import { finish } from '../options/returned-work.ts';
import type { JournalPosition } from '../outcome/journal.ts';
import { withinLimits } from './journal-limits.ts';
import {
  recoverSettings,
  type SuperviseOptions,
  type SuperviseSettings,
  superviseSettings,
} from './options.ts';
import type { RecoveredEntry } from './recovered-write.ts';
import { type DueFilter, type JournaledContext, RecoveryRun } from './recovery-run.ts';

/** A supervisor that runs in the background. */
export interface Supervisor extends AsyncDisposable {
  /** Resolves when it has ended. It does not reject. */
  readonly done: Promise<void>;
  /** Ends it: aborts its requests and releases its claims. Writes without an outcome stay open. */
  close(): Promise<void>;
}

/** Milliseconds until the first repeat after a failure; each further one waits twice as long. */
const FIRST_REPEAT = 1_000;
const LONGEST_REPEAT = 300_000;
/** Milliseconds until a write whose outcome nothing shows is asked about again; twice as long each time. */
const LONGEST_PATIENCE = 3_600_000;
/** Milliseconds between two prunings. */
const PRUNE_INTERVAL = 3_600_000;
/** The number of open entries that are counted at once. */
const PAGE = 500;

/** When a write whose outcome nothing shows is asked about again. */
interface Patience {
  readonly delay: number;
  readonly until: number;
}

/** Settles the open writes of a client's journal until it is closed. */
export class JournalSupervisor implements Supervisor {
  readonly done: Promise<void>;
  readonly #context: JournaledContext;
  readonly #settings: SuperviseSettings;
  readonly #controller = new AbortController();
  readonly #patience = new Map<string, Patience>();
  #prunedAt = Number.NEGATIVE_INFINITY;

  constructor(context: JournaledContext, options: SuperviseOptions) {
    this.#context = context;
    this.#settings = superviseSettings(options);
    const { signal } = this.#settings;
    const abort = () => this.#controller.abort();
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    this.done = this.#run().finally(() => signal?.removeEventListener('abort', abort));
  }

  async close(): Promise<void> {
    this.#controller.abort();
    await this.done;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #now(): number {
    return this.#context.settings(undefined).clock.now();
  }

  async #run(): Promise<void> {
    const { signal } = this.#controller;
    let failures = 0;
    while (!signal.aborted) {
      let delay: number;
      try {
        delay = await this.#round();
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        delay = Math.min(LONGEST_REPEAT, FIRST_REPEAT * 2 ** failures);
        failures += 1;
        this.#fail(error, delay);
      }
      await wait(this.#context.settings(undefined).clock, delay, signal).catch(() => undefined);
    }
  }

  /** Settles and counts once; returns the milliseconds until there is more to do. */
  async #round(): Promise<number> {
    const next = await this.#settle();
    await this.#count();
    this.#prune();
    return Math.max(1, Math.min(this.#settings.interval, next - this.#now()));
  }

  /** Settles what can be settled now; returns when to ask again about the rest. */
  async #settle(): Promise<number> {
    const { recover } = this.#settings;
    const settings = recoverSettings({ ...recover, signal: this.#controller.signal });
    const run = new RecoveryRun(this.#context, settings);
    const filter: DueFilter = {
      isDue: ({ id }) => this.#now() >= (this.#patience.get(id)?.until ?? 0),
      onWait: ({ id }, until) => this.#patience.set(id, { delay: this.#delayOf(id), until }),
    };
    try {
      for await (const found of run.due(filter)) await this.#handle(found);
      return Math.min(...[...this.#patience.values()].map(({ until }) => until));
    } finally {
      await run.release();
    }
  }

  async #handle({ write, settle }: RecoveredEntry): Promise<void> {
    if (write.outcome === 'unknown') {
      const delay = Math.min(LONGEST_PATIENCE, 2 * this.#delayOf(write.id));
      this.#patience.set(write.id, { delay, until: this.#now() + delay });
      return settle();
    }
    const { onSettled } = this.#settings;
    try {
      await this.#unlessClosed(async () => finish('`onSettled`', onSettled?.(write)));
    } catch (error) {
      if (error instanceof LimitReached) return;
      // The caller does not have the outcome yet: the entry stays open, and comes again.
      warnOnce(onSettled ?? this, '`onSettled` of the supervisor');
      return;
    }
    this.#patience.delete(write.id);
    await settle();
  }

  #delayOf(id: string): number {
    return this.#patience.get(id)?.delay ?? this.#settings.interval / 2;
  }

  /** @throws LimitReached when the supervisor is closed; the work continues */
  #unlessClosed<Value>(work: () => Promise<Value>): Promise<Value> {
    const { clock } = this.#context.settings(undefined);
    const endless = Number.POSITIVE_INFINITY;
    const { signal } = this.#controller;
    return limited(work(), { clock, timeout: endless, left: endless, signal });
  }

  /** Prunes beside the rounds: it may take minutes, and its failure does not keep them waiting. */
  #prune(): void {
    const { keep } = this.#settings;
    const now = this.#now();
    if (keep === Number.POSITIVE_INFINITY || now < this.#prunedAt + PRUNE_INTERVAL) return;
    this.#prunedAt = now;
    const { journal } = this.#context;
    this.#unlessClosed(async () => journal.prune(new Date(now - keep))).catch((error: unknown) => {
      if (error instanceof LimitReached) return;
      this.#prunedAt = now - PRUNE_INTERVAL + LONGEST_REPEAT;
      this.#fail(error, LONGEST_REPEAT);
    });
  }

  #fail(error: unknown, retryInMs: number): void {
    const code = isPaymentsError(error) ? error.code : 'UNEXPECTED';
    this.#emit({ type: 'journal.failed', error: code, retryInMs });
  }

  async #count(): Promise<void> {
    const { journal } = this.#context;
    const { signal } = this.#controller;
    const { timeout } = this.#settings.recover;
    const use = <Value>(work: () => Promise<Value>) =>
      withinLimits(this.#context, { timeout, signal }, work);
    const { formerly } = recoverSettings(this.#settings.recover);
    const former = formerOwners(this.#context, formerly);
    const { claimable, reasonAgainst } = await use(() =>
      journal.scopes(ownerOf(this.#context), former),
    );
    const ids = new Set<string>();
    let foreign = 0;
    let oldestAt: number | undefined;
    let after: JournalPosition | undefined;
    do {
      const position = after;
      const page = await use(() => journal.open({ after: position, limit: PAGE }));
      for (const { id, scope, startedAt } of page) {
        if (claimable.includes(scope)) {
          ids.add(id);
          oldestAt ??= Date.parse(startedAt);
        } else if (reasonAgainst(scope) !== undefined) foreign += 1;
      }
      after = page.at(-1);
    } while (after !== undefined);
    for (const id of this.#patience.keys()) if (!ids.has(id)) this.#patience.delete(id);
    const oldestMs = oldestAt === undefined ? 0 : Math.max(0, this.#now() - oldestAt);
    this.#emit({ type: 'journal.open', open: ids.size, foreign, oldestMs });
  }

  #emit(body: JournalEvent): void {
    const event: ClientEvent = { call: 0, operation: undefined, at: this.#now(), ...body };
    publish(event, this.#context.settings(undefined).observers);
  }
}
