import type { EventOf, EventType, KnownEvent } from '@org/payments-contract';
import { closestNames } from '@org/payments-contract/internal';

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

export const APPROVAL_REQUEST = 'INCOMING_PAYMENT.PENDING' satisfies EventType;

/** Whether this version of the SDK has the type of an event. */
export function isKnownEvent(event: WebhookEvent): event is KnownEvent {
  return isEventType(event.type);
}

/** Whether an event asks for the approval of an incoming payment. */
export function isApprovalRequest(event: WebhookEvent): event is ApprovalRequest {
  return event.type === APPROVAL_REQUEST;
}

/**
 * The types of event the contract has. Written out so that verifying a webhook does not load the
 * schemas of their data; the compiler compares the list with the contract.
 */
const eventTypes: Readonly<Record<EventType, true>> = {
  'AGENT_ACTION.PENDING_APPROVAL': true,
  'CARD.STATE_CHANGE': true,
  'CARD.FUNDING_SOURCE_CHANGE': true,
  'CARD_TRANSACTION.AUTHORIZED': true,
  'CARD_TRANSACTION.PARTIALLY_SETTLED': true,
  'CARD_TRANSACTION.SETTLED': true,
  'CARD_TRANSACTION.REFUNDED': true,
  'CARD_TRANSACTION.EXCEPTION': true,
  TEST: true,
  'BULK_UPLOAD.COMPLETED': true,
  'BULK_UPLOAD.FAILED': true,
  'CUSTOMER.KYC_APPROVED': true,
  'CUSTOMER.KYC_REJECTED': true,
  'CUSTOMER.KYC_PENDING': true,
  'CUSTOMER.KYB_APPROVED': true,
  'CUSTOMER.KYB_REJECTED': true,
  'CUSTOMER.KYB_PENDING': true,
  'EXTERNAL_ACCOUNT.STATUS_UPDATED': true,
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': true,
  'INTERNAL_ACCOUNT.STATUS_UPDATED': true,
  'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED': true,
  'INVITATION.CLAIMED': true,
  'INCOMING_PAYMENT.COMPLETED': true,
  'INCOMING_PAYMENT.FAILED': true,
  'INCOMING_PAYMENT.REFUND_PENDING': true,
  'INCOMING_PAYMENT.REFUND_COMPLETED': true,
  'INCOMING_PAYMENT.REFUND_FAILED': true,
  'OUTGOING_PAYMENT.PENDING': true,
  'OUTGOING_PAYMENT.PENDING_AUTHORIZATION': true,
  'OUTGOING_PAYMENT.PROCESSING': true,
  'OUTGOING_PAYMENT.COMPLETED': true,
  'OUTGOING_PAYMENT.FAILED': true,
  'OUTGOING_PAYMENT.EXPIRED': true,
  'OUTGOING_PAYMENT.REFUND_PENDING': true,
  'OUTGOING_PAYMENT.REFUND_COMPLETED': true,
  'OUTGOING_PAYMENT.REFUND_FAILED': true,
  'INCOMING_PAYMENT.PENDING': true,
  'VERIFICATION.APPROVED': true,
  'VERIFICATION.REJECTED': true,
  'VERIFICATION.RESOLVE_ERRORS': true,
  'VERIFICATION.IN_PROGRESS': true,
  'VERIFICATION.PENDING_MANUAL_REVIEW': true,
  'VERIFICATION.READY_FOR_VERIFICATION': true,
};
