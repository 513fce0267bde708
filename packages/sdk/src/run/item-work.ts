import { listIssues } from '../errors/caller-errors.ts';
import type { PaymentsError } from '../errors/payments-error.ts';
import { type FoundError, meaningOf } from './error-meaning.ts';
import type { ItemOutcome } from './item-outcome.ts';
import { type Halt, ItemSteps, keptResult, type WorkContext } from './item-steps.ts';
import type { ClaimedItem } from './run-state.ts';
import type { PayItem, Step, StepOptions } from './run-types.ts';

export type WorkEnd =
  | { readonly is: 'finished'; readonly outcome: ItemOutcome }
  /** It went back into the state, or another worker has it. */
  | { readonly is: 'left' }
  | { readonly is: 'stop'; readonly error: PaymentsError };

/** Milliseconds before an item is tried again, doubled with each try. */
const BACKOFF = 500;
const LONGEST_BACKOFF = 60_000;
/** A limit of rate is about all items: one may meet it so many times more often. */
const RATE_PATIENCE = 4;

/** What is said of an item whose repeats are refused, which a further repeat alone does not change. */
function repeatRefused(code: string, message: string, action: string, key: string) {
  return {
    code,
    message: `The first request may have been carried out, and its repeat with the key ${key} was refused: ${message}`,
    action: `Mend why the repeat was refused. ${action} Start the run again after that: it asks with the same key, and pays nobody twice. If the cause cannot be mended, look for the payment in the list of transactions, or ask the service about the key: only if it was not made, pay it in another way.`,
  };
}

export class ItemWork<Item, Result> {
  readonly claim: ClaimedItem;
  readonly item: Item;
  readonly #context: WorkContext;
  readonly #pay: PayItem<Item, Result>;
  readonly #steps: ItemSteps;

  constructor(
    context: WorkContext,
    claim: ClaimedItem,
    pay: PayItem<Item, Result>,
    leasedUntil: number,
  ) {
    this.#context = context;
    this.claim = claim;
    this.item = JSON.parse(claim.content);
    this.#pay = pay;
    this.#steps = new ItemSteps(context, claim, leasedUntil);
  }

  /** Whether another worker may have the item: nothing more is sent, and nothing is recorded. */
  get isLost(): boolean {
    return this.#steps.isLost;
  }

  /** Notes until when the item is this worker's. @param until 0 if another one has it */
  lease(until: number): void {
    this.#steps.leasedUntil = until;
  }

  /** Pays the item as far as it can be, and records how far it came. @throws the errors of the state */
  async run(): Promise<WorkEnd> {
    for (;;) {
      this.#steps.beginRound();
      const result = await this.#round();
      const { halt } = this.#steps;
      if (halt?.is === 'again') continue;
      if (halt !== undefined) return this.#halted(halt);
      return this.#finish({ status: 'paid', result });
    }
  }

