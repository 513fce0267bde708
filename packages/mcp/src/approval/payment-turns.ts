import { isPaymentsError } from '@org/payments-sdk';
import type { CallDescription } from './describe/describe-call.ts';
import { isSame, type Payment } from './describe/moved.ts';

/** How many payments are remembered: a list shows one long before. */
const MAX_SENT = 1_000;

/** Whether a call that failed has certainly paid nothing. */
const isUnpaid = (error: unknown): boolean =>
  isPaymentsError(error) && (error.outcome ?? 'not-applied') === 'not-applied';

/**
 * The payments of a server that are under way. Those to one payee are sent one after another, and each
 * learns which were sent meanwhile: a list may not show yet what was just paid.
 */
export class PaymentTurns {
  readonly #turns = new Map<string, Promise<unknown>>();
  /** Each an object of its own, as equal ones are told apart. */
  #sent: readonly Payment[] = [];
  /** The payments that were sent before each description was made. */
  readonly #before = new WeakMap<CallDescription, readonly Payment[]>();

  /** Makes a description, which may show the payments that were sent before. */
  async described(describe: () => Promise<CallDescription>): Promise<CallDescription> {
    const sent = this.#sent;
    const made = await describe();
    this.#before.set(made, sent);
    return made;
  }

  /** Whether the same was paid since a payment was described. */
  hasSame(shown: CallDescription): boolean {
    const { payment } = shown;
    const before = this.#before.get(shown) ?? [];
    const isLater = (one: Payment) => !before.includes(one);
    return payment !== undefined && this.#sent.some((one) => isSame(one, payment) && isLater(one));
  }

  /** Checks a payment once it is its turn, and sends it. Of a call that pays nobody, it does so at once. */
  async take<Sent>(
    { payment }: CallDescription,
    check: () => Promise<void>,
    send: () => Promise<Sent>,
  ): Promise<Sent> {
    if (payment === undefined) return check().then(send);
    const before = this.#turns.get(payment.parties);
    const turn = Promise.allSettled([before])
      .then(check)
      .then(() => this.#send(payment, send));
    this.#turns.set(payment.parties, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(payment.parties) === turn) this.#turns.delete(payment.parties);
    }
  }

  async #send<Sent>(payment: Payment, send: () => Promise<Sent>): Promise<Sent> {
    let isPaid = true;
    try {
      return await send();
    } catch (error) {
      isPaid = !isUnpaid(error);
      throw error;
    } finally {
      if (isPaid) this.#sent = [...this.#sent, { ...payment }].slice(-MAX_SENT);
    }
  }
}
