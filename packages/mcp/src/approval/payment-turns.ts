import { isPaymentsError } from '@org/payments-sdk';

/** Whom a call pays, and what is sent and received, in the words that its person was shown. */
export interface ShownPayment {
  readonly receiver: string;
  readonly amounts: readonly string[];
}

/** How many payments are remembered: a list shows one long before. */
const MAX_SENT = 1_000;

/** Whether a call that failed has certainly paid nothing. */
const isUnpaid = (error: unknown): boolean =>
  isPaymentsError(error) && (error.outcome ?? 'not-applied') === 'not-applied';

/**
 * The payments of a server that are under way. Those to one receiver are sent one after another, and each
 * learns which were sent meanwhile: a list may not show yet what was just paid.
 */
export class PaymentTurns {
  readonly #turns = new Map<string, Promise<unknown>>();
  #sent: readonly ShownPayment[] = [];
  #count = 0;

  /** How many payments were sent so far. */
  get count(): number {
    return this.#count;
  }

  /** Whether the same amount was sent to the receiver of a payment after that many. */
  hasSame(count: number, { receiver, amounts }: ShownPayment): boolean {
    const later = count === this.#count ? [] : this.#sent.slice(count - this.#count);
    const isSame = (one: ShownPayment) =>
      one.receiver === receiver && one.amounts.some((amount) => amounts.includes(amount));
    return later.some(isSame);
  }

  /** Checks a payment once it is its turn, and sends it. Of a call that pays nobody, it does so at once. */
  async take<Sent>(
    payment: ShownPayment | undefined,
    check: () => Promise<void>,
    send: () => Promise<Sent>,
  ): Promise<Sent> {
    if (payment === undefined) return check().then(send);
    const before = this.#turns.get(payment.receiver);
    const turn = Promise.allSettled([before])
      .then(check)
      .then(() => this.#send(payment, send));
    this.#turns.set(payment.receiver, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(payment.receiver) === turn) this.#turns.delete(payment.receiver);
    }
  }

  async #send<Sent>(payment: ShownPayment, send: () => Promise<Sent>): Promise<Sent> {
    let isPaid = true;
    try {
      return await send();
    } catch (error) {
      isPaid = !isUnpaid(error);
      throw error;
    } finally {
      if (isPaid) {
        this.#count += 1;
        this.#sent = [...this.#sent, payment].slice(-MAX_SENT);
      }
    }
  }
}
