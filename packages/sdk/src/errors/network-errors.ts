import type { Drift } from '@org/payments-contract';
import {
  attachOutcome,
  type CalledName,
  type Fault,
  KEY_HOURS,
  PaymentsError,
} from './payments-error.ts';

interface Context {
  readonly operation?: CalledName | undefined;
  readonly cause?: unknown;
}

/** What is known of a connection that failed. */
interface ConnectionContext extends Context {
  /** What to do. Default: check the network. */
  readonly action?: string | undefined;
}

/** The service could not be reached, or the connection broke. Nothing was changed. */
export class ConnectionError extends PaymentsError {
  static override readonly kind: string = 'ConnectionError';
  override readonly name = 'ConnectionError';

  constructor(message: string, { action, ...context }: ConnectionContext = {}) {
    super(message, {
      code: 'CONNECTION',
      fault: 'network',
      retryable: true,
      action: action ?? 'This call has changed nothing. Check the network and call again.',
      ...context,
    });
  }
}

/** No complete response in time. Nothing was changed. */
export class TimeoutError extends PaymentsError {
  static override readonly kind: string = 'TimeoutError';
  override readonly name = 'TimeoutError';
  /** Which limit was reached: one attempt's, or the whole call's. */
  readonly limit: 'timeout' | 'deadline';

  constructor(limit: 'timeout' | 'deadline', milliseconds: number, context: Context = {}) {
    super(
      limit === 'timeout'
        ? `No complete response arrived within the attempt's timeout of ${milliseconds} ms.`
        : `The call was not finished within its deadline of ${milliseconds} ms.`,
      {
        code: 'TIMEOUT',
        fault: 'network',
        retryable: true,
        action: `This call has changed nothing. Call again, or raise \`${limit}\`.`,
        ...context,
      },
    );
    this.limit = limit;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), limit: this.limit };
  }
}

/** How `reconcile` asks. */
export interface ReconcileOptions {
  /**
   * Waits until a read can show that the change is missing, and reads again; at most five minutes
   * longer than that should take. Default false: one read, and `askAgainAt` if it was too early.
   */
  readonly settle?: boolean | undefined;
  /**
   * Milliseconds after the deadline of the call during which the service may still apply the change.
   * Default 30,000.
   */
  readonly settleTime?: number | undefined;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/** What a read shows of a change whose response was lost. */
export interface Reconciliation {
  /**
   * `not-applied` only from a read that was made, by the service's clock, after the deadline of the
   * call and the time to settle, and that no cache responded to. Until then `unknown`.
   */
  readonly outcome: 'applied' | 'not-applied' | 'unknown';
  /** One sentence that explains the outcome. */
  readonly because: string;
  /**
   * ISO 8601: when to ask again. Defined if the read does not show the change and was too early, or
   * too old, to show that it is missing.
   */
  readonly askAgainAt: string | undefined;
  /** The resource as it is now; of a list that was read the items that show the change, or all. */
  readonly resource: unknown;
}

/** The facts of a response whose text an error carries. */
interface ResponseFields extends Context {
  readonly status?: number | undefined;
  /** The challenge's request id on the second leg, otherwise the id of the response. */
  readonly requestId?: string | undefined;
  /** The key a keyed write was sent with. */
  readonly idempotencyKey?: string | undefined;
  /** The response's body as received. */
  readonly text?: string | undefined;
}

/** How an unknown outcome came about, and how to resolve it. */
export interface OutcomeUnknownFields extends ResponseFields {
  /** Default: the change was sent. */
  readonly message?: string | undefined;
  /** When the request was sent, ISO 8601. */
  readonly sentAt: string;
  /** Reads the resource, if a read can determine whether the change was applied. */
  readonly reconcile?: ((options?: ReconcileOptions) => Promise<Reconciliation>) | undefined;
  /** What to do if no read can determine the outcome. */
  readonly advice?: string | undefined;
  /**
   * Whether the call may be repeated with its key. Default: whether it has one. Not the second leg of
   * a signed change, which is sent once.
   */
  readonly canRepeat?: boolean | undefined;
  /** Who has to act. Default `network`. */
  readonly fault?: Fault | undefined;
  /** Whether it is known that the request left this machine. Default true. */
  readonly wasSent?: boolean | undefined;
}

const sentText = (wasSent: boolean) =>
  `The change ${wasSent ? 'was sent' : 'may have been sent'}, and it is unknown whether it was applied.`;

function unknownAction(canRepeat: boolean, canReconcile: boolean, advice?: string): string {
  if (canRepeat)
    return `Call again with the same \`idempotencyKey\` within ${KEY_HOURS} hours: the change may have been applied.`;
  if (canReconcile) {
    return 'Do not repeat the change before `reconcile()` shows whether it was applied.';
  }
  return advice ?? 'Do not repeat the change before you know whether it was applied.';
}

/**
 * A change was sent, or may have been, and no response shows whether it was applied. If `retryable` is true, the call
 * may be repeated with its `idempotencyKey`. Otherwise find out first, with `reconcile` if it is
 * defined. `cause` is the error that ended the call.
 */
export class OutcomeUnknownError extends PaymentsError {
  static override readonly kind: string = 'OutcomeUnknownError';
  override readonly name = 'OutcomeUnknownError';
  /** The challenge's request id, when the second leg of a signed operation was lost. */
  readonly requestId: string | undefined;
  /** When the request was sent, ISO 8601. */
  readonly sentAt: string;
  /** The status line, if one arrived. */
  readonly status: number | undefined;
  /** The key of a keyed write: repeating it with the same key is safe if `retryable` is true. */
  readonly idempotencyKey: string | undefined;
  /**
   * Reads the resource and returns whether it shows the change; undefined if no read can determine
   * that. A change that is still being processed is `unknown`, and `askAgainAt` is the time to ask again.
   */
  declare readonly reconcile: ((options?: ReconcileOptions) => Promise<Reconciliation>) | undefined;
  /** The id of its entry in the client's journal, for the `ids` of `recover`; undefined without a journal. */
  declare readonly entryId: string | undefined;
  readonly #text: string | undefined;

