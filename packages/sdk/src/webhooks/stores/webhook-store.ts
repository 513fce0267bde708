import { ConfigurationError } from '../../errors/caller-errors.ts';

/**
 * What a claim on an event found: `claimed` for the caller, `busy` while another delivery is being
 * handled, `done` once the event was handled, `changed` if what was handled under its id had another
 * signed body.
 */
export type ClaimResult = 'claimed' | 'busy' | 'done' | 'changed';

/**
 * Remembers which events were handled, shared by all processes that receive webhooks. Each method
 * must be atomic: of any number of concurrent claims on one event, one returns `claimed`.
 *
 * A claim has a lifetime, so that an event whose process ended is handled by a later delivery. The
 * token distinguishes one claim from the next: only the current claim may complete or release the
 * event.
 */
export interface WebhookStore {
  /**
   * Claims an event.
   *
   * @param id the event's id
   * @param token names this claim
   * @param lifetime milliseconds after which the claim expires
   * @param digest SHA-256 of the signed body, hexadecimal. A store that keeps it can return `changed`
   */
  claim(id: string, token: string, lifetime: number, digest: string): Promise<ClaimResult>;
  /**
   * Renews a claim while its handler runs. Optional: without it a handler must end within the
   * claim's lifetime.
   *
   * @returns false if another claim has taken over since, or the event was handled
   */
  renew?(id: string, token: string, lifetime: number): Promise<boolean>;
  /**
   * Marks an event as handled. It may be called again with the same token, if its result was lost.
   *
   * @param retention milliseconds for which `done` is remembered
   * @param digest SHA-256 of the signed body, hexadecimal
   * @returns false if another claim has taken over since
   */
  complete(id: string, token: string, retention: number, digest: string): Promise<boolean>;
  /** Releases an event, so that the next delivery is handled. Does nothing for another's claim. */
  release(id: string, token: string): Promise<void>;
  /**
   * Records how far the events of a resource have come, unless they were further. Optional: without it
   * handlers cannot call `latest`.
   *
   * @param resource names the resource, with up to 255 characters of its id
   * @param place text that sorts as the changes of the resource happened
   * @param retention milliseconds for which it is remembered
   * @returns false if the recorded place is greater
   */
  advance?(resource: string, place: string, retention: number): Promise<boolean>;
}

/** What a store knows of the delivery of an event. */
export interface EventDelivery {
  /** Names the claim. */
  readonly token: string;
  /** SHA-256 of the signed body, hexadecimal. */
  readonly digest: string;
  /** Milliseconds for which the event is remembered once it was handled. */
  readonly retention: number;
  /** Runs work that the delivery waits for. */
  run<Value>(work: () => Value): Value;
  /** Does the same with work that marks the event, and runs a check once everything is settled. */
  mark<Value>(work: () => Value, check?: () => Promise<void>): Value;
}

/**
 * The key under which an event carries its delivery: a global symbol, because handler and store may
 * come from two copies of the package. It is not enumerable, so that only the event of a delivery has
 * it, not a copy.
 */
const field = Symbol.for('@org/payments-sdk/webhooks delivery');

/** Stores the delivery with the event that its handlers receive. */
export function setDelivery(event: object, delivery: EventDelivery): void {
  Object.defineProperty(event, field, { value: delivery });
}

/**
 * The delivery that an event belongs to.
 *
 * @throws ConfigurationError for any other object
 */
export function deliveryOf(event: object): EventDelivery {
  const found = (event as Readonly<Record<symbol, EventDelivery | undefined>>)[field];
  if (found !== undefined) return found;
  throw new ConfigurationError(
    'event',
    '`event` is not the event of a delivery that was claimed in a store.',
    'Pass the event that the handler received, not a copy of it, nor one from a queue. A request for approval is not claimed.',
  );
}
