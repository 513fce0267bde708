import { WebhookError } from './webhook-error.ts';

/** Accepts an incoming payment: the response 200. */
export interface Approval {
  /** Names the decision. */
  readonly decision: 'approve';
  /**
   * The information about the receiving customer that the sender's provider asks for, by the names
   * in `requestedReceiverCustomerInfoFields`.
   */
  readonly receiverCustomerInfo?: Readonly<Record<string, unknown>> | undefined;
}

/** Rejects an incoming payment: the response 403. */
export interface Rejection {
  /** Names the decision. */
  readonly decision: 'reject';
  /** The reason, as free text. */
  readonly reason?: string | undefined;
}

/** Asks for information about the sender before a decision: the response 422. */
export interface InformationRequest {
  /** Names the decision. */
  readonly decision: 'needMore';
  /** Names of the fields that must be known. */
  readonly requiredFields: readonly string[];
}

/** Leaves the decision to a later call of approve or reject: the response 202. */
export interface Postponement {
  /** Names the decision. */
  readonly decision: 'postpone';
}

/** What the handler of `INCOMING_PAYMENT.PENDING` returns. */
export type ApprovalDecision = Approval | Rejection | InformationRequest | Postponement;

/**
 * Accepts an incoming payment.
 *
 * @example
 * ```ts
 * return approve({ receiverCustomerInfo: { FULL_NAME: 'Ada Lovelace' } });
 * ```
 */
export function approve(details: Omit<Approval, 'decision'> = {}): Approval {
  return { decision: 'approve', ...details };
}

/**
 * Rejects an incoming payment.
 *
 * @example
 * ```ts
 * return reject({ reason: 'The sender is on a sanctions list.' });
 * ```
 */
export function reject(details: Omit<Rejection, 'decision'> = {}): Rejection {
  return { decision: 'reject', ...details };
}

/**
 * Asks for more information about the sender of an incoming payment.
 *
 * @example
 * ```ts
 * return needMore({ requiredFields: ['FULL_NAME', 'BIRTH_DATE'] });
 * ```
 */
export function needMore(details: Omit<InformationRequest, 'decision'>): InformationRequest {
  return { decision: 'needMore', ...details };
}

/**
 * Postpones the decision on an incoming payment. Call `payments.transactions.approve` or
 * `payments.transactions.reject` later.
 *
 * @example
 * ```ts
 * await queue.add('review', { transactionId: event.data.id });
 * return postpone();
 * ```
 */
export function postpone(): Postponement {
  return { decision: 'postpone' };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(message: string): WebhookError {
  return new WebhookError('WEBHOOK_DECISION_INVALID', { message });
}

/**
 * The response that tells the service a decision.
 *
 * @throws WebhookError `WEBHOOK_DECISION_INVALID` for anything that is not a decision
 */
export function decisionResponse(decision: unknown): Response {
  const fields = isRecord(decision) ? decision : {};
  switch (fields.decision) {
    case 'approve': {
      const { receiverCustomerInfo } = fields;
      if (receiverCustomerInfo === undefined) return Response.json({});
      if (!isRecord(receiverCustomerInfo))
        throw invalid('`receiverCustomerInfo` is not an object.');
      return Response.json({ receiverCustomerInfo });
    }
    case 'reject': {
      const { reason } = fields;
      if (reason !== undefined && typeof reason !== 'string') {
        throw invalid('`reason` is not a string.');
      }
      return Response.json({ reason }, { status: 403 });
    }
    case 'needMore': {
      const { requiredFields } = fields;
      const isList = Array.isArray(requiredFields) && requiredFields.length > 0;
      if (!isList || !requiredFields.every((name) => typeof name === 'string')) {
        throw invalid('`requiredFields` is not a list of field names.');
      }
      return Response.json({ requiredFields }, { status: 422 });
    }
    case 'postpone':
      return new Response(null, { status: 202 });
    default:
      throw new WebhookError('WEBHOOK_DECISION_INVALID');
  }
}