  async #round(): Promise<unknown> {
    const steps = this.#steps;
    try {
      const result = await this.#pay(structuredClone(this.item), this.#step());
      return keptResult(result, '`pay`', this.claim.id);
    } catch (error) {
      if (steps.halt !== undefined) return undefined;
      const meaning = meaningOf(error, this.claim.id);
      // A read that fails after a write does not undo it.
      const isDoubt = meaning.is === 'unknown' || meaning.is === 'applied';
      if (isDoubt || (meaning.is === 'refused' && steps.hasApplied)) {
        steps.halt = { is: 'unknown', error: meaning.error, mayAsk: true };
      } else steps.halt = meaning;
      return undefined;
    }
  }

  #step(): Step {
    const steps = this.#steps;
    // One after another, in whichever way `pay` calls them.
    let before: Promise<unknown> = Promise.resolve();
    const send = <Value>(
      name: string,
      call: (key: string) => PromiseLike<Value>,
      options: StepOptions = {},
    ): Promise<Value> => {
      const sent = before.then(() => steps.send(name, call, options));
      before = sent.catch(() => undefined);
      return sent as Promise<Value>;
    };
    const refuse = (code: string, message: string, action?: string): never => {
      throw steps.stop({ is: 'rejected', code, message, action });
    };
    return Object.assign(send, { refuse });
  }

  async #halted(halt: Exclude<Halt, { is: 'again' }>): Promise<WorkEnd> {
    switch (halt.is) {
      case 'lost':
        return { is: 'left' };
      case 'ended':
        return this.#release(0, false);
      case 'stop':
        await this.#release(0, false);
        return { is: 'stop', error: halt.error };
      case 'later':
        return this.#later(halt.error);
      case 'unknown':
        return this.#unknown(halt);
      case 'refused': {
        const { requestId } = halt.error;
        return this.#finish({ status: 'refused', ...this.#reason(halt.error), requestId });
      }
      default: {
        const { code, message, action = 'Correct the item, and start it in another run.' } = halt;
        const reason = { code, message, action, step: undefined, operation: undefined };
        if (this.#steps.isDoubtful) {
          const told = { ...reason, message: `${message} An earlier start may have sent it.` };
          const idempotencyKey = this.#steps.last?.key ?? '';
          const asked = { idempotencyKey, askAgainAt: undefined, next: 'start' } as const;
          return this.#finish({ status: 'unknown', ...told, ...asked });
        }
        this.#steps.renewExpiring();
        return this.#finish({ status: 'refused', ...reason, requestId: undefined });
      }
    }
  }

  /** An outcome has the sentences of an error, and not its fields. */
  #reason({ code, message: own, action, operation, status, issues = [] }: FoundError) {
    // The service names the fields beside its message.
    const isNamed = status !== undefined && issues.length > 0;
    const message = isNamed ? `${own.replace(/\.$/, '')} (${listIssues(issues)}).` : own;
    return { code, message, action, step: this.#steps.last?.step, operation };
  }

  #backoff(): number {
    return Math.min(LONGEST_BACKOFF, BACKOFF * 2 ** this.claim.tries);
  }

  async #later(error: FoundError): Promise<WorkEnd> {
    const { status, retryAfter = this.#backoff() } = error;
    const isRate = status === 429;
    if (isRate) await this.#context.pacer.slow(retryAfter);
    const patience = this.#context.tries * (isRate ? RATE_PATIENCE : 1);
    if (this.claim.tries + 1 < patience) return this.#release(retryAfter, true);
    if (this.#steps.isDoubtful) return this.#unknown({ is: 'unknown', error, mayAsk: true });
    return this.#finish({ status: 'not-sent', ...this.#reason(error) });
  }

  async #unknown(halt: Extract<Halt, { is: 'unknown' }>): Promise<WorkEnd> {
    const { error, mayAsk, isRepeat, because, askAgainAt, code: known } = halt;
    const { tries, patience, client } = this.#context;
    const { last } = this.#steps;
    const left = askAgainAt === undefined ? 0 : Date.parse(askAgainAt) - client.clock.now();
    if (mayAsk && left <= patience && this.claim.tries + 1 < tries) {
      return this.#release(Math.max(left, this.#backoff()), true);
    }
    const { key: idempotencyKey = '', step } = last ?? {};
    const asked = mayAsk
      ? 'Start the run again: it asks the service with the same key, and pays nobody twice.'
      : 'Find out at the service what became of this key before the item is paid in any other way.';
    const unknown = because ?? error?.message ?? 'It is unknown whether the payment was applied.';
    const told = {
      code: known ?? error?.code ?? 'OUTCOME_UNKNOWN',
      message: unknown,
      action: asked,
    };
    const facts = { step, operation: error?.operation, idempotencyKey, askAgainAt };
    const { code, message, action } = error ? this.#reason(error) : told;
    const words = isRepeat ? repeatRefused(code, message, action, idempotencyKey) : told;
    const next = isRepeat ? 'mend' : mayAsk ? 'start' : 'look';
    return this.#finish({ status: 'unknown', ...words, ...facts, next });
  }

  async #release(dueIn: number, isTry: boolean): Promise<WorkEnd> {
    const { records: steps, isDoubtful: mayBeSent } = this.#steps;
    await this.#context.session.release(this.claim.token, { steps, dueIn, mayBeSent, isTry });
    return { is: 'left' };
  }

  async #finish(outcome: ItemOutcome): Promise<WorkEnd> {
    const { session } = this.#context;
    const isHeld = await session.finish(this.claim.token, outcome, this.#steps.records);
    return isHeld ? { is: 'finished', outcome } : { is: 'left' };
  }
}
