/** A call, as the records of the audit log name it. */
export interface SentCall {
  readonly callId: string;
  readonly operation: string;
  readonly idempotencyKey?: string | undefined;
  readonly digest?: string | undefined;
}

/** The calls that were sent with one key. */
export interface Slot {
  readonly digest: string;
  /** When each call without an outcome was sent, by its id. */
  readonly open: Map<string, string>;
  /** Whether one of the calls was applied. */
  isApplied: boolean;
  resourceId: string | undefined;
}

/** How many keys are remembered; the oldest is dropped. */
const MAX_KEYS = 100_000;

const nameOf = ({ operation, idempotencyKey }: Omit<SentCall, 'callId'>) =>
  `${operation} ${idempotencyKey}`;

/** The calls with an idempotency key that were sent, by operation and key. */
export class KeySlots {
  readonly #slots = new Map<string, Slot>();

  /** The calls with the key of a call; undefined if there are none. */
  of(call: Omit<SentCall, 'callId'>): Slot | undefined {
    return call.idempotencyKey === undefined ? undefined : this.#slots.get(nameOf(call));
  }

  /**
   * Adds a call that is sent. One whose key is used for another one is left out.
   *
   * @param sentAt ISO 8601
   */
  claim(call: SentCall, sentAt: string): void {
    const { callId, digest, idempotencyKey } = call;
    if (idempotencyKey === undefined || digest === undefined) return;
    const slot = this.of(call) ?? this.#add(nameOf(call), digest);
    if (slot.digest === digest) slot.open.set(callId, sentAt);
  }

  /**
   * Records the outcome of a call. The key of a call that was not carried out is free for the
   * corrected one, unless another call with it was, or may have been.
   */
  end(call: SentCall, outcome: 'applied' | 'failed', resourceId?: string): void {
    const slot = this.of(call);
    if (slot === undefined || !slot.open.delete(call.callId)) return;
    if (outcome === 'applied') {
      slot.isApplied = true;
      slot.resourceId ??= resourceId;
    } else if (slot.open.size === 0 && !slot.isApplied) this.#slots.delete(nameOf(call));
  }

  #add(name: string, digest: string): Slot {
    const [oldest] = this.#slots.keys();
    if (this.#slots.size >= MAX_KEYS && oldest !== undefined) this.#slots.delete(oldest);
    const slot: Slot = { digest, open: new Map(), isApplied: false, resourceId: undefined };
    this.#slots.set(name, slot);
    return slot;
  }
}
