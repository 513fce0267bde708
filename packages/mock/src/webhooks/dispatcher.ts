import { counted } from '@org/payments-contract/internal';
import { ContractViolation } from '../engine/check-response.ts';
import { makeDueMoves } from '../engine/due-moves.ts';
import { events } from '../engine/tables.ts';
import { reportFailure } from '../log/observers.ts';
import { Writer } from '../store/writer.ts';
import type { World } from '../world.ts';
import { APPROVAL_EVENT } from './decision.ts';
import { type Outcome, send, settle } from './settle.ts';
import { webhookKey } from './signing.ts';
import { deliveries, dueTime, type WebhookDelivery } from './tables.ts';
import { targetName, type WebhookTarget } from './targets.ts';

const SECOND = 1000;
/** How long an endpoint may take to decide about a payment (rule 94). */
const DECISION_TIME = 5 * SECOND;
/** Maximum number of deliveries in flight. */
const WIDTH = 8;
/** Maximum number of waiting deliveries that are looked at to find those to start. */
const MAX_READ = 1_000;

interface Flight {
  /** The endpoint and the resource. */
  readonly path: string;
  /** Whether it began later than it was due, after a move of the clock. */
  readonly isLate: boolean;
  /** The mock's time at which it is given up. */
  readonly deadline: number;
  readonly done: Promise<void>;
  giveUp(): void;
}

/**
 * Sends what is due, on the mock's clock: after every event, when the clock is moved, and when an
 * attempt has ended. An attempt that was due earlier counts as sent when it was due, so moving the
 * clock by a day sends the attempts of that day.
 */
export class Dispatcher {
  readonly #world: World;
  readonly #flights = new Map<string, Flight>();
  #isWoken = false;

  constructor(world: World) {
    this.#world = world;
    world.webhooks.wake = () => this.#wake();
    world.webhooks.attemptNow = (id) => this.#attemptNow(id);
  }

