import { redact } from '@org/payments-contract';
import { settledBy } from '../outcome/journal.ts';
import { type ErrorMeaning, type FoundError, meaningOf } from './error-meaning.ts';
import { CLOCK_TOLERANCE, evidence, expiredPlace, isReused, type RoundStep } from './evidence.ts';
import { stepKey } from './item-source.ts';
import type { Pacer } from './pacer.ts';
import { RunError } from './run-error.ts';
import type { ClaimedItem, RunSession, StepRecord, StepRecords } from './run-state.ts';
import type { RunClient, StepOptions } from './run-types.ts';

/**
 * What the state keeps of a result: JSON in which every field that the contract marks as secret is
 * masked. The program gets the same in every start, so that it does not depend on what is not kept.
 */
export function keptResult(value: unknown, what: string, itemId: string): unknown {
  if (value === undefined) return null;
  try {
    return redact(JSON.parse(JSON.stringify(value) ?? 'null'));
  } catch (error) {
    const message = `${what} returned something that is not JSON, so that it cannot be kept.`;
    throw new RunError('RUN_PAY_FAILED', { message, itemId, cause: error });
  }
}

/** What the items of a worker share. */
export interface WorkContext {
  readonly run: string;
  readonly client: RunClient;
  readonly tries: number;
  readonly patience: number;
  readonly keyLifetime: number;
  readonly settle: number | undefined;
  readonly session: RunSession;
  readonly pacer: Pacer;
  /** Aborted when nothing more is to be sent; what is under way goes on. */
  readonly stopping: AbortSignal;
}

/** Why an item does not go on in this round of `pay`. */
export type Halt =
  | Exclude<ErrorMeaning, { is: 'unknown' | 'applied' }>
  /** A write may be applied; `because` is what the journal says, if it was asked. */
  | {
      readonly is: 'unknown';
      readonly error: FoundError | undefined;
      readonly mayAsk: boolean;
      /** Whether the error is the refusal of a repeat of the write. */
      readonly isRepeat?: boolean;
      readonly because?: string;
      /** The code of an error that the journal has, or of what it lacks. */
      readonly code?: string;
      readonly askAgainAt?: string | undefined;
    }
  | {
      readonly is: 'rejected';
      readonly code: string;
      readonly message: string;
      readonly action: string | undefined;
    }
  /** A step is sent anew, with another key. */
  | { readonly is: 'again' }
  /** Another worker has taken the item over. */
  | { readonly is: 'lost' }
  /** The run ends before this step was sent. */
  | { readonly is: 'ended' };

/** What `pay` is rejected with where a step halts its item. */
class Halted extends Error {
  override readonly name = 'Halted';
}

const stepName = /^[A-Za-z][\w-]{0,63}$/;
const DEFAULT_ATTEMPTS = 3;
const TOO_OLD = 'The key is older than the service remembers it';

/** The steps of one claimed item: what the state has of them, and what this worker sends. */
export class ItemSteps {
  readonly #context: WorkContext;
  readonly #claim: ClaimedItem;
  readonly #records: Record<string, StepRecord>;
  #round: RoundStep[] = [];
  /** How often each step was sent anew because it had expired. */
  readonly #anew = new Map<string, number>();
  #isUnsaved = false;
  /** Whether something was sent, by this worker or an earlier one, of which nothing shows the end. */
  isDoubtful: boolean;
  /** When the item may be another worker's, by our clock; 0 if it is. */
  leasedUntil: number;
  halt: Halt | undefined;
  /** The step that was sent last, and its key. */
  last: { readonly step: string; readonly key: string } | undefined;

  constructor(context: WorkContext, claim: ClaimedItem, leasedUntil: number) {
    this.#context = context;
    this.#claim = claim;
    this.leasedUntil = leasedUntil;
    this.#records = { ...claim.steps };
    this.isDoubtful = claim.mayBeSent;
  }

  get isLost(): boolean {
    return this.#context.client.clock.now() >= this.leasedUntil;
  }

