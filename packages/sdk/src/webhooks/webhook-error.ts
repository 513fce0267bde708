import { PaymentsError } from '../errors/payments-error.ts';
import { type WebhookErrorCode, webhookErrorCodes } from './error-codes.ts';

/** Details of a {@link WebhookError} beyond its code. */
export interface WebhookErrorDetails {
  /** What was wrong; the meaning of the code by default. Never holds any part of a body. */
  readonly message?: string;
  /** Advice for this case; the action of the code by default. */
  readonly action?: string;
  /** The error behind this one. */
  readonly cause?: unknown;
}

/**
 * The error of everything around webhooks: verification, reading, stores and handlers. Branch on
 * `code`. Neither the message nor the JSON form holds any part of the body or of a key.
 */
export class WebhookError extends PaymentsError {
  static override readonly kind: string = 'WebhookError';
  override readonly name = 'WebhookError';
  declare readonly code: WebhookErrorCode;
  /** The status a webhook endpoint should respond with. */
  readonly status: number;

  constructor(code: WebhookErrorCode, details: WebhookErrorDetails = {}) {
    const { meaning, action, fault, retryable, status } = webhookErrorCodes[code];
    super(details.message ?? meaning, {
      code,
      fault,
      retryable,
      action: details.action ?? action,
      cause: details.cause,
    });
    this.status = status;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), status: this.status };
  }
}

/** Returns an error as one of webhooks; one that is not was thrown by a handler. */
export function asWebhookError(error: unknown): WebhookError {
  return error instanceof WebhookError
    ? error
    : new WebhookError('WEBHOOK_HANDLER_FAILED', { cause: error });
}
