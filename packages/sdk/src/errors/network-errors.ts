import type { Drift } from '@org/payments-contract';
import { type CalledName, PaymentsError } from './payments-error.ts';

interface Context {
  readonly operation?: CalledName | undefined;
  readonly cause?: unknown;
}

/** Context of a request that may be repeated; a keyed one only under its key. */
export interface RepeatableContext extends Context {
  /** The key the write was sent with: repeat it with the same one. */
  readonly idempotencyKey?: string | undefined;
}

function repeatAction(idempotencyKey: string | undefined, otherwise: string): string {
  return idempotencyKey === undefined
    ? `Nothing was changed. ${otherwise}`
    : 'Call again with the same `idempotencyKey`: the write may have been applied.';
}

/**
 * The service could not be reached, or the connection broke. Nothing can have been changed, but by
 * a keyed write, which is safe to repeat with its `idempotencyKey`.
 */
export class ConnectionError extends PaymentsError {
  override readonly name = 'ConnectionError';
  /** The key a keyed write was sent with. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, fields: RepeatableContext = {}) {
    const { idempotencyKey, ...context } = fields;
    super(message, {
      code: 'CONNECTION',
      fault: 'network',
      retryable: true,
      action: repeatAction(idempotencyKey, 'Check the network and call again.'),
      ...context,
    });
    this.idempotencyKey = idempotencyKey;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), idempotencyKey: this.idempotencyKey };
  }
}

/**
 * No answer in time. Nothing can have been changed, but by a keyed write, which is safe to repeat
 * with its `idempotencyKey`.
 */
export class TimeoutError extends PaymentsError {
  override readonly name = 'TimeoutError';
  /** Which limit was reached: one attempt's, or the whole call's. */
  readonly limit: 'timeout' | 'deadline';
  /** The key a keyed write was sent with. */
  readonly idempotencyKey: string | undefined;

  constructor(limit: 'timeout' | 'deadline', milliseconds: number, fields: RepeatableContext = {}) {
    const { idempotencyKey, ...context } = fields;
    super(
      limit === 'timeout'
        ? `An attempt got no complete answer within ${milliseconds} ms.`
        : `The call was not finished within its deadline of ${milliseconds} ms.`,
      {
        code: 'TIMEOUT',
        fault: 'network',
        retryable: true,
        action: repeatAction(idempotencyKey, `Call again, or raise \`${limit}\`.`),
        ...context,
      },
    );
    this.limit = limit;
    this.idempotencyKey = idempotencyKey;
  }

  override toJSON(): Record<string, unknown> {
    const { limit, idempotencyKey } = this;
    return { ...super.toJSON(), limit, idempotencyKey };
  }
}

/** What a read said of a change whose answer was lost. */
export interface Reconciliation {
  /** Whether the resource shows the change now; `unknown` where it does not show those fields. */
  readonly applied: 'yes' | 'no' | 'unknown';
  /** The resource as it is now. */
  readonly resource: unknown;
}

/** How an unknown outcome came about, and how to find out. */
export interface OutcomeUnknownFields extends Context {
  /** The challenge's request id, when the second leg of a signed operation was lost. */
  readonly requestId?: string | undefined;
  /** When the request left, ISO 8601. */
  readonly sentAt: string;
  /** The status line, if one arrived. */
  readonly status?: number | undefined;
  /** The key of a keyed write: repeating it with the same one is safe. */
  readonly idempotencyKey?: string | undefined;
  /** Reads the resource, where a read can tell whether the change was applied. */
  readonly reconcile?: (() => Promise<Reconciliation>) | undefined;
}

/**
 * A change was sent and no answer came back: it may have been applied or not. Never repeat it
 * blindly; find out first, with `reconcile` where there is one.
 */
export class OutcomeUnknownError extends PaymentsError {
  override readonly name = 'OutcomeUnknownError';
  readonly requestId: string | undefined;
  /** When the request left, ISO 8601. */
  readonly sentAt: string;
  /** The status line, if one arrived. */
  readonly status: number | undefined;
  /** The key of a keyed write: repeating it with the same one is safe. */
  readonly idempotencyKey: string | undefined;
  /**
   * Reads the resource and says whether the change shows; undefined where no read can tell. A
   * change that is still under way may show only later.
   */
  declare readonly reconcile: (() => Promise<Reconciliation>) | undefined;

  constructor(fields: OutcomeUnknownFields) {
    const { requestId, sentAt, status, idempotencyKey, reconcile, ...context } = fields;
    const otherwise = reconcile
      ? 'Do not repeat it. Call `reconcile()` to read the resource and see.'
      : 'Do not repeat it before you have found out whether it was applied.';
    super('The change was sent, and whether it was applied is not known.', {
      code: 'OUTCOME_UNKNOWN',
      fault: 'network',
      action: idempotencyKey === undefined ? otherwise : repeatAction(idempotencyKey, otherwise),
      ...context,
    });
    this.requestId = requestId;
    this.sentAt = sentAt;
    this.status = status;
    this.idempotencyKey = idempotencyKey;
    Object.defineProperty(this, 'reconcile', { value: reconcile });
  }

  override toJSON(): Record<string, unknown> {
    const { requestId, sentAt, status, idempotencyKey } = this;
    return { ...super.toJSON(), requestId, sentAt, status, idempotencyKey };
  }
}

/** What is known of an answer that is not what the contract says. */
export interface ContractErrorFields extends Context {
  readonly status?: number | undefined;
  /** Where the answer differs; paths only, never values. */
  readonly drift?: readonly Drift[];
}

/** The answer is not what the contract says. With a 2xx status the service did accept the request. */
export class ContractError extends PaymentsError {
  override readonly name = 'ContractError';
  readonly status: number | undefined;
  /** Where the answer differs; paths only, never values. */
  readonly drift: readonly Drift[];
  /** Whether the status said that the request was accepted: a write was then applied. */
  readonly accepted: boolean;

  constructor(message: string, fields: ContractErrorFields = {}) {
    const { status, drift = [], ...context } = fields;
    const accepted = status !== undefined && status >= 200 && status < 300;
    super(message, {
      code: 'CONTRACT',
      fault: 'contract',
      action: accepted
        ? 'The service accepted the request: do not repeat a write. Report the difference.'
        : 'Check `baseUrl` and what stands between you and the service; report the difference.',
      ...context,
    });
    this.status = status;
    this.drift = drift;
    this.accepted = accepted;
  }

  override toJSON(): Record<string, unknown> {
    const { status, drift, accepted } = this;
    return { ...super.toJSON(), status, drift, accepted };
  }
}
