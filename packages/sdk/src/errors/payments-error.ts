import type { ErrorCode, OperationName } from '@org/payments-contract';
import { errorAddress } from '@org/payments-contract/internal';
import { runtimeName, SDK_NAME, SDK_VERSION } from '../runtime.ts';
import type { ClientErrorCode } from './client-codes.ts';

/** Hours for which the service certainly remembers an idempotency key, if nothing else is said. */
export const KEY_HOURS = 23;

/** One request of a call: the stage it reached and the failure that ended it, without ids and values. */
export interface AttemptReport {
  /** Leg of a signed operation; absent for other operations. */
  readonly leg?: 1 | 2 | 3;
  /**
   * The stage that the attempt reached. `unsent`: nothing left this machine. `sent`: no status line
   * arrived. `body`: the response broke off after its status line. `response`: it is complete.
   */
  readonly phase: 'unsent' | 'sent' | 'body' | 'response';
  readonly status?: number;
  /** The `code` in the service's error body. */
  readonly code?: string;
  /** Why a complete response is missing; left out when one arrived. */
  readonly failure?: 'network' | 'timeout' | 'deadline' | 'aborted' | 'unusable';
  /** Code of the system error behind the failure, such as `ECONNRESET`. */
  readonly systemCode?: string;
  /** System call that failed, such as `connect` or `read`. */
  readonly syscall?: string;
  /** Start of the attempt by this machine's clock, ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Milliseconds the service asked to wait. */
  readonly retryAfter?: number;
}

/**
 * What happened in a call that failed, for a support ticket or a test that replays it. JSON-safe.
 * It holds no input, no result, no header and no secret.
 */
export interface ErrorReport {
  readonly version: 1;
  readonly operation: string | null;
  readonly method: string | null;
  /** Path template, such as `/cards/{id}`. */
  readonly path: string | null;
  readonly attempts: readonly AttemptReport[];
  /** Both clocks at the time of the error, ISO 8601; `service` is null if it sent no date. */
  readonly clocks: { readonly ours: string; readonly service: string | null };
  /** Paths at which responses differed from the contract. */
  readonly drift: readonly string[];
  /** Challenge ids sent and ids the service assigned to its responses. */
  readonly requestIds: readonly string[];
  readonly idempotencyKey: string | null;
  readonly sdk: { readonly name: string; readonly version: string; readonly runtime: string };
}

/** Every code an error can have: the known ones, and any later one of the service. */
export type PaymentsErrorCode = ClientErrorCode | ErrorCode | (string & {});

/** The call: an operation of the contract, or a request the caller described. */
export type CalledName = OperationName | 'request';

/** Who has to act: the caller, the service, the network, or the maintainer of the contract. */
export type Fault = 'caller' | 'service' | 'network' | 'contract';

/** The details that every error of the client has. */
export interface PaymentsErrorFields {
  readonly code: PaymentsErrorCode;
  /** Who has to act: the caller, the service, the network, or the maintainer of the contract. */
  readonly fault: Fault;
  /** What the caller can do now. */
  readonly action: string;
  /** Whether the same call may succeed when repeated unchanged. */
  readonly retryable?: boolean;
  readonly operation?: CalledName | undefined;
  readonly cause?: unknown;
}

/** Holds the kinds of an error: its class, and those it extends. */
const brand = Symbol.for('@org/payments-sdk/error');

const reports = new WeakMap<object, ErrorReport>();

function kindsOfClass(of: typeof PaymentsError): readonly string[] {
  const kinds = [];
  for (let one = of; typeof one?.kind === 'string'; one = Object.getPrototypeOf(one)) {
    if (Object.hasOwn(one, 'kind')) kinds.push(one.kind);
  }
  return kinds;
}

/** The kinds of an error of any copy of the package; none of another value. */
function kindsOf(value: unknown): readonly unknown[] {
  const kinds = isPaymentsError(value) ? (value as { [brand]?: unknown })[brand] : undefined;
  return Array.isArray(kinds) ? kinds : [];
}

