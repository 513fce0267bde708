import type { EventOf, EventType, KnownEvent } from '@org/payments-contract';
import { closestNames } from '@org/payments-contract/internal';
import { eventTypes } from './event-types.ts';

/** The event type closest to a misspelt one, if one is close. */
export function closestEventType(type: string): string | undefined {
  return closestNames(type, Object.keys(eventTypes), 1 / 2)[0];
}

/** Whether the contract has a type of event. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventTypes, type);
}

/**
 * The type of an event that this version of the SDK does not have: a string, but none of the known
 * ones. Declared as an enumeration so that a comparison of `type` with a known type excludes it; it
 * has no members at run time.
 */
export declare enum UnknownEventType {
  unknown = 'any other type',
}

/** An event of a type that this version of the SDK does not have, kept as it arrived. */
export interface UnknownEvent {
  /** Names the event; the same in every delivery of it. */
  readonly id: string;
  /** What happened: a type that this version of the SDK does not have. */
  readonly type: UnknownEventType;
  /** When it happened, ISO 8601. */
  readonly timestamp: string;
  /** The data of the event as it arrived. */
  readonly data: unknown;
}

/** A verified webhook event. `type` narrows `data`; what remains is an {@link UnknownEvent}. */
export type WebhookEvent = KnownEvent | UnknownEvent;

/** The event that asks whether an incoming payment may be accepted. */
export type ApprovalRequest = EventOf<'INCOMING_PAYMENT.PENDING'>;

/** The type of an {@link ApprovalRequest}. */
export const APPROVAL_REQUEST = 'INCOMING_PAYMENT.PENDING' satisfies EventType;

/** Whether this version of the SDK has the type of an event. */
export function isKnownEvent(event: WebhookEvent): event is KnownEvent {
  return isEventType(event.type);
}

/** Whether an event asks for the approval of an incoming payment. */
export function isApprovalRequest(event: WebhookEvent): event is ApprovalRequest {
  return event.type === APPROVAL_REQUEST;
}