  get records(): StepRecords {
    return this.#records;
  }

  /** Whether this round has a step that was applied. */
  get hasApplied(): boolean {
    return this.#round.some(([name]) => this.#records[name]?.result !== undefined);
  }

  beginRound(): void {
    this.#round = [];
    this.halt = undefined;
    this.last = undefined;
  }

  /** Ends the item: whatever `pay` does with the error, no step is sent after it. */
  stop(halt: Halt): Error {
    this.halt ??= halt;
    return new Halted(`The item ${JSON.stringify(this.#claim.id)} does not go on.`);
  }

  /** Returns the result of a step, which is sent unless the state has it. */
  async send(
    name: string,
    call: (key: string) => PromiseLike<unknown>,
    options: StepOptions,
  ): Promise<unknown> {
    if (this.halt !== undefined) throw this.stop(this.halt);
    this.#checkName(name);
    this.#round.push([name, options]);
    const { attempt: before = 1, isRefused, result: known } = this.#records[name] ?? {};
    if (known !== undefined) return structuredClone(known[0]);
    const attempt = isRefused ? before + 1 : before;
    this.#records[name] = { attempt };
    await this.#turn();
    const { id: item } = this.#claim;
    const key = await stepKey({ run: this.#context.run, item, step: name, attempt });
    this.last = { step: name, key };
    const value = await this.#applied(call, key);
    const result = keptResult(value, `The step ${JSON.stringify(name)}`, item);
    this.#records[name] = { attempt, result: [result] };
    this.#isUnsaved = true;
    return structuredClone(result);
  }

  #checkName(name: unknown): void {
    const isUsed = this.#round.some(([used]) => used === name);
    if (typeof name === 'string' && stepName.test(name) && !isUsed) return;
    const message = isUsed
      ? `The step ${JSON.stringify(name)} is called twice for one item: each write needs a name of its own.`
      : 'The name of a step is a letter, and then at most 63 letters, digits, hyphens or underscores.';
    const error = new RunError('RUN_PAY_FAILED', { message, itemId: this.#claim.id });
    throw this.stop({ is: 'stop', error, mayBeSent: false });
  }

  /** Waits until a step may be sent. What the earlier ones returned is recorded before. */
  async #turn(): Promise<void> {
    const { session, pacer, stopping } = this.#context;
    if (this.#isUnsaved) {
      if (!(await session.save(this.#claim.token, this.#records))) this.leasedUntil = 0;
      this.#isUnsaved = false;
    }
    await pacer.turn(this.#round.length === 1, stopping).catch((error: unknown) => {
      if (!stopping.aborted) throw error;
    });
    if (this.isLost) throw this.stop({ is: 'lost' });
    if (stopping.aborted) throw this.stop({ is: 'ended' });
  }

  /** The value of a step that is applied, whichever worker sent it. */
  async #applied(call: (key: string) => PromiseLike<unknown>, key: string): Promise<unknown> {
    const { keyLifetime } = this.#context;
    const { age } = this.#claim;
    const wasDoubtful = this.isDoubtful;
    // One from the future has no age that is known: a clock was set since.
    if (wasDoubtful && !(age > -CLOCK_TOLERANCE && age < keyLifetime)) {
      const [, { movesMoney = true }] = this.#round.at(-1) as RoundStep;
      if (movesMoney) return this.#byJournal(key, undefined);
      throw this.#anewAfterDoubt();
    }
    this.isDoubtful = true;
    try {
      const value = await call(key);
      this.isDoubtful = false;
      return value;
    } catch (error) {
      const meaning = meaningOf(error, this.#claim.id);
      switch (meaning.is) {
        case 'applied':
          this.isDoubtful = false;
          return { id: meaning.resourceId };
        case 'refused':
          // That the repeat was refused does not show that the first request was.
          if (wasDoubtful) return this.#byJournal(key, meaning.error);
          throw this.#refused(meaning.error);
        case 'later':
          this.isDoubtful = wasDoubtful;
          break;
        case 'stop':
          this.isDoubtful = wasDoubtful || meaning.mayBeSent;
          break;
        default:
      }
      throw this.stop(meaning);
    }
  }

  /** A refused step has another key if it is sent again. */
  #refused(error: FoundError): Error {
    this.isDoubtful = false;
    this.#renew(this.#round.length - 1);
    const { client } = this.#context;
    const place = expiredPlace(this.#round, this.#records, error, client.clock.now());
    const [name, { attempts = DEFAULT_ATTEMPTS }] = this.#round.at(place) as RoundStep;
    const anew = (this.#anew.get(name) ?? 0) + 1;
    if (place < 0 || anew > attempts) return this.stop({ is: 'refused', error });
    this.#anew.set(name, anew);
    this.#renew(place);
    return this.stop({ is: 'again' });
  }

  /** Has a step that expires sent anew in the next start, unless a later one was applied. */
  renewExpiring(): void {
    const place = this.#round.findLastIndex(([, { again }]) => again === 'expired');
    const later = this.#round.slice(place + 1);
    const isApplied = later.some(([name]) => this.#records[name]?.result !== undefined);
    if (place >= 0 && !isApplied) this.#renew(place);
  }

  /** Gives the steps from a place of the round on another key. */
  #renew(place: number): void {
    for (const [name] of this.#round.slice(place)) {
      this.#records[name] = { attempt: this.#records[name]?.attempt ?? 1, isRefused: true };
    }
    this.#isUnsaved = true;
  }

  /**
   * Ends the doubt about a step by the journal of the client.
   *
   * @param refused what its repeat was refused with; undefined if its key is too old for one
   */
  async #byJournal(key: string, refused: FoundError | undefined): Promise<unknown> {
    const { client, settle, keyLifetime } = this.#context;
    const { begunAt, id } = this.#claim;
    const isOld = refused === undefined;
    this.isDoubtful = true;
    const write = { key, begunAt, settle, keyLifetime, isOld };
    const found = await evidence(client, write).catch((error: unknown) => {
      const meaning = meaningOf(error, id);
      if (meaning.is === 'stop') throw this.stop(meaning);
      return 'busy' as const;
    });
    const isRepeat = refused !== undefined;
    const halt = { is: 'unknown', error: refused, mayAsk: true, isRepeat } as const;
    if (found === 'busy') throw this.stop(halt);
    if (found !== undefined && isReused(found)) {
      const because = 'The service refused the key: it was used with another request before.';
      const code = 'IDEMPOTENCY_KEY_REUSED';
      throw this.stop({ is: 'unknown', error: undefined, mayAsk: false, code, because });
    }
    if (found?.outcome === 'applied') {
      this.isDoubtful = false;
      const person = settledBy(found.source);
      return found.resource ?? (person ? { settledBy: person } : { id: found.resourceId });
    }
    if (found?.outcome === 'unknown') {
      const { askAgainAt, foreign, source } = found;
      const because = isOld ? `${found.because} ${TOO_OLD}.` : found.because;
      // Of an old key another start shows no more, unless something kept this one from asking.
      const mayAsk = !isOld || Boolean(askAgainAt ?? foreign ?? source.errorCode);
      throw this.stop({ ...halt, mayAsk, because, askAgainAt });
    }
    // Nothing with this key is open: the refusal is the end of all that was sent.
    if (refused !== undefined) throw this.#refused(refused);
    if (found === undefined) {
      const because = `${TOO_OLD}, and the journal has no entry of it.`;
      const code = 'JOURNAL_ENTRY_MISSING';
      throw this.stop({ is: 'unknown', error: undefined, mayAsk: false, code, because });
    }
    throw this.#anewAfterDoubt();
  }

  /** Has the last step sent with another key: it was not applied, or pays nothing by itself. */
  #anewAfterDoubt(): Error {
    this.isDoubtful = false;
    this.#renew(this.#round.length - 1);
    return this.stop({ is: 'again' });
  }
}
