import type { HttpMethod } from '@org/payments-contract';
import type { AttemptReport, CalledName, ErrorReport } from '../../errors/payments-error.ts';
import type { Leg } from '../../observe/events.ts';
import type { AttemptFailure } from '../../outcome/observations.ts';
import { runtimeName, SDK_NAME, SDK_VERSION } from '../../runtime.ts';

const DEEPEST_CAUSE = 5;

interface SystemError {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Code and system call of an error or of its cause, for reports. */
function systemFacts(
  error: unknown,
  depth = 0,
): { readonly code?: string; readonly syscall?: string } {
  if (typeof error !== 'object' || error === null || depth > DEEPEST_CAUSE) return {};
  const { code, syscall, cause, errors } = error as SystemError;
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code)) {
    const from = Array.isArray(errors) && syscall === undefined ? systemFacts(errors[0]) : {};
    return { ...from, code, ...(typeof syscall === 'string' && { syscall }) };
  }
  if (cause !== undefined) return systemFacts(cause, depth + 1);
  return Array.isArray(errors) ? systemFacts(errors[0], depth + 1) : {};
}

/** The parts of a call that its report shows. */
export interface Recorded {
  readonly operation: {
    readonly name: CalledName;
    readonly row: { readonly method: HttpMethod; readonly path: string };
  };
  readonly attempts: readonly AttemptRecord[];
  readonly requestIds: readonly string[];
  readonly drift: readonly string[];
  readonly idempotencyKey: string | undefined;
  readonly clockOffset: number | undefined;
  now(): number;
}

/** Codes as the service writes them; anything else is not shown. */
const codePattern = /^[A-Z][A-Z0-9_]{0,63}$/;

/** An id without white space or markup; anything else is not shown. */
const idPattern = /^[\w:.-]{1,200}$/;

/** One attempt, as kept by its call; it becomes part of a report only if the call fails. */
export interface AttemptRecord {
  readonly leg: Leg | undefined;
  readonly startedAt: number;
  /** Just after `startedAt`, by the monotonic clock of the process. */
  readonly monotonicAt?: number | undefined;
  readonly endedAt: number;
  readonly status: number | undefined;
  readonly failure: AttemptFailure | undefined;
  readonly errorCode: string | undefined;
  readonly retryAfter: number | undefined;
}

function failureReport({ why, cause }: AttemptFailure): Partial<AttemptReport> {
  const { code, syscall } = systemFacts(cause);
  return {
    failure: why,
    ...(code !== undefined && { systemCode: code }),
    ...(syscall !== undefined && { syscall }),
  };
}

function attemptReport(record: AttemptRecord): AttemptReport {
  const { leg, startedAt, endedAt, status, failure, errorCode = '', retryAfter } = record;
  return {
    ...(leg !== undefined && { leg }),
    phase: failure?.phase ?? 'response',
    ...(status !== undefined && { status }),
    ...(codePattern.test(errorCode) && { code: errorCode }),
    ...(failure !== undefined && failureReport(failure)),
    startedAt: new Date(startedAt).toISOString(),
    durationMs: endedAt - startedAt,
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** A time of the service's clock; null if a `Date` cannot represent it. */
function serviceTime(time: number): string | null {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Builds the report of a call so far. */
export function reportOf(call: Recorded): ErrorReport {
  const { name, row } = call.operation;
  const now = call.now();
  const service = call.clockOffset === undefined ? null : serviceTime(now + call.clockOffset);
  return {
    version: 1,
    operation: name,
    method: row.method,
    path: row.path,
    attempts: call.attempts.map(attemptReport),
    clocks: { ours: new Date(now).toISOString(), service },
    drift: call.drift,
    requestIds: [...new Set(call.requestIds)].filter((id) => idPattern.test(id)),
    idempotencyKey: call.idempotencyKey ?? null,
    sdk: { name: SDK_NAME, version: SDK_VERSION, runtime: runtimeName() },
  };
}
