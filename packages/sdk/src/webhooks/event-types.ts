import type { EventType } from '@org/payments-contract';
import { closest } from '../config/unknown-options.ts';

/**
 * The types of event the contract has. Written out so that verifying a webhook does not load the
 * schemas of their data; the compiler compares the list with the contract.
 */
const eventTypes: Readonly<Record<EventType, true>> = {
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
  'INCOMING_PAYMENT.COMPLETED': true,
  'INCOMING_PAYMENT.FAILED': true,
  'INCOMING_PAYMENT.REFUND_PENDING': true,
  'INCOMING_PAYMENT.REFUND_COMPLETED': true,
  'INCOMING_PAYMENT.REFUND_FAILED': true,
  'CUSTOMER.KYC_APPROVED': true,
  'CUSTOMER.KYC_REJECTED': true,
  'CUSTOMER.KYC_PENDING': true,
  'CUSTOMER.KYB_APPROVED': true,
  'CUSTOMER.KYB_REJECTED': true,
  'CUSTOMER.KYB_PENDING': true,
  'VERIFICATION.APPROVED': true,
  'VERIFICATION.REJECTED': true,
  'VERIFICATION.RESOLVE_ERRORS': true,
  'VERIFICATION.IN_PROGRESS': true,
  'VERIFICATION.PENDING_MANUAL_REVIEW': true,
  'VERIFICATION.READY_FOR_VERIFICATION': true,
  'EXTERNAL_ACCOUNT.STATUS_UPDATED': true,
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': true,
  'INTERNAL_ACCOUNT.STATUS_UPDATED': true,
  'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED': true,
  'INVITATION.CLAIMED': true,
  'BULK_UPLOAD.COMPLETED': true,
  'BULK_UPLOAD.FAILED': true,
  'AGENT_ACTION.PENDING_APPROVAL': true,
  'CARD.STATE_CHANGE': true,
  'CARD.FUNDING_SOURCE_CHANGE': true,
  'CARD_TRANSACTION.AUTHORIZED': true,
  'CARD_TRANSACTION.PARTIALLY_SETTLED': true,
  'CARD_TRANSACTION.SETTLED': true,
  'CARD_TRANSACTION.REFUNDED': true,
  'CARD_TRANSACTION.EXCEPTION': true,
  TEST: true,
};

/** The type of event that a misspelt one was meant to be, where one is close. */
export function closestEventType(type: string): string | undefined {
  return closest(type, Object.keys(eventTypes));
}

/** Whether the contract has a type of event. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventTypes, type);
}
