import {
  isErrorCode,
  type NamedOperation,
  type OperationName,
  operations,
} from '@org/payments-contract';
import * as z from 'zod';
import type { Fault, FaultEffect } from './faults/fault.ts';
import { checked, MockUsageError, oneOf } from './usage-error.ts';

/** How far one attempt of a call came before it failed, or that it got its response. */
export type AttemptPhase =
  /** Nothing left the machine: the connection was refused, or no host was found. */
  | 'unsent'
  /** The request left, and no response came. */
  | 'sent'
  /** The status and the headers came, and the body was read. */
  | 'response'
  /** The status and the headers came; the body broke off or did not come in time. */
  | 'body';

/** Why an attempt has no complete response. */
export type AttemptFailure = 'network' | 'timeout' | 'deadline' | 'aborted' | 'unusable';

/** One attempt of a call. Fields that the mock does not read may stand beside these. */
export interface ReportedAttempt {
  /** 2 for the request that carries the stamp, 1 for the one before; absent where nothing is signed. */
  readonly leg?: 1 | 2;
  readonly phase: AttemptPhase;
  /** HTTP status, where one came. */
  readonly status?: number;
  /** The `code` in the service's error body. */
  readonly code?: string;
  /** Absent where the response is complete. */
  readonly failure?: AttemptFailure;
  /** The code of the system error, such as `ECONNRESET`. */
  readonly systemCode?: string;
  /** How long the attempt took, in milliseconds. */
  readonly durationMs: number;
  /** Milliseconds the service asked to wait. */
  readonly retryAfter?: number;
}

/**
 * The record of a failed call that `error.report()` of the SDK returns, as JSON. It holds no secret
 * and no body. Later versions add fields; a change that an older mock would misread has another
 * `version`.
 */
export interface ErrorReport {
  readonly version: 1;
  /** Name of the operation, such as `cards.update`; null for an error outside a call. */
  readonly operation: string | null;
  readonly method: string | null;
  /** Template of the path, such as `/cards/{id}`: ids stay out of reports. */
  readonly path: string | null;
  /** In the order they were made. */
  readonly attempts: readonly ReportedAttempt[];
  /** Request ids of the service, for its support. */
  readonly requestIds?: readonly string[];
  readonly idempotencyKey?: string | null;
}

const phases = ['unsent', 'sent', 'response', 'body'] as const;
const failures = ['network', 'timeout', 'deadline', 'aborted', 'unusable'] as const;
const code = z.string().min(1).optional();
const attempt = z.looseObject({
  leg: z.literal([1, 2], { error: oneOf([1, 2]) }).optional(),
  phase: z.enum(phases, { error: oneOf(phases) }),
  status: z.int().min(100).max(599).optional(),
  code,
  failure: z.enum(failures, { error: oneOf(failures) }).optional(),
  systemCode: code,
  durationMs: z.number().min(0),
  retryAfter: z.number().min(0).optional(),
});
const report = z.looseObject({
  version: z.literal(1, { error: oneOf([1]) }),
  operation: z.string({ error: 'is missing: the error is not one of a call' }),
  method: z.string(),
  path: z.string(),
  attempts: z.array(attempt).min(1, { error: 'must hold at least one attempt' }),
  requestIds: z.array(z.string()).optional(),
  idempotencyKey: z.string().nullish(),
});

const WHAT = 'The report cannot be replayed';

type Checked = ErrorReport & { readonly operation: string };

function operationOf({ operation, method, path }: Checked): NamedOperation {
  const named = operations().find(({ name }) => name === operation);
  const names = operations().map(({ name }) => name);
  if (named === undefined) {
    const message = oneOf(names)({ input: operation });
    throw new MockUsageError(WHAT, [{ path: 'operation', message }]);
  }
  const { row } = named;
  if (row.method === method && row.path === path) return named;
  const message = `is ${method} ${path} in the report and ${row.method} ${row.path} in this mock: use the mock of the version that wrote the report`;
  throw new MockUsageError(WHAT, [{ path: 'operation', message }]);
}

/** Failures that come of waiting, by the client's own limits or its platform's. */
const waited: readonly (string | undefined)[] = ['timeout', 'deadline', 'aborted'];
const timeoutCode = /TIMEDOUT|TIMEOUT/;

/** Longer than a client with the same settings waits: twice as long as it did, and a second. */
function beyond(durationMs: number): number {
  return Math.ceil(durationMs * 2 + 1000);
}

function refusedWith({ status = 500, code, retryAfter }: ReportedAttempt): FaultEffect {
  const after = retryAfter === undefined ? {} : { retryAfter };
  if (code === undefined) {
    const html = `<h1>${status}</h1><p>A replayed response that is not of the service.</p>`;
    return { kind: 'answer', status, html, ...after };
  }
  if (isErrorCode(code)) return { kind: 'answer', status, code, ...after };
  const path = 'attempts.code';
  throw new MockUsageError(WHAT, [
    { path, message: `is ${code}, which the contract does not know` },
  ]);
}

/** The effects that make an attempt fail as it did; none for one that got what it asked for. */
function effectsOf(attempt: ReportedAttempt): FaultEffect[] {
  const { phase, status = 200, failure, systemCode = '', durationMs } = attempt;
  const isTimeout = waited.includes(failure) || timeoutCode.test(systemCode);
  const milliseconds = beyond(durationMs);
  if (phase === 'unsent') return [{ kind: 'refuse-connection' }];
  if (phase === 'sent')
    return [isTimeout ? { kind: 'delay', milliseconds } : { kind: 'lose-reply' }];
  const refusal = status >= 400 ? [refusedWith(attempt)] : [];
  if (phase === 'response') return refusal;
  return [
    ...refusal,
    isTimeout ? { kind: 'delay-body', milliseconds } : { kind: 'truncate', bytes: 1 },
  ];
}

/**
 * The faults that make the operation of a report fail the same way again, attempt by attempt.
 *
 * @throws MockUsageError for a report of another version, and for an operation the mock does not know
 */
export function faultsOf(value: unknown): Fault[] {
  const given = checked(WHAT, report, value) as Checked;
  const { name, row } = operationOf(given);
  const counts = new Map<1 | 2, number>();
  return given.attempts.flatMap((each) => {
    const of = each.leg ?? 1;
    const nth = (counts.get(of) ?? 0) + 1;
    counts.set(of, nth);
    const leg = row.signing === 'never' ? {} : { leg: of };
    return effectsOf(each).map((effect) => ({
      operation: name as OperationName,
      ...leg,
      nth,
      effect,
    }));
  });
}