/** Attaches what happened in the call to the error that ended it. An earlier report stays. */
export function attachReport(error: PaymentsError, report: ErrorReport): void {
  if (!reports.has(error)) reports.set(error, report);
}

function emptyReport(operation: string | undefined): ErrorReport {
  return {
    version: 1,
    operation: operation ?? null,
    method: null,
    path: null,
    attempts: [],
    clocks: { ours: new Date().toISOString(), service: null },
    drift: [],
    requestIds: [],
    idempotencyKey: null,
    sdk: { name: SDK_NAME, version: SDK_VERSION, runtime: runtimeName() },
  };
}

/**
 * The base of every error the client throws. It holds no secret: neither its message nor its JSON
 * nor its inspection shows credentials, keys, stamps, codes or tokens.
 */
export abstract class PaymentsError extends Error {
  /** The name of the class in every copy of the package, also a minified one. */
  static readonly kind: string = 'PaymentsError';

  /**
   * Whether a value is an error of this class, of this copy of the package or of another: the ES module,
   * the CommonJS form and other versions have classes of their own.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (super[Symbol.hasInstance](value)) return true;
    // A class of yours that extends one of these has no copies.
    return Object.hasOwn(this, 'kind') && kindsOf(value).includes(this.kind);
  }

  /** Switch on this; `docs` is the address of its explanation. */
  readonly code: PaymentsErrorCode;
  /** Who has to act: the caller, the service, the network, or the maintainer of the contract. */
  readonly fault: Fault;
  /** What the caller can do now. */
  readonly action: string;
  /** Whether the same call may succeed when repeated unchanged. */
  readonly retryable: boolean;
  /** The operation that failed, such as `cards.update`. */
  readonly operation: CalledName | undefined;
  /**
   * The outcome of the write of the call: `applied` if the service accepted it and its response
   * cannot be returned, `not-applied`, or `unknown`. Undefined for an error before anything was sent.
   * An error of `reconcile()` has `unknown`: the read failed, and shows nothing of the write.
   */
  declare readonly outcome: 'applied' | 'not-applied' | 'unknown' | undefined;

  constructor(message: string, fields: PaymentsErrorFields) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.code = fields.code;
    this.fault = fields.fault;
    this.action = fields.action;
    this.retryable = fields.retryable ?? false;
    this.operation = fields.operation;
    Object.defineProperty(this, brand, { value: kindsOfClass(new.target) });
  }

  /** The address of the page that explains the code. */
  get docs(): string {
    return errorAddress(this.code);
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

  /**
   * What happened in the call, for a support ticket: attempts and the stage each reached, clocks,
   * request ids. JSON-safe and without secrets, inputs or results.
   *
   * @example
   * await writeFile('report.json', JSON.stringify(error.report()));
   */
  report(): ErrorReport {
    return reports.get(this) ?? emptyReport(this.operation);
  }
}

/** Notes the verdict on the write of a call in the error that the call ends with. */
export function attachOutcome(
  error: PaymentsError,
  outcome: NonNullable<PaymentsError['outcome']>,
): PaymentsError {
  return Object.defineProperty(error, 'outcome', { value: outcome, configurable: true });
}

const NOTHING_SENT = ' This call has sent nothing.';

/** Says in the error of a journal that the call, which could not record its change, has sent nothing. */
export function attachNothingSent(error: PaymentsError): PaymentsError {
  const { action, code } = error;
  const isOfJournal = code === 'JOURNAL_FAILED' || code === 'CONFIGURATION';
  if (!isOfJournal || action.endsWith(NOTHING_SENT)) return error;
  return Object.assign(error, { action: action + NOTHING_SENT });
}

/** Whether a value is an error of this client, also one from another realm or copy of the package. */
export function isPaymentsError(value: unknown): value is PaymentsError {
  return typeof value === 'object' && value !== null && brand in value;
}
