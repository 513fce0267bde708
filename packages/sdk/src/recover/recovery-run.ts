import { callOrWarn, wait } from '@org/payments-contract/internal';
import type { ClientContext } from '../call/context.ts';
import { formerOwners, ownerOf, supplyAccount } from '../call/owner.ts';
import { AbortedError } from '../errors/caller-errors.ts';
import type {
  Journal,
  JournalEntry,
  JournalScopes,
  KeyedEntry,
  OpenRecord,
} from '../outcome/journal.ts';
import { DEFAULT_DEADLINE } from '../outcome/read-timing.ts';
import { TRIAL, trialEnd } from '../outcome/trial.ts';
import { hasKnownWord, inputOf } from './entry.ts';
import { GRACE, withinLimits } from './journal-limits.ts';
import type { RecoverSettings } from './options.ts';
import {
  dueAt,
  endToRecord,
  type Finding,
  foreignWrite,
  type RecoveredEntry,
  recoveredWrite,
  repeatEnd,
} from './recovered-write.ts';
import {
  findingByOther,
  findingWithoutRequest,
  type RecoveryContext,
  recordedFinding,
  resolve,
} from './resolve.ts';

/** The number of entries claimed at once: one, so that a slow loop does not hold others. */
const BATCH = 1;
/** The number of open entries that are listed at once. */
const PAGE = 500;
/** How long a claim lasts at most, in addition to the time an entry needs to settle. */
const LEASE = 600_000;
/** What a short recovery leaves to the loop over its writes: after its end others may claim them. */
const LOOP = 60_000;

const claimExpired =
  'The claim on the entry expired before its outcome was known; another recovery may have claimed it. It stays open.';
const laterWord =
  'A later version of this package recorded an outcome that this version does not know. Recover it with that version.';
const outOfTime = 'The deadline of the recovery passed before the outcome was known.';

export type JournaledContext = ClientContext & { readonly journal: Journal };

/** Which entries to ask about, and what is called with the time to ask again. */
export interface DueFilter {
  isDue(entry: JournalEntry): boolean;
  /** `until` is a time of the client's clock. */
  onWait(entry: JournalEntry, until: number): void;
}

/** One recovery: claims entries, determines the outcome of each, and releases those it did not settle. */
export class RecoveryRun {
  readonly #context: ClientContext;
  readonly #settings: RecoverSettings;
  readonly #recovery: RecoveryContext;
  readonly #journal: Journal;
  readonly #by = crypto.randomUUID();
  readonly #end: number;
  /** Entries that this recovery holds, and until when. */
  readonly #claims = new Map<string, number>();

