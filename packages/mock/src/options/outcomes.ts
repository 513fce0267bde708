/** How a check of a person or a business ends. */
export type CheckOutcome = 'PENDING' | 'APPROVED' | 'REJECTED';

/** How a failed payment's money is returned. */
export interface RefundOutcome {
  readonly status: 'COMPLETED' | 'FAILED';
  readonly reason: 'TRANSACTION_FAILED' | 'USER_CANCELLATION';
}

/** How and when a transfer ends: at once, or later. */
export interface TransferOutcome {
  readonly status: 'COMPLETED' | 'FAILED';
  readonly failureReason?: string;
  /** How money that was sent is returned; at once and without a refund when left out. */
  readonly refund?: RefundOutcome;
  /** How long it is `PENDING`, in milliseconds; 0 when left out. */
  readonly after?: number;
}

/** How and when the payment of an executed quote ends. */
export interface QuoteOutcome {
  readonly status: 'COMPLETED' | 'FAILED';
  readonly failureReason?: string;
  /** How long it is `PROCESSING`, in milliseconds; with 0, the default, it ends before the next request. */
  readonly after?: number;
  /** How long a completed payment lasts before it fails after all, in milliseconds. */
  readonly returnedAfter?: number;
  /** How a failed payment's money is returned; at once and without a refund when left out. */
  readonly refund?: RefundOutcome;
}

/** Whether a funding source can be bound to a card. */
export type FundingSourceOutcome = 'BOUND' | 'NO_BALANCE' | 'ACCOUNT_CLOSED';

/** The state that a new card reaches; with `PENDING_ISSUE` it stays pending. */
export interface IssueOutcome {
  readonly state: 'PENDING_ISSUE' | 'ACTIVE' | 'CLOSED';
  /** How long it stays `PENDING_ISSUE`, in milliseconds; 0 when left out. */
  readonly after?: number;
}

/** The result of a document's upload: `ACCEPTED`, or the code of its rejection. */
export type DocumentOutcome =
  | 'ACCEPTED'
  | 'LOW_QUALITY'
  | 'DATA_MISMATCH'
  | 'EXPIRED'
  | 'SUSPECTED_FRAUD'
  | 'UNSUITABLE_DOCUMENT'
  | 'INCOMPLETE';

/** Outcomes by the last three characters of a value; `other` for all the rest. */
export type OutcomeTable<Outcome> = Readonly<Record<string, Outcome>> & { readonly other: Outcome };

/**
 * The sandbox's outcomes (rule 81). Each table can be replaced as a whole; suffixes from 100 to 199
 * are kept for the checks of names.
 */
export interface OutcomeTables {
  /** By `registrationNumber` of a business. */
  readonly business: OutcomeTable<CheckOutcome>;
  /** By the full name of an individual. */
  readonly individual: OutcomeTable<CheckOutcome | 'RESOLVE_ERRORS'>;
  /** By the last name of a beneficial owner. */
  readonly beneficialOwner: OutcomeTable<CheckOutcome>;
  /** By the `documentNumber` of an upload. */
  readonly document: OutcomeTable<DocumentOutcome>;
  /** By the primary identifier of the external account. */
  readonly transfer: OutcomeTable<TransferOutcome>;
  /** By the primary identifier of the external account, or the UMA address, a quote is paid to. */
  readonly quote: OutcomeTable<QuoteOutcome>;
  /** By the primary identifier of an external account; `INVALID` refuses it. */
  readonly beneficiaryName: OutcomeTable<string>;
  /** By `platformCardId`, or the cardholder's id if it is not set. */
  readonly cardIssue: OutcomeTable<IssueOutcome>;
  /** By the id of an internal account that is to fund a card. */
  readonly fundingSource: OutcomeTable<FundingSourceOutcome>;
  /**
   * By the descriptor of the merchant: a decline reason, `APPROVED`, or the result of pulling an
   * approved use's funds (`PULL_DELAYED`, `PULL_FAILED`).
   */
  readonly authorization: OutcomeTable<string>;
  /** By the `apiClientId` of an account at a provider of stablecoins. */
  readonly stablecoinProvider: OutcomeTable<'ACCEPTED' | 'REFUSED'>;
}

