/** An event whose handlers succeeded in this process, and that the store has not marked yet. */
export interface SucceededEvent {
  /** SHA-256 of its signed body, hexadecimal. */
  readonly digest: string;
  /** The time after which it is not delivered any more. */
  readonly until: number;
}

/**
 * How many events whose mark fails are remembered. Events that arrive while the store is away are not
 * handled, so these are only the ones whose handlers ran when it went away.
 */
const DEFAULT_MAX_EVENTS = 10_000;

/**
 * What this process knows of events, whatever their store has lost: those whose handlers are
 * running, and those whose handlers succeeded and that are not marked as handled.
 */
export class EventsInProcess {
  readonly #running = new Set<string>();
  /** In the order in which they succeeded. */
  readonly #succeeded = new Map<string, SucceededEvent>();
  /** By resource, the ends of the deliveries that may write what they keep of it, in their order. */
  readonly #turns = new Map<string, Promise<void>[]>();
  readonly #maxEvents: number;

  constructor(maxEvents = DEFAULT_MAX_EVENTS) {
    this.#maxEvents = maxEvents;
  }

  find(id: string): 'running' | SucceededEvent | undefined {
    return this.#running.has(id) ? 'running' : this.#succeeded.get(id);
  }

  start(id: string): void {
    this.#running.add(id);
  }

  fail(id: string): void {
    this.#running.delete(id);
  }

  /** Remembers an event; forgets those that are not delivered any more, and the oldest beyond the limit. */
  succeed(id: string, event: SucceededEvent, now: number): void {
    this.#running.delete(id);
    this.#succeeded.set(id, event);
    for (const [oldest, { until }] of this.#succeeded) {
      if (until >= now && this.#succeeded.size <= this.#maxEvents) return;
      this.#succeeded.delete(oldest);
    }
  }

  /** Forgets an event that was marked; what another delivery of its id has done since is kept. */
  forget(id: string, event: SucceededEvent): void {
    if (this.#succeeded.get(id) === event) this.#succeeded.delete(id);
  }

  /** Waits for the deliveries that took their turn with a resource before; `ended` ends this one's. */
  async takeTurn(resource: string, ended: Promise<void>): Promise<void> {
    const turns = this.#turns.get(resource) ?? [];
    if (turns.includes(ended)) return;
    const earlier = [...turns];
    turns.push(ended);
    this.#turns.set(resource, turns);
    void ended.then(() => {
      turns.splice(turns.indexOf(ended), 1);
      if (turns.length === 0) this.#turns.delete(resource);
    });
    await Promise.all(earlier);
  }
}