  /** Starts all deliveries that are due, and gives up those that are late. */
  tick(): void {
    const now = this.#world.clock.now();
    for (const flight of this.#flights.values()) {
      if (now >= flight.deadline) flight.giveUp();
    }
    makeDueMoves(this.#world);
    for (const delivery of this.#due(WIDTH - this.#flights.size)) this.#start(delivery);
  }

  /**
   * Does the same when nothing awaits it. A failure, such as that of the user's clock, is printed
   * and does not end the process; a violation of the contract does.
   */
  poll(): void {
    try {
      void this.#world.faults.late.settle(this.#world.clock.now);
      this.tick();
    } catch (error) {
      if (error instanceof ContractViolation) throw error;
      reportFailure(this.#world, 'The start of deliveries that are due', error);
    }
  }

  /** Sends all that is due, and what becomes due as a result. Resolves when none is in flight. */
  async flush(): Promise<void> {
    for (;;) {
      const late = this.#world.faults.late.settle(this.#world.clock.now);
      // Deliveries start before anything is waited for: the caller may move the clock next.
      this.tick();
      const flights = [...this.#flights.values()].map(({ done }) => done);
      await Promise.all([late, ...flights]);
      if (flights.length > 0) continue;
      // A late write may have added events.
      this.tick();
      if (this.#flights.size === 0) return;
    }
  }

  /** Forgets the deliveries in flight. Their responses no longer have an effect. */
  forget(): void {
    const flights = [...this.#flights.values()];
    this.#flights.clear();
    for (const flight of flights) flight.giveUp();
  }

  #wake(): void {
    if (this.#isWoken) return;
    this.#isWoken = true;
    queueMicrotask(() => {
      this.#isWoken = false;
      if (this.#isUsed()) this.poll();
    });
  }

  /** Returns whether deliveries have a receiver. If not, moving the clock does no work. */
  #isUsed(): boolean {
    const { webhooks, ports } = this.#world;
    if (webhooks.targets.length > 0 || this.#flights.size > 0) return true;
    return ports.webhookEndpoint(this.#world) !== undefined;
  }

  #targetOf({ target }: WebhookDelivery): WebhookTarget | undefined {
    const { webhooks, ports } = this.#world;
    const added = webhooks.find(target);
    if (added !== undefined) return added;
    const url = ports.webhookEndpoint(this.#world);
    return url !== undefined && targetName(url) === target ? { name: target, url } : undefined;
  }

  #pathOf({ target, eventId }: WebhookDelivery): string {
    const { id = eventId } = (events.in(this.#world).get(eventId)?.data ?? {}) as { id?: string };
    return `${target} ${id}`;
  }

  /**
   * Returns the deliveries that are due, the earliest first. Leaves out those about a resource for
   * which another delivery to the same endpoint is in flight, so that the endpoint receives the
   * states of a resource in order. What is late is sent to an endpoint in the order of its times, as
   * it would have been if the clock had not been moved. Only the beginning of a long queue is read.
   */
  #due(limit: number): readonly WebhookDelivery[] {
    const now = this.#world.clock.now();
    const due: WebhookDelivery[] = [];
    const busyPaths = new Set([...this.#flights.values()].map(({ path }) => path));
    /** The time of the earliest late delivery to each endpoint, which later ones await. */
    const awaited = new Map<string, number>();
    let seen = 0;
    for (const delivery of deliveries.in(this.#world).each('state', 'waiting')) {
      const { id, target } = delivery;
      const at = dueTime(delivery);
      seen += 1;
      if (due.length >= limit || seen > MAX_READ || at > now) break;
      const flight = this.#flights.get(id);
      if (flight === undefined && this.#targetOf(delivery) === undefined) continue;
      const earliest = awaited.get(target) ?? at;
      if (flight?.isLate ?? this.#isLate(at)) awaited.set(target, earliest);
      if (flight !== undefined || at > earliest) continue;
      const path = this.#pathOf(delivery);
      if (busyPaths.has(path)) continue;
      busyPaths.add(path);
      due.push(delivery);
    }
    return due;
  }

  #isLate(at: number): boolean {
    const { clock } = this.#world;
    return at < clock.now() - (clock.isRunning ? SECOND : 0);
  }

  async #attemptNow(id: string): Promise<void> {
    const delivery = deliveries.in(this.#world).get(id);
    const isWaiting = delivery?.state === 'waiting' && !this.#flights.has(id);
    if (delivery !== undefined && isWaiting) this.#start(delivery);
    await this.#flights.get(id)?.done;
  }

  #start(delivery: WebhookDelivery): void {
    const { id, eventId, eventType, nextAttemptAt = delivery.createdAt } = delivery;
    const { clock, settings } = this.#world;
    const target = this.#targetOf(delivery);
    const event = events.in(this.#world).get(eventId);
    if (target === undefined) return;
    const { webhookTimeout } = settings.choices;
    const time = eventType === APPROVAL_EVENT ? DECISION_TIME : webhookTimeout;
    const deadline = clock.now() + time;
    const stopping = new AbortController();
    const limit = counted(time / SECOND, 'second');
    const late = { error: `The endpoint sent no response within ${limit}` };
    let giveUp: () => void = () => undefined;
    const givenUp = new Promise<Outcome>((resolve) => {
      giveUp = () => {
        resolve(late);
        stopping.abort();
      };
    });
    const sent: Promise<Outcome> =
      event === undefined
        ? Promise.resolve({ error: 'The mock no longer has the event' })
        : send(webhookKey(this.#world), target, event, stopping.signal);
    const ended = Promise.race([givenUp, sent]).then((outcome) => {
      if (this.#flights.get(id) !== flight) return;
      this.#flights.delete(id);
      const at = Date.parse(nextAttemptAt);
      if (clock.now() < deadline) this.#settle(id, at, outcome);
      else this.#settle(id, at, late, at + time);
    });
    const isLate = this.#isLate(dueTime(delivery));
    const flight = { path: this.#pathOf(delivery), isLate, deadline, giveUp, done: ended };
    this.#flights.set(id, flight);
  }

  #settle(id: string, at: number, outcome: Outcome, ended = at): void {
    const current = deliveries.in(this.#world).get(id);
    if (current === undefined) return;
    const scene = { world: this.#world, write: new Writer(this.#world, at) };
    this.#world.webhooks.attempted(settle(scene, current, at, outcome, ended));
    this.#wake();
  }
}
