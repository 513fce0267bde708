// Written by `npm run generate` from the events of the contract. Do not edit.
import type { EventType } from '@org/payments-contract';

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

/** Whether the contract has a type of event. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventTypes, type);
}
