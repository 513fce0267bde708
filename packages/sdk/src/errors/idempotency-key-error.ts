import { clientErrorCodes } from './client-codes.ts';
import { type CalledName, KEY_HOURS, PaymentsError } from './payments-error.ts';

/** A field in which the result of the first request contradicts the request of the call. */
export interface KeyDifference {
  /** The field of the input, such as `amount`. */
  readonly field: string;
  /** Where the result shows it, such as `sentAmount.amount`. */
  readonly shownAt: string;
  /** The value that was sent; undefined for a secret field. */
  readonly sent?: string | number | boolean;
  /** The value that the result has; undefined for a secret field. */
  readonly shown?: string | number | boolean;
}

/** How it was found that a key belongs to another request. */
export interface UsedKeyFields {
  readonly idempotencyKey: string | undefined;
  readonly operation: CalledName;
  /** `result`: by the result. `refusal`: the service says so. `journal`: before anything was sent. */
  readonly by: 'result' | 'refusal' | 'journal';
  readonly differences?: readonly KeyDifference[] | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly firstResult?: unknown;
  readonly text?: string | undefined;
  readonly cause?: unknown;
}

function differenceText({ field, shownAt, sent, shown }: KeyDifference): string {
  const names = field === shownAt ? field : `${field} (in the result ${shownAt})`;
  if (sent === undefined) return `${names} differs`;
  return `${names} is ${JSON.stringify(sent)} in this request and ${JSON.stringify(shown)} in the first one`;
}

function messageOf({ by, differences = [], resourceId }: UsedKeyFields): string {
  const first = resourceId === undefined ? '' : `, whose result is ${resourceId}`;
  if (by === 'journal') {
    return `The idempotency key was recorded with another request${first}; that one was applied or may be. This call has sent nothing.`;
  }
  if (by === 'refusal') {
    return 'The service refused the idempotency key: it was used with another request before.';
  }
  const how =
    differences.length === 0
      ? 'it is that of another operation'
      : differences.map(differenceText).join('; ');
  return `The result belongs to another request with the same idempotency key${first}: ${how}.`;
}

const READ =
  'If this key was never used for another request, ask the service what became of this one before you send it with another key.';

/** Only a repeat of the first request shows what became of it. */
const FIRST = `Send the first request again, unchanged, within ${KEY_HOURS} hours of its first time: it shows the outcome. Until then, take no other key.`;

const actionOf = ({ by, resourceId }: UsedKeyFields): string => {
  const { action } = clientErrorCodes.IDEMPOTENCY_KEY_REUSED;
  if (by === 'journal' && resourceId === undefined) return FIRST;
  return by === 'result' ? `${action} ${READ}` : action;
};

/**
 * The idempotency key was used with another request before: the result is that of the other one, or the
 * service or the journal says so. Final: the same call ends the same way. `differences` are the fields
 * that contradict the request, amounts first.
 *
 * `outcome` is `not-applied` if the service refused the request, and `unknown` where only its result
 * shows it: the response could have been exchanged on its way.
 */
export class IdempotencyKeyReusedError extends PaymentsError {
  static override readonly kind: string = 'IdempotencyKeyReusedError';
  override readonly name = 'IdempotencyKeyReusedError';
  /** The key. */
  readonly idempotencyKey: string | undefined;
  /**
   * The fields that differ, amounts first. Undefined if they are not known: the service or the journal
   * says only that the requests differ, or the result is that of another operation.
   */
  readonly differences: readonly KeyDifference[] | undefined;
  /** HTTP status of the response; undefined if nothing was sent. */
  readonly status: number | undefined;
  /** The id of the request at the service, for its support. */
  readonly requestId: string | undefined;
  /** Id of the resource of the first request, such as `Transaction:…`, if it is known. */
  readonly resourceId: string | undefined;
  /**
   * The result of the first request, if a response shows it. It may hold secrets: it is not in the
   * error's JSON.
   */
  declare readonly firstResult: unknown;
  readonly #text: string | undefined;

  constructor(fields: UsedKeyFields) {
    const { idempotencyKey, differences = [], status, requestId, resourceId } = fields;
    const { operation, cause, firstResult, text } = fields;
    super(messageOf(fields), {
      code: 'IDEMPOTENCY_KEY_REUSED',
      fault: 'caller',
      action: actionOf(fields),
      operation,
      cause,
    });
    this.idempotencyKey = idempotencyKey;
    this.differences = differences.length === 0 ? undefined : differences;
    this.status = status;
    this.requestId = requestId;
    this.resourceId = resourceId;
    this.#text = text;
    Object.defineProperty(this, 'firstResult', { value: firstResult });
  }

  /** The body of the response as received, if one arrived. It may hold secrets: keep it out of logs. */
  rawText(): string | undefined {
    return this.#text;
  }

  override toJSON(): Record<string, unknown> {
    const { idempotencyKey, differences, status, requestId, resourceId } = this;
    return { ...super.toJSON(), idempotencyKey, differences, status, requestId, resourceId };
  }
}