  constructor(fields: OutcomeUnknownFields) {
    const { requestId, sentAt, status, idempotencyKey, reconcile, text, advice, ...more } = fields;
    const { wasSent = true, fault = 'network', operation, cause } = more;
    const { message = sentText(wasSent) } = more;
    const { canRepeat = idempotencyKey !== undefined } = more;
    super(message, {
      code: 'OUTCOME_UNKNOWN',
      fault,
      retryable: canRepeat,
      action: unknownAction(canRepeat, reconcile !== undefined, advice),
      operation,
      cause,
    });
    this.requestId = requestId;
    this.sentAt = sentAt;
    this.status = status;
    this.idempotencyKey = idempotencyKey;
    this.#text = text;
    attachOutcome(this, 'unknown');
    Object.defineProperty(this, 'reconcile', { value: reconcile });
  }

  /**
   * The body of the response as received, if one arrived. It may hold secrets: keep it out of logs.
   */
  rawText(): string | undefined {
    return this.#text;
  }

  override toJSON(): Record<string, unknown> {
    const { requestId, sentAt, status, idempotencyKey } = this;
    return { ...super.toJSON(), requestId, sentAt, status, idempotencyKey };
  }
}

/** Notes the entry of the journal in the error of a change whose outcome is unknown. */
export function attachEntry(error: unknown, entryId: string): unknown {
  if (!(error instanceof OutcomeUnknownError)) return error;
  return Object.defineProperty(error, 'entryId', { value: entryId });
}

/** The facts of a response that differs from the contract. */
export interface ContractErrorFields extends ResponseFields {
  /** Where the response differs; paths only, never values. */
  readonly drift?: readonly Drift[];
  /** Whether a change was accepted. Default: whether the status is 2xx. */
  readonly accepted?: boolean;
  /** Id of the transaction or other resource in the response, if it can be read. */
  readonly resourceId?: string | undefined;
}

/**
 * The response differs from the contract. With a 2xx status the service accepted the request: the
 * error then carries what the service sent.
 */
export class ContractError extends PaymentsError {
  static override readonly kind: string = 'ContractError';
  override readonly name = 'ContractError';
  readonly status: number | undefined;
  /** Where the response differs; paths only, never values. */
  readonly drift: readonly Drift[];
  /** Whether the service accepted a change: it was then applied. False for reads. */
  readonly accepted: boolean;
  /** Id of the resource in the response, such as `Transaction:…`, if it can be read. */
  readonly resourceId: string | undefined;
  /** The challenge's request id on the second leg, otherwise the id of the response. */
  readonly requestId: string | undefined;
  /** The key a keyed write was sent with. */
  readonly idempotencyKey: string | undefined;
  readonly #text: string | undefined;

  constructor(message: string, fields: ContractErrorFields = {}) {
    const { status, drift = [], resourceId, requestId, idempotencyKey, text } = fields;
    const { operation, cause } = fields;
    const accepted = fields.accepted ?? (status !== undefined && status >= 200 && status < 300);
    super(message, {
      code: 'CONTRACT',
      fault: 'contract',
      action: accepted
        ? 'The service accepted the change: do not repeat it. Read what it sent from `rawText()`, and report the difference.'
        : 'Check `baseUrl` and any proxy between you and the service; report the difference.',
      operation,
      cause,
    });
    this.status = status;
    this.drift = drift;
    this.accepted = accepted;
    this.resourceId = resourceId;
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey;
    this.#text = text;
  }

  /**
   * The body of the response as received, if one arrived. It may hold secrets: keep it out of logs.
   */
  rawText(): string | undefined {
    return this.#text;
  }

  override toJSON(): Record<string, unknown> {
    const { status, drift, accepted, resourceId, requestId, idempotencyKey } = this;
    const own = { status, drift, accepted, resourceId, requestId, idempotencyKey };
    return { ...super.toJSON(), ...own };
  }
}