const returned: RefundOutcome = { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' };
const failed = { status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' } as const;

export const defaultOutcomes: OutcomeTables = {
  business: { '001': 'PENDING', '002': 'REJECTED', other: 'APPROVED' },
  individual: { '001': 'PENDING', '002': 'REJECTED', '003': 'RESOLVE_ERRORS', other: 'APPROVED' },
  beneficialOwner: { '001': 'PENDING', '002': 'REJECTED', other: 'APPROVED' },
  document: {
    '002': 'LOW_QUALITY',
    '003': 'DATA_MISMATCH',
    '004': 'EXPIRED',
    '005': 'SUSPECTED_FRAUD',
    '006': 'UNSUITABLE_DOCUMENT',
    '007': 'INCOMPLETE',
    other: 'ACCEPTED',
  },
  transfer: {
    '002': failed,
    '003': { ...failed, refund: returned },
    '004': { ...failed, refund: returned },
    '005': { ...failed, refund: returned, after: 30_000 },
    other: { status: 'COMPLETED' },
  },
  quote: {
    '002': { ...failed, refund: returned },
    '003': { status: 'COMPLETED', after: 360_000 },
    '004': {
      status: 'FAILED',
      failureReason: 'COUNTERPARTY_POST_TX_FAILED',
      refund: returned,
    },
    '005': {
      status: 'COMPLETED',
      returnedAfter: 30_000,
      failureReason: 'COUNTERPARTY_POST_TX_FAILED',
      refund: returned,
    },
    '006': {
      status: 'FAILED',
      refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
    },
    '007': {
      ...failed,
      refund: { status: 'FAILED', reason: 'TRANSACTION_FAILED' },
    },
    other: { status: 'COMPLETED' },
  },
  beneficiaryName: {
    '102': 'NOT_MATCHED',
    '103': 'PARTIAL_MATCH',
    '104': 'PENDING',
    '105': 'INVALID',
    '106': 'UNSUPPORTED',
    '107': 'CHECKED_BY_RECEIVING_FI',
    other: 'MATCHED',
  },
  cardIssue: {
    '001': { state: 'PENDING_ISSUE' },
    '002': { state: 'CLOSED' },
    '005': { state: 'ACTIVE', after: 30_000 },
    other: { state: 'ACTIVE' },
  },
  fundingSource: { '002': 'NO_BALANCE', '003': 'ACCOUNT_CLOSED', other: 'BOUND' },
  authorization: {
    '002': 'INSUFFICIENT_FUNDS',
    '003': 'CARD_PAUSED',
    '005': 'PULL_DELAYED',
    '006': 'PULL_FAILED',
    other: 'APPROVED',
  },
  stablecoinProvider: { '002': 'REFUSED', other: 'ACCEPTED' },
};

const SUFFIX_LENGTH = 3;

/** Returns the outcome for a value; of one with a domain, the part before the `@` counts. */
export function outcomeOf<Outcome>(
  table: OutcomeTable<Outcome>,
  value: string | undefined,
): Outcome {
  const [user = ''] = (value ?? '').split('@');
  const suffix = user.slice(-SUFFIX_LENGTH);
  return Object.hasOwn(table, suffix) ? (table[suffix] ?? table.other) : table.other;
}

/**
 * Values that stand for a real code or signature in the sandbox. The service in production accepts
 * none of them, nor does a mock that is `strict` accept the two signatures.
 */
export const sandboxValues = {
  /** Every code by e-mail or text message of a wallet's credential. */
  otp: '000000',
  /** Every code that proves a contact or authenticates strongly. */
  contactCode: '123456',
  /** In place of a stamp, or of a signature that proves who owns an external account. */
  signature: 'sandbox-valid-signature',
  /** In place of the signature of a passkey. */
  passkeySignature: 'sandbox-valid-passkey-signature',
} as const;

/** A UMA address of the sandbox: what its holder receives, and how a payment with it ends. */
export interface SandboxAddress {
  readonly currency: string;
  readonly outcome: QuoteOutcome;
}

const success: QuoteOutcome = { status: 'COMPLETED' };

/** The UMA addresses of the sandbox, by the part between `$` and `@`, at any domain. */
export const sandboxAddresses: Readonly<Record<string, SandboxAddress>> = {
  'success.usd': { currency: 'USD', outcome: success },
  'success.eur': { currency: 'EUR', outcome: success },
  'success.mxn': { currency: 'MXN', outcome: success },
  'pending.long.usd': { currency: 'USD', outcome: { status: 'COMPLETED', after: 360_000 } },
  'fail.compliance.usd': {
    currency: 'USD',
    outcome: {
      status: 'FAILED',
      failureReason: 'COUNTERPARTY_POST_TX_FAILED',
      refund: returned,
    },
  },
};
