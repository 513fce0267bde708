import { callOrWarn, wait } from '@org/payments-contract/internal';
import { isPaymentsError, type PaymentsError } from '../errors/payments-error.ts';
import { publish } from '../observe/diagnostics.ts';
import type { ClientEvent } from '../observe/events.ts';
import type { RunProgress } from '../observe/run-progress.ts';
import type { ItemResult } from './item-outcome.ts';
import type { ItemReader, ReadItem } from './item-source.ts';
import type { WorkContext } from './item-steps.ts';
import { ItemWork } from './item-work.ts';
import { isHeard } from './pacer.ts';
import { RunError } from './run-error.ts';
import type { Offer, OfferedItem } from './run-state.ts';
import type { PayItem, StartOptions } from './run-types.ts';

/** How many items are read and offered at once. */
const CHUNK = 200;
/** Milliseconds, at most, between two looks for items that other workers gave back or finished. */
const POLL = 1000;
/** Milliseconds between two calls of `onProgress`. */
const PROGRESS = 1000;

export interface WorkerParts<Item, Result> {
  readonly context: Omit<WorkContext, 'stopping'>;
  readonly pay: PayItem<Item, Result>;
  readonly options: StartOptions & { readonly width: number };
  readonly lease: number;
  /** Undefined for a worker that only works on what others have offered. */
  readonly reader: ItemReader<Item> | undefined;
  progress(): Promise<RunProgress>;
}

/** One worker of a run: reads items, claims as many as it may, and pays them. */
export class Worker<Item, Result> {
  readonly #parts: WorkerParts<Item, Result>;
  readonly #stopping = new AbortController();
  readonly #context: WorkContext;
  readonly #active = new Map<string, ItemWork<Item, Result>>();
  /** Claimed, and not begun. */
  #waiting: ItemWork<Item, Result>[] = [];
  /** The look for more of them that is under way. */
  #filling: Promise<boolean> | undefined;
  #ended: ItemResult<Item, Result>[] = [];
  #failure: PaymentsError | undefined;
  /** Milliseconds until it is worth looking again; undefined while a look may find something. */
  #idle: number | undefined;
  #isDone = false;
  /** Whether something has happened since the last wait. */
  #isWoken = false;
  #resume: () => void = () => undefined;
  #nextProgress = 0;

  constructor(parts: WorkerParts<Item, Result>) {
    this.#parts = parts;
    this.#context = { ...parts.context, stopping: this.#stopping.signal };
  }

