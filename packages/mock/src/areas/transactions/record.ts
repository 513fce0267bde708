import type { CounterpartyField, Refund, Transaction } from '@org/payments-contract';
import type { RefundOutcome } from '../../options/outcomes.ts';

/** A transaction; its hold, if it has one, carries its id. */
export type TransactionRecord = Transaction & {
  readonly refund?: Refund | undefined;
  /** The internal account to which the received amount is posted when the payment completes. */
  readonly postsTo?: string;
  /**
   * Set if the platform or its agent asked for the payment from an account of the same owner. It is
   * not announced as pending, because nobody decides about it.
   */
  readonly isOwnTransfer?: boolean;
  /** The part of the sent amount that is a fee, in the smallest unit. */
  readonly sendingFee?: number;
  /** The platform's part of that fee, which goes to its own account. */
  readonly platformFee?: number;
  /** What arrived for it from outside, in the smallest unit. */
  readonly funded?: number;
  /** Set for an incoming payment that goes on to an account outside. */
  readonly paysOutside?: boolean;
  /** Set if the money comes from outside and does not pass through an internal account. */
  readonly isFundedFromOutside?: boolean;
  /** The challenge that the payment waits for its customer to answer. Each one is announced. */
  readonly awaitsAuthorization?: string | undefined;
  /** Set when a payment fails whose money is returned by a refund. */
  readonly refundPlan?: RefundOutcome;
  /** Facts the sender's provider requires about the receiving customer; shown in events. */
  readonly requestedReceiverCustomerInfoFields?: readonly CounterpartyField[];
  /** Facts about the receiving customer, sent by the platform when it approved an incoming payment. */
  readonly receiverCustomerInfo?: Readonly<Record<string, unknown>>;
  /** How an incoming payment continues after the platform's approval; `after` in milliseconds. */
  readonly onApproval?: { readonly to: string; readonly after: number };
};

export type TransactionIndex =
  | 'customerId'
  | 'platformCustomerId'
  | 'accountIdentifier'
  | 'senderAccountIdentifier'
  | 'receiverAccountIdentifier'
  | 'reference';
