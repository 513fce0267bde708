import { WebhookError } from '../webhook-error.ts';

/** A promise that knows whether somebody handles its rejection. */
class WatchedPromise<Value> extends Promise<Value> {
  isHandled = false;
  watchDerived: <Derived>(derived: Promise<Derived>) => Promise<Derived> = (derived) => derived;

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` and `catch` call it, which shows who handles a rejection
  override then<Fulfilled = Value, Rejected = never>(
    onFulfilled?: ((value: Value) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    this.isHandled = true;
    return this.watchDerived(super.then(onFulfilled, onRejected));
  }
}

const FORGOTTEN =
  'Work that a handler began and did not wait for failed; `cause` is what it threw.';

/**
 * What the handlers of a delivery began in its store. The delivery ends when all of it is settled,
 * also what a handler forgot to return; a rejection that nobody handled is a failure of the handler.
 */
export class DeliveryWork {
  readonly #pending = new Set<Promise<unknown>>();
  readonly #rejected: { readonly promise: WatchedPromise<unknown>; readonly cause: unknown }[] = [];
  readonly #checks = new Set<() => Promise<void>>();
  readonly #end = Promise.withResolvers<void>();
  readonly #refused: (error: WebhookError) => void;
  #hasEnded = false;

  /** @param refused called with the error of work that begins after the end */
  constructor(refused: (error: WebhookError) => void) {
    this.#refused = refused;
  }

  /** Resolves when the delivery has ended. Never rejects. */
  get ended(): Promise<void> {
    return this.#end.promise;
  }

  /**
   * Runs work of a handler; the delivery waits for its promise.
   *
   * @param check runs when everything is settled: throws if the work took no effect
   * @throws WebhookError `WEBHOOK_DELIVERY_ENDED` after the end of the delivery
   */
  run<Value>(work: () => Value, check?: () => Promise<void>): Value {
    if (this.#hasEnded) {
      const error = new WebhookError('WEBHOOK_DELIVERY_ENDED');
      this.#refused(error);
      throw error;
    }
    if (check !== undefined) this.#checks.add(check);
    const result = work();
    return result instanceof Promise ? (this.#watch(result) as Value) : result;
  }

  /**
   * Waits for everything, and ends the delivery.
   *
   * @throws WebhookError for a rejection that nobody handled, or what a check throws
   */
  async settle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
    this.#hasEnded = true;
    try {
      const forgotten = this.#rejected.find(({ promise }) => !promise.isHandled);
      if (forgotten !== undefined) {
        const { cause } = forgotten;
        throw new WebhookError('WEBHOOK_HANDLER_FAILED', { message: FORGOTTEN, cause });
      }
      for (const check of this.#checks) await check();
    } finally {
      this.#end.resolve();
    }
  }

  #watch<Value>(work: Promise<Value>): Promise<Value> {
    const promise = new WatchedPromise<Value>((resolve) => resolve(work));
    promise.watchDerived = (derived) => (this.#hasEnded ? derived : this.#watch(derived));
    const settled: Promise<unknown> = Promise.prototype.then.call(
      promise,
      () => this.#pending.delete(settled),
      (cause: unknown) => {
        this.#rejected.push({ promise, cause });
        this.#pending.delete(settled);
      },
    );
    this.#pending.add(settled);
    return promise;
  }
}
