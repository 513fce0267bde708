import type { ErrorCode, OperationName } from '@org/payments-contract';
import type { ClientErrorCode } from './client-codes.ts';

/** Every code an error can have: the known ones, and any later one of the service. */
export type PaymentsErrorCode = ClientErrorCode | ErrorCode | (string & {});

/** What was called: an operation of the contract, or a request the caller described. */
export type CalledName = OperationName | 'request';

/** Who has to act: the caller, the service, the network between, or the keeper of the contract. */
export type Fault = 'caller' | 'service' | 'network' | 'contract';

/** What every error of the client is made of. */
export interface PaymentsErrorFields {
  readonly code: PaymentsErrorCode;
  readonly fault: Fault;
  /** What the caller can do now. */
  readonly action: string;
  /** Whether the same call may succeed when made again unchanged. */
  readonly retryable?: boolean;
  readonly operation?: CalledName | undefined;
  readonly cause?: unknown;
}

const brand = Symbol.for('@org/payments-sdk/error');

/** The page that explains every code. */
export const ERRORS_PAGE = 'docs/errors.md';

/**
 * The base of every error the client throws. It holds no secret: neither its message nor its JSON
 * nor its inspection shows credentials, keys, stamps, codes or tokens.
 */
export abstract class PaymentsError extends Error {
  /** Switch on this: see `docs/errors.md`. */
  readonly code: PaymentsErrorCode;
  readonly fault: Fault;
  /** What the caller can do now. */
  readonly action: string;
  /** Whether the same call may succeed when made again unchanged. */
  readonly retryable: boolean;
  /** The operation that failed, such as `cards.update`. */
  readonly operation: CalledName | undefined;

  constructor(message: string, fields: PaymentsErrorFields) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.code = fields.code;
    this.fault = fields.fault;
    this.action = fields.action;
    this.retryable = fields.retryable ?? false;
    this.operation = fields.operation;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Where the code is explained. */
  get docs(): string {
    return `${ERRORS_PAGE}#${this.code.toLowerCase()}`;
  }

  override toString(): string {
    const where = this.operation === undefined ? '' : ` in ${this.operation}`;
    const sentence = this.message.replace(/[.\s]*$/, '.');
    return `${this.name} [${this.code}]${where}: ${sentence} ${this.action}`;
  }

  /** A JSON-safe view without secrets. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, fault, action, retryable, operation, docs } = this;
    return { name, code, message, fault, action, retryable, operation, docs };
  }
}

/** Whether a value is an error of this client, also one from another realm or copy of the package. */
export function isPaymentsError(value: unknown): value is PaymentsError {
  return typeof value === 'object' && value !== null && brand in value;
}
