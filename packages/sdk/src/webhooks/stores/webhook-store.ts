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
}

/** The claim under which a delivery is handled. */
export interface EventClaim {
  readonly token: string;
  /** SHA-256 of the signed body, hexadecimal. */
  readonly digest: string;
}

/**
 * The key under which an event carries its claim: a global symbol, because handler and store may come
 * from two copies of the package. It is not enumerable, so that only the event of a delivery has it,
 * not a copy.
 */
const field = Symbol.for('@org/payments-sdk/webhooks claim');

/** Stores the claim of a delivery with the event that its handlers receive. */
export function setClaim(event: object, claim: EventClaim): void {
  Object.defineProperty(event, field, { value: claim });
}

/** The claim of the delivery that an event belongs to; undefined for any other object. */
export function claimOf(event: object): EventClaim | undefined {
  return (event as Readonly<Record<symbol, EventClaim | undefined>>)[field];
}
