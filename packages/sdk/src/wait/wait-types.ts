import type {
  AgentAction,
  AgentActionStatus,
  Card,
  CardState,
  Open,
  Quote,
  QuoteStatus,
  Transaction,
  TransactionStatus,
  Verification,
  VerificationStatus,
} from '@org/payments-contract';
import type { CallOptions } from '../call/options.ts';

/** The time limit and the interval of a wait. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds to wait in all. Default 600,000. */
  readonly waitDeadline?: number | undefined;
  /**
   * Milliseconds before the second read; later intervals grow by half, up to 15,000. Default 1,000.
   */
  readonly interval?: number | undefined;
}

interface Until<State extends string> {
  /** The states to wait for; defaults to the settled states of the kind. */
  readonly until?: readonly Open<State>[];
}

type Wait<Target, Resource> = (target: Target, options?: WaitOptions) => Promise<Resource>;

/** A transaction to wait for. */
export interface TransactionTarget extends Until<TransactionStatus> {
  /** Id of the transaction, `Transaction:...`. */
  readonly transactionId: string;
}

/** A quote to wait for. */
export interface QuoteTarget extends Until<QuoteStatus> {
  /** Id of the quote, `Quote:...`. */
  readonly quoteId: string;
}

/** A verification to wait for. */
export interface VerificationTarget extends Until<VerificationStatus> {
  /** Id of the verification, `Verification:...`. */
  readonly verificationId: string;
}

/** A card to wait for. */
export interface CardTarget extends Until<CardState> {
  /** Id of the card, `Card:...`. */
  readonly cardId: string;
}

/** An action of an agent to wait for. */
export interface AgentActionTarget extends Until<AgentActionStatus> {
  /** Id of the action, `AgentAction:...`. */
  readonly actionId: string;
}

/** Waits until a transaction or a quote is settled, or in one of the states of `until`. */
interface WaitForPayment {
  (target: TransactionTarget, options?: WaitOptions): Promise<Transaction>;
  (target: QuoteTarget, options?: WaitOptions): Promise<Quote>;
  /** Until the transaction is settled, or in one of the statuses of `until`. */
  readonly transaction: Wait<TransactionTarget, Transaction>;
  /** Until the quote is carried out, failed or expired, or in one of the statuses of `until`. */
  readonly quote: Wait<QuoteTarget, Quote>;
}

/** Waits for a resource to reach a state. */
export interface WaitFor extends WaitForPayment {
  (target: VerificationTarget, options?: WaitOptions): Promise<Verification>;
  (target: CardTarget, options?: WaitOptions): Promise<Card>;
  /** Until the verification is decided or needs data, or is in one of the statuses of `until`. */
  readonly verification: Wait<VerificationTarget, Verification>;
  /** Until the card is issued or refused, or in one of the states of `until`. */
  readonly card: Wait<CardTarget, Card>;
}

/** Waits for a resource of an agent to reach a state. */
export interface AgentWaitFor extends WaitForPayment {
  (target: AgentActionTarget, options?: WaitOptions): Promise<AgentAction>;
  /**
   * Until the platform has decided the action: it is approved, rejected or failed, or in one of the
   * statuses of `until`. A rejected action does not reject the promise: read its `status`.
   */
  readonly action: Wait<AgentActionTarget, AgentAction>;
}