  /** The results of this worker, as they end. */
  async *results(): AsyncGenerator<ItemResult<Item, Result>, void, undefined> {
    const { signal } = this.#parts.options;
    const onAbort = () => this.#stop();
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) this.#stop();
    const stopRenewing = this.#renewing();
    const { pacer, client } = this.#context;
    const unfollow = pacer.follow(client.observers());
    try {
      while (!this.#isDone) {
        await this.#step();
        for (let one = this.#ended.shift(); one !== undefined; one = this.#ended.shift()) yield one;
      }
    } finally {
      this.#stop();
      await this.#finishActive();
      stopRenewing();
      unfollow();
      signal?.removeEventListener('abort', onAbort);
    }
    // What ended after the last step.
    yield* this.#ended.splice(0);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Begins what can be begun, and waits until something ends or may begin. */
  async #step(): Promise<void> {
    try {
      if (!this.#stopping.signal.aborted) await this.#begin();
    } catch (error) {
      this.#fail(error);
    }
    const isStopping = this.#stopping.signal.aborted;
    if (isStopping && this.#active.size === 0) this.#isDone = true;
    if (this.#isDone || this.#ended.length > 0) return;
    const isFull = this.#active.size >= this.#parts.options.width;
    if (isStopping || isFull || this.#idle !== undefined) {
      await this.#event(isStopping || isFull ? undefined : this.#idle);
    }
    await this.#report();
  }

  async #begin(): Promise<void> {
    const { width } = this.#parts.options;
    while (this.#active.size < width && this.#ended.length < CHUNK) {
      const work = this.#waiting.shift();
      if (work?.isLost === false) this.#work(work);
      else if (work === undefined && !(await this.#fill())) return;
    }
    // The next ones are claimed while these are paid.
    if (this.#waiting.length > width / 2) return;
    this.#fill().catch((error: unknown) => this.#fail(error));
  }

  /** Claims items, or offers more of the source. @returns whether it is worth looking again at once */
  #fill(): Promise<boolean> {
    const fill = async () => {
      if (await this.#claimMore()) return true;
      const { reader } = this.#parts;
      if (reader === undefined || reader.isDone) return false;
      await this.#offerMore(reader);
      await this.#claimMore();
      return true;
    };
    this.#filling ??= fill().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  /** @returns whether there were items; otherwise `#idle` says when to look again */
  async #claimMore(): Promise<boolean> {
    const { session, pacer, client } = this.#context;
    const { options, lease, reader, pay } = this.#parts;
    if (this.#idle !== undefined && this.#idle > client.clock.now()) return false;
    const until = client.clock.now() + lease;
    const claimed = await session.claim(options.width, lease);
    pacer.note(claimed.pace, claimed.workers);
    this.#waiting.push(
      ...claimed.items.map((one) => new ItemWork<Item, Result>(this.#context, one, pay, until)),
    );
    if (claimed.items.length > 0) {
      this.#idle = undefined;
      return true;
    }
    if (claimed.open === 0 && (reader === undefined || reader.isDone)) this.#isDone = true;
    this.#idle = client.clock.now() + Math.min(POLL, Math.max(1, claimed.nextIn ?? POLL));
    return false;
  }

  async #offerMore(reader: ItemReader<Item>): Promise<void> {
    const { session } = this.#context;
    const read = await reader.next(CHUNK);
    const offers = await session.offer(read.map(({ offered }) => offered));
    const again: OfferedItem[] = [];
    for (const [index, one] of read.entries()) {
      const offer = offers[index] as Offer;
      if (offer.is === 'changed') this.#refuse(one, 'ITEM_CHANGED');
      else if (offer.is === 'duplicate') this.#refuse(one, 'ITEM_DUPLICATE');
      else if (offer.is === 'open' || offer.isOwn) continue;
      else if (this.#isAgain(offer, one)) again.push(one.offered);
      else {
        const outcome = offer.outcome as ItemResult<Item, Result>['outcome'];
        this.#ended.push({ id: one.offered.id, item: one.item, outcome, replayed: true });
      }
    }
    if (again.length > 0) await session.reopen(again);
    if (reader.isDone) await session.complete();
    this.#idle = undefined;
  }

  #isAgain({ outcome }: Extract<Offer, { is: 'done' }>, { offered }: ReadItem<Item>): boolean {
    if (outcome.status === 'unknown' || outcome.status === 'not-sent') return true;
    const { again } = this.#parts.options;
    return outcome.status === 'refused' && again?.(outcome, offered.id) === true;
  }

  #refuse({ item, offered }: ReadItem<Item>, code: 'ITEM_CHANGED' | 'ITEM_DUPLICATE'): void {
    const id = JSON.stringify(offered.id);
    const message =
      code === 'ITEM_CHANGED'
        ? `The run has the item ${id} with another content, and goes on with that one.`
        : `An item before this one has the id ${id} as well: it is paid once.`;
    const action =
      code === 'ITEM_CHANGED'
        ? 'Look up what became of it. If this content is to be paid in addition, give it another id.'
        : 'If both are to be paid, give each an id of its own.';
    const place = { step: undefined, operation: undefined, requestId: undefined };
    const outcome = { status: 'refused', code, message, action, ...place } as const;
    this.#ended.push({ id: offered.id, item, outcome, replayed: false });
  }

  #work(work: ItemWork<Item, Result>): void {
    this.#active.set(work.claim.token, work);
    const end = work.run().then(
      (ended) => {
        if (ended.is === 'stop') this.#fail(ended.error);
        if (ended.is === 'left') this.#idle = undefined;
        if (ended.is !== 'finished') return;
        const outcome = ended.outcome as ItemResult<Item, Result>['outcome'];
        this.#ended.push({ id: work.claim.id, item: work.item, outcome, replayed: false });
      },
      (error: unknown) => this.#fail(error),
    );
    void end.then(() => {
      this.#active.delete(work.claim.token);
      // It may have been the last one of the run.
      if (this.#active.size === 0) this.#idle = undefined;
      this.#wake();
    });
  }

  #fail(error: unknown): void {
    const failure = isPaymentsError(error)
      ? error
      : new RunError('RUN_STATE_FAILED', { cause: error });
    this.#failure ??= failure;
    this.#stop();
  }

  #stop(): void {
    this.#stopping.abort();
    this.#wake();
  }

  #wake(): void {
    this.#isWoken = true;
    this.#resume();
  }

  /** Waits until an item ends or the run is stopped, or until a time. */
  async #event(until: number | undefined): Promise<void> {
    const { clock } = this.#context.client;
    const ended = new AbortController();
    const woken = new Promise<void>((resolve) => {
      this.#resume = resolve;
      if (this.#isWoken) resolve();
    });
    const waits = [woken];
    if (until !== undefined) {
      const delay = Math.max(1, until - clock.now());
      waits.push(wait(clock, delay, ended.signal).catch(() => undefined));
    }
    await Promise.race(waits);
    this.#isWoken = false;
    ended.abort();
  }

  /** Extends the leases of what this worker has, until the returned function is called. */
  #renewing(): () => void {
    const { session, client } = this.#context;
    const { lease } = this.#parts;
    const ended = new AbortController();
    const renew = async () => {
      for (;;) {
        await wait(client.clock, lease / 3, ended.signal);
        const held = [...this.#active.values(), ...this.#waiting];
        const until = client.clock.now() + lease;
        const tokens = held.map(({ claim }) => claim.token);
        const lost = new Set(tokens.length === 0 ? [] : await session.renew(tokens, lease));
        for (const work of held) work.lease(lost.has(work.claim.token) ? 0 : until);
        this.#waiting = this.#waiting.filter(({ isLost }) => !isLost);
      }
    };
    renew().catch((error: unknown) => {
      if (!ended.signal.aborted) this.#fail(error);
    });
    return () => ended.abort();
  }

  /** Waits for what is under way, and gives back what was not begun. */
  async #finishActive(): Promise<void> {
    await this.#filling?.catch(() => undefined);
    while (this.#active.size > 0) await this.#event(undefined);
    const { session } = this.#context;
    const waiting = this.#waiting.splice(0);
    const given = waiting.map(({ claim: { token, steps, mayBeSent } }) =>
      session.release(token, { steps, dueIn: 0, mayBeSent, isTry: false }),
    );
    const closed = [...given, this.#parts.reader?.close(), session.end(), this.#report(true)];
    for (const end of await Promise.allSettled(closed)) {
      if (end.status === 'rejected') this.#failure ??= end.reason as PaymentsError;
    }
  }

  async #report(isLast = false): Promise<void> {
    const { onProgress } = this.#parts.options;
    const { clock } = this.#context.client;
    const observers = this.#context.client.observers();
    const isNobody = onProgress === undefined && !isHeard(observers);
    if (isNobody || (!isLast && clock.now() < this.#nextProgress)) return;
    this.#nextProgress = clock.now() + PROGRESS;
    const progress = await this.#parts.progress();
    if (onProgress !== undefined) callOrWarn('`onProgress`', onProgress, progress);
    const { run, items, counts, open, underWay, refusals, amounts, rate } = progress;
    const event: ClientEvent = {
      ...{ call: 0, operation: undefined, at: clock.now(), type: 'run.progress' },
      ...{ run, items, counts, open, underWay, refusals, amounts, rate },
    };
    publish(event, observers);
  }
}
