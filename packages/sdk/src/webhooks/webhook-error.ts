import { ConfigurationError } from '../errors/caller-errors.ts';
import { PaymentsError } from '../errors/payments-error.ts';

/** What is known of a failure that the webhook entry finds. */
interface WebhookCodeFacts {
  /** Who has to act: `caller` is the platform that receives webhooks. */
  readonly fault: 'caller' | 'service' | 'network';
  /** Whether the same delivery may succeed when it is repeated. */
  readonly retryable: boolean;
  readonly meaning: string;
  readonly action: string;
  /** The status the handler responds with. */
  readonly status: number;
}

/** Codes of a {@link WebhookError}. */
export const webhookErrorCodes = {
  WEBHOOK_SIGNATURE_MISSING: {
    fault: 'service',
    retryable: false,
    status: 401,
    meaning: 'The request has no `X-Service-Signature` header.',
    action:
      'Pass all headers of the request. If they are complete, the request was not sent by the service, or a proxy removed the header.',
  },
  WEBHOOK_SIGNATURE_MALFORMED: {
    fault: 'service',
    retryable: false,
    status: 401,
    meaning: 'The `X-Service-Signature` header does not hold a base64 DER signature.',
    action:
      'Pass the header unchanged: base64 of a DER ECDSA signature, or the JSON text {"v":"1","s":"<base64>"}.',
  },
  WEBHOOK_SIGNATURE_MISMATCH: {
    fault: 'caller',
    retryable: false,
    status: 401,
    meaning: 'The signature was not made over this body with any of the public keys.',
    action:
      'Pass the raw bytes of the request, before any body parser, and the public keys of this environment (sandbox and production have different keys). If both are right, somebody else sent the request.',
  },
  WEBHOOK_EVENT_TOO_OLD: {
    fault: 'service',
    retryable: false,
    status: 401,
    meaning: "The event's `timestamp` is older than `maxAge`. The delivery may be a replay.",
    action:
      "Check this machine's clock. Keep `maxAge` above 7 days: the service repeats deliveries for that long.",
  },
  WEBHOOK_EVENT_FROM_FUTURE: {
    fault: 'caller',
    retryable: true,
    status: 401,
    meaning: "The event's `timestamp` is more than 5 minutes ahead of this machine's clock.",
    action: "Check this machine's clock: it is probably slow.",
  },
  WEBHOOK_BODY_PARSED: {
    fault: 'caller',
    retryable: true,
    status: 500,
    meaning: 'The body was parsed or read before the signature could be verified.',
    action:
      'Pass the raw bytes. In Express, mount the webhook before express.json(), or behind express.raw({ type: "*/*" }); elsewhere read the body with request.arrayBuffer() and nothing else.',
  },
  WEBHOOK_BODY_TOO_LARGE: {
    fault: 'service',
    retryable: false,
    status: 413,
    meaning: 'The body is larger than `maxBodyBytes`.',
    action: 'Raise `maxBodyBytes` if the service sent this request.',
  },
  WEBHOOK_BODY_INCOMPLETE: {
    fault: 'network',
    retryable: true,
    status: 408,
    meaning: 'The body broke off, or did not arrive within `bodyTimeout`.',
    action:
      'No action is needed: the service delivers the event again. Raise `bodyTimeout` if it happens often.',
  },
  WEBHOOK_BODY_NOT_JSON: {
    fault: 'service',
    retryable: false,
    status: 400,
    meaning: 'The signature is valid, but the body is not JSON in UTF-8.',
    action: 'Report the delivery to the service.',
  },
  WEBHOOK_ENVELOPE_INVALID: {
    fault: 'service',
    retryable: false,
    status: 400,
    meaning:
      'The signature is valid, but the body is not an event with `id`, `type`, `timestamp` and, where its type is known, the resource in `data`.',
    action: 'Report the delivery to the service; the message names the field.',
  },
  WEBHOOK_PUBLIC_KEY_MISSING: {
    fault: 'caller',
    retryable: true,
    status: 500,
    meaning: '`publicKeys` is missing or empty.',
    action:
      'Pass `publicKeys`, or set the environment variable you read it from, such as PAYMENTS_WEBHOOK_PUBLIC_KEY.',
  },
  WEBHOOK_PUBLIC_KEY_INVALID: {
    fault: 'caller',
    retryable: true,
    status: 500,
    meaning: 'A public key is not a PEM SubjectPublicKeyInfo of a P-256 key.',
    action:
      'Copy the webhook public key from the dashboard: it starts with -----BEGIN PUBLIC KEY-----.',
  },
  WEBHOOK_PUBLIC_KEYS_UNAVAILABLE: {
    fault: 'network',
    retryable: true,
    status: 503,
    meaning:
      'The function `publicKeys` threw, rejected or took too long; `cause` is what it threw. Whether the signature is valid is unknown.',
    action: 'Read `cause`, and check the store of the keys. The service delivers the event again.',
  },
  WEBHOOK_HANDLER_FAILED: {
    fault: 'caller',
    retryable: true,
    status: 500,
    meaning: 'A handler threw; `cause` is what it threw. The service delivers the event again.',
    action: 'Read `cause`.',
  },
  WEBHOOK_HANDLER_TIMEOUT: {
    fault: 'caller',
    retryable: true,
    status: 503,
    meaning: 'A handler did not finish within `timeout`. It continues, and keeps its claim.',
    action: 'Put long work in a queue and return, or raise `timeout`.',
  },
  WEBHOOK_DECISION_INVALID: {
    fault: 'caller',
    retryable: false,
    status: 500,
    meaning: 'The handler of `INCOMING_PAYMENT.PENDING` did not return a decision.',
    action: 'Return approve(), reject(), needMore() or postpone().',
  },
  WEBHOOK_DECISION_LATE: {
    fault: 'caller',
    retryable: false,
    status: 202,
    meaning:
      'The handler of `INCOMING_PAYMENT.PENDING` did not decide within `approvalTimeout`: it was postponed.',
    action:
      'Decide sooner, or pass `onLateDecision` and call `transactions.approve` or `transactions.reject` in it.',
  },
  WEBHOOK_STORE_FAILED: {
    fault: 'network',
    retryable: true,
    status: 503,
    meaning: 'The store of handled events failed; `cause` is what it threw.',
    action: 'Check the connection to the store. Events not handled are delivered again.',
  },
  WEBHOOK_EVENT_CHANGED: {
    fault: 'service',
    retryable: false,
    status: 409,
    meaning:
      'An event with this id was handled before, and its signed body was another. This delivery was not handled.',
    action:
      'Compare both deliveries, handle by hand what is new in this one, and report it to the service.',
  },
  WEBHOOK_DELIVERY_ENDED: {
    fault: 'caller',
    retryable: false,
    status: 200,
    meaning:
      "A handler's work called the store after the delivery of its event had ended. The call was refused, and the event may be marked as handled without it.",
    action:
      'Return or await everything that the handler begins. The lint rule `no-floating-promises` finds what is not.',
  },
  WEBHOOK_CLAIM_LOST: {
    fault: 'caller',
    retryable: false,
    status: 200,
    meaning:
      'The claim on the event ended before its handler did, so another delivery may have run the handler too.',
    action:
      'Check whether the process was suspended, or raise `claimLifetime`. With a store without `renew`, it must be longer than any handler takes.',
  },
} as const satisfies Readonly<Record<string, WebhookCodeFacts>>;

/** A code of a {@link WebhookError}. */
export type WebhookErrorCode = keyof typeof webhookErrorCodes;

/** Details of a {@link WebhookError} beyond its code. */
export interface WebhookErrorDetails {
  /** What was wrong; the meaning of the code by default. Never holds any part of a body. */
  readonly message?: string | undefined;
  /** Advice for this case; the action of the code by default. */
  readonly action?: string | undefined;
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

/** Returns the error of a handler that failed; what is wrong in its code is said by the message. */
export function handlerFailed(cause: unknown): WebhookError {
  const isMistake = cause instanceof ConfigurationError;
  const said = isMistake ? { message: cause.message, action: cause.action } : {};
  return new WebhookError('WEBHOOK_HANDLER_FAILED', { ...said, cause });
}

/** Returns an error as one of webhooks; one that is not was thrown by a handler. */
export function asWebhookError(error: unknown): WebhookError {
  return error instanceof WebhookError ? error : handlerFailed(error);
}
