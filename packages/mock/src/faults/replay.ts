import { type NamedOperation, type OperationName, operations } from '@org/payments-contract';
import * as z from 'zod/mini';
import { checked, MockUsageError, oneOf } from '../usage-error.ts';
import type { Fault, FaultEffect } from './fault.ts';

/** How far one attempt of a call came: before sending, before or during the response, or to its end. */
export type AttemptPhase =
  /** No request left the machine: the connection was refused, or the host was not found. */
  | 'unsent'
  /** The request was sent, and no response arrived. */
  | 'sent'
  /** The status and the headers arrived, and the body was read. */
  | 'response'
  /** The status and the headers arrived; the body broke off or did not arrive in time. */
  | 'body';

/** Why an attempt has no complete response. */
export type AttemptFailure = 'network' | 'timeout' | 'deadline' | 'aborted' | 'unusable';

/** One attempt of a call. Other fields are ignored. */
export interface ReportedAttempt {
  /** 2 for the request that carries the stamp, 1 for the one before; absent if nothing is signed. */
  readonly leg?: 1 | 2 | 3;
  readonly phase: AttemptPhase;
  /** HTTP status, if one arrived. */
  readonly status?: number;
  /** The `code` in the service's error body. */
  readonly code?: string;
  /** Absent if the response is complete. */
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
  /** In the order in which they were sent. */
  readonly attempts: readonly ReportedAttempt[];
  /** Request ids of the service, for its support. */
  readonly requestIds?: readonly string[];
  readonly idempotencyKey?: string | null;
}

const phases = ['unsent', 'sent', 'response', 'body'] as const;
const failures = ['network', 'timeout', 'deadline', 'aborted', 'unusable'] as const;
const code = z.optional(z.string().check(z.minLength(1)));
const attempt = z.looseObject({
  leg: z.optional(z.literal([1, 2, 3], { error: oneOf([1, 2, 3]) })),
  phase: z.enum(phases, { error: oneOf(phases) }),
  status: z.optional(z.int().check(z.gte(100), z.lte(599))),
  code,
  failure: z.optional(z.enum(failures, { error: oneOf(failures) })),
  systemCode: code,
  durationMs: z.number().check(z.gte(0)),
  retryAfter: z.optional(z.number().check(z.gte(0))),
});
const report = z.looseObject({
  version: z.literal(1, { error: oneOf([1]) }),
  operation: z.string({ error: 'is missing: the error does not come from a call' }),
  method: z.string(),
  path: z.string(),
  attempts: z.array(attempt).check(z.minLength(1, { error: 'must hold at least one attempt' })),
  requestIds: z.optional(z.array(z.string())),
  idempotencyKey: z.nullish(z.string()),
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

/** Failures by a time limit, of the client or of its platform. */
const waited: readonly (string | undefined)[] = ['timeout', 'deadline', 'aborted'];
const timeoutCode = /TIMEDOUT|TIMEOUT/;

/** Returns a delay longer than a client with the same settings waits: twice as long as it did, and a second. */
function beyond(durationMs: number): number {
  return Math.ceil(durationMs * 2 + 1000);
}

function refusedWith({ status = 500, code, retryAfter }: ReportedAttempt): FaultEffect {
  const after = retryAfter === undefined ? {} : { retryAfter };
  if (code === undefined) {
    const html = `<h1>${status}</h1><p>A replayed response that did not come from the service.</p>`;
    return { kind: 'answer', status, html, ...after };
  }
  return { kind: 'answer', status, code, ...after };
}

/** Returns the effects that make an attempt fail as it did; none for a first leg that succeeded. */
function effectsOf(attempt: ReportedAttempt, isLast: boolean): FaultEffect[] {
  const { phase, status = 200, failure, systemCode = '', durationMs } = attempt;
  const isTimeout = waited.includes(failure) || timeoutCode.test(systemCode);
  const milliseconds = beyond(durationMs);
  if (phase === 'unsent') return [{ kind: 'refuse-connection' }];
  if (phase === 'sent')
    return [isTimeout ? { kind: 'delay', milliseconds } : { kind: 'lose-reply' }];
  const refusal = status >= 400 ? [refusedWith(attempt)] : [];
  // What ended a call with a success is not the service's own; a 202 may be that of the first leg.
  const isForeign = isLast && status >= 200 && status < 300 && status !== 202;
  if (phase === 'response') return isForeign ? [{ kind: 'foreign-response', status }] : refusal;
  return [
    ...refusal,
    isTimeout ? { kind: 'delay-body', milliseconds } : { kind: 'truncate', bytes: 1 },
  ];
}

/**
 * Returns the faults that make a report's operation fail the same way again, attempt by attempt.
 *
 * @throws MockUsageError for a report of another version, for an unknown operation, and for one without
 *   an attempt that failed
 */
export function faultsOf(value: unknown): Fault[] {
  const given = checked(WHAT, report, value) as Checked;
  const { name, row } = operationOf(given);
  const counts = new Map<1 | 2 | 3, number>();
  const faults = given.attempts.flatMap((each, at) => {
    const of = each.leg ?? 1;
    const nth = (counts.get(of) ?? 0) + 1;
    counts.set(of, nth);
    // A signature in the one request has no legs.
    const leg = row.signing === 'required' ? { leg: of } : {};
    return effectsOf(each, at === given.attempts.length - 1).map((effect) => ({
      operation: name as OperationName,
      ...leg,
      nth,
      effect,
    }));
  });
  if (faults.length > 0) return faults;
  const message =
    'has no response that failed: something else ended the call, such as its signature';
  throw new MockUsageError(WHAT, [{ path: 'attempts', message }]);
}