  constructor(context: JournaledContext, settings: RecoverSettings) {
    const { journal } = context;
    this.#context = context;
    this.#settings = settings;
    this.#journal = journal;
    this.#end = this.#now() + settings.deadline;
    const { timeout, signal } = settings;
    this.#recovery = {
      context: { ...context, journal: undefined },
      settings,
      now: () => this.#now(),
      recordRepeat: async (entry) => {
        const end = repeatEnd(entry, this.#now());
        return this.#use(() => this.#journal.update(entry.id, end, 'resend'));
      },
      options: () => ({ timeout, signal, deadline: Math.max(1, this.#left()) }),
    };
  }

  #now(): number {
    return this.#context.settings(undefined).clock.now();
  }

  #left(): number {
    return this.#end - this.#now();
  }

  /** All entries: first those whose outcome is known at once, then those that needed time to settle. */
  async *found(): AsyncGenerator<RecoveredEntry, void, undefined> {
    const unsettled: (readonly [JournalEntry, Finding])[] = [];
    for await (const entry of this.#claimed()) {
      const found = await this.#findingOn(entry);
      if (this.#dueAt(entry, found) === undefined) yield this.#foundOf(entry, found);
      else unsettled.push([entry, found]);
    }
    for (const [entry, early] of unsettled) {
      yield this.#foundOf(entry, await this.#settled(entry, early));
    }
    if (this.#settings.ids === undefined) yield* this.#foreign();
  }

  /**
   * The due entries whose outcome is known now. The others are released at once: those whose call
   * may still run, and those whose absence shows nothing yet.
   */
  async *due({ isDue, onWait }: DueFilter): AsyncGenerator<RecoveredEntry, void, undefined> {
    for await (const entry of this.#claimed()) {
      const isAsked = isDue(entry);
      const runsUntil = this.#runsUntil(entry);
      const mayRun = this.#now() < runsUntil;
      const found = isAsked && !mayRun ? await this.#findingOn(entry) : undefined;
      const waitUntil = found === undefined ? runsUntil : this.#dueAt(entry, found);
      // Stryker disable next-line ConditionalExpression: without a finding `waitUntil` is the time at which the call ends
      if (found !== undefined && waitUntil === undefined) {
        yield this.#foundOf(entry, found);
        continue;
      }
      if (isAsked) onWait(entry, waitUntil ?? runsUntil);
      await this.#giveUp(entry);
    }
  }

  /** When the call of an entry has ended at the latest. */
  #runsUntil(entry: JournalEntry): number {
    const { end, deadlineAt } = entry;
    if (end !== undefined) return 0;
    return deadlineAt === undefined ? this.#settledAt(entry) : Date.parse(deadlineAt);
  }

  async #giveUp({ id }: JournalEntry): Promise<void> {
    this.#claims.delete(id);
    await this.#use(() => this.#journal.update(id, undefined));
  }

  #use<Value>(work: () => Promise<Value>): Promise<Value> {
    const { signal, timeout } = this.#settings;
    return withinLimits(this.#context, { signal, timeout, left: this.#left() }, work);
  }

  /** Open entries that concern this client, and that its credentials must not act on. */
  async *#foreign(): AsyncGenerator<RecoveredEntry, void, undefined> {
    const { reasonAgainst } = await this.#scopes();
    const { idempotencyKey } = this.#settings;
    let after: OpenRecord | undefined;
    do {
      const position = after;
      const page = await this.#use(() =>
        this.#journal.open({ after: position, limit: PAGE, idempotencyKey }),
      );
      for (const record of page) {
        const why = reasonAgainst(record.scope);
        // The call of a younger one may still run.
        if (why === undefined || this.#now() < this.#settledAt(record)) continue;
        const write = foreignWrite(
          record,
          why.reason,
          findingWithoutRequest(this.#recovery, { startedAt: record.startedAt }, why.because),
        );
        yield { write, settle: async () => undefined };
      }
      after = page.at(-1);
    } while (after !== undefined);
  }

  /** @throws CredentialsError if the function that supplies the credentials fails */
  async #scopes(): Promise<JournalScopes> {
    const { clock, timeout: usual } = this.#context.settings(undefined);
    const { signal, timeout = usual } = this.#settings;
    try {
      await supplyAccount(this.#context, { clock, timeout, left: this.#left(), signal });
    } catch (error) {
      this.#checkSignal();
      throw error;
    }
    const former = formerOwners(this.#context, this.#settings.formerly);
    return this.#use(() => this.#journal.scopes(ownerOf(this.#context), former));
  }

  /** Releases the entries that were not settled. */
  async release(): Promise<void> {
    const claims = [...this.#claims.keys()].filter((id) => this.#holds(id));
    const release = () =>
      Promise.allSettled(claims.map((id) => this.#journal.update(id, undefined)));
    // A claim that cannot be released expires.
    await withinLimits(this.#context, { timeout: GRACE }, release).catch(() => undefined);
  }

  async *#claimed(): AsyncGenerator<JournalEntry, void, undefined> {
    const { settle, deadline, since: endedSince, ids, idempotencyKey } = this.#settings;
    const { claimable: scopes } = await this.#scopes();
    let after: JournalEntry | undefined;
    for (;;) {
      this.#checkSignal();
      const now = this.#now();
      const lease = settle + Math.min(LEASE, deadline + LOOP);
      const selection = {
        ...{ scopes, by: this.#by, lease, endedSince, ids, idempotencyKey, limit: BATCH },
        after: after && { startedAt: after.startedAt, id: after.id },
      };
      const entries = await this.#use(() => this.#journal.claim(selection));
      for (const { id } of entries) this.#claims.set(id, now + lease);
      for (const one of entries) {
        if (one.requestId !== TRIAL) yield one;
        // Left by a process that was killed while it tried the journal.
        else await this.#use(() => this.#journal.update(one.id, trialEnd));
      }
      after = entries.at(-1);
      if (after === undefined) return;
    }
  }

  /** Whether it is certain that no other recovery has taken the entry in the meantime. */
  #holds(id: string): boolean {
    return this.#now() < (this.#claims.get(id) ?? 0);
  }

  /** When the call of an entry has ended, and the service can no longer apply it. */
  #settledAt({ startedAt, deadlineAt }: Pick<JournalEntry, 'startedAt' | 'deadlineAt'>): number {
    const end = deadlineAt === undefined ? undefined : Date.parse(deadlineAt);
    return (end ?? Date.parse(startedAt) + DEFAULT_DEADLINE) + this.#settings.settle;
  }

  /** When to ask again about an entry; undefined if its finding is final. */
  #dueAt(entry: JournalEntry, found: Finding): number | undefined {
    return dueAt(found, this.#settledAt(entry), this.#now());
  }

  async #findingOn(entry: JournalEntry): Promise<Finding> {
    this.#checkSignal();
    const recorded = recordedFinding(this.#recovery, entry);
    if (recorded?.outcome === 'applied') return recorded;
    const keyed = await this.#keyed(entry);
    const by = (sentAt?: string) => findingByOther(this.#recovery, entry, keyed, sentAt);
    const found = by(entry.startedAt) ?? recorded ?? (await this.#ask(entry, keyed));
    return (found.outcome === 'not-applied' && by()) || found;
  }

  /** The entries with the key and the operation of an entry, which is among them. */
  async #keyed({ operation, method, idempotencyKey, request }: JournalEntry) {
    if (idempotencyKey === undefined || request === undefined) return [];
    const { claimable: scopes } = await this.#scopes();
    const of = { scopes, operation, method, idempotencyKey, request };
    return this.#use(() => this.#journal.keyed(of));
  }

  async #ask(entry: JournalEntry, keyed: readonly KeyedEntry[]): Promise<Finding> {
    if (!hasKnownWord(entry)) return findingWithoutRequest(this.#recovery, entry, laterWord);
    if (this.#left() <= 0) return findingWithoutRequest(this.#recovery, entry, outOfTime);
    if (!this.#holds(entry.id)) return findingWithoutRequest(this.#recovery, entry, claimExpired);
    return resolve(this.#recovery, entry, keyed);
  }

  /** Asks again whenever a request can show more before the recovery ends. */
  async #settled(entry: JournalEntry, early: Finding): Promise<Finding> {
    let found = early;
    for (let due = this.#dueAt(entry, found); due !== undefined; due = this.#dueAt(entry, found)) {
      if (due >= this.#end) return found;
      await this.#until(due, entry);
      found = await this.#findingOn(entry);
    }
    return found;
  }

  async #until(time: number, { id, operation }: JournalEntry): Promise<void> {
    const { clock } = this.#context.settings(undefined);
    const coming = { id, operation, until: new Date(time).toISOString() };
    callOrWarn('`onWait` of the recovery', this.#settings.onWait, coming);
    // More than once, because a timer can fire a millisecond before its time on the clock.
    for (let due = time - this.#now(); due > 0; due = time - this.#now()) {
      await wait(clock, due, this.#settings.signal).catch(() => this.#checkSignal());
    }
  }

  #checkSignal(): void {
    const { signal } = this.#settings;
    if (signal?.aborted) throw new AbortedError({ cause: signal.reason });
  }

  #foundOf(entry: JournalEntry, found: Finding): RecoveredEntry {
    return {
      write: recoveredWrite(entry, found, inputOf(this.#context, entry)),
      settle: async () => {
        if (!this.#holds(entry.id)) return;
        await this.#use(() => this.#journal.update(entry.id, endToRecord(entry, found)));
        this.#claims.delete(entry.id);
      },
    };
  }
}
