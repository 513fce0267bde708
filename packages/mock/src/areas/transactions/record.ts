import type { CounterpartyField, Refund, Transaction } from '@org/payments-contract';

/** How the money of a payment comes back once the payment has failed. */
export interface RefundPlan {
  readonly status: 'COMPLETED' | 'FAILED';
  readonly reason: 'TRANSACTION_FAILED' | 'USER_CANCELLATION';
}

/** A transaction; its hold, if it has one, carries its id. */
export type TransactionRecord = Transaction & {
  readonly refund?: Refund | undefined;
  /** The internal account that what is received is posted to when the payment completes. */
  readonly postsTo?: string;
  /** The part of the sent amount that is a fee, in the smallest unit. */
  readonly sendingFee?: number;
  /** Set where the money comes from outside and touches no internal account on its way. */
  readonly isFundedFromOutside?: boolean;
  /** Set with the failure of a payment whose money comes back by a refund. */
  readonly refundPlan?: RefundPlan;
  /** What the sender's provider wants to know of the receiving customer; events show it. */
  readonly requestedReceiverCustomerInfoFields?: readonly CounterpartyField[];
  /** What the platform told of the receiving customer when it approved an incoming payment. */
  readonly receiverCustomerInfo?: Readonly<Record<string, unknown>>;
  /** How an incoming payment goes on once the platform has approved it. */
  readonly onApproval?: { readonly to: string; readonly afterSeconds: number };
};
