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
