import {
  type Drift,
  type ErrorBody,
  findDrift,
  SignedRequestChallenge,
} from '@org/payments-contract';
import { apiError } from '../errors/api-error.ts';
import { ContractError, OutcomeUnknownError } from '../errors/network-errors.ts';
import type { PaymentsError } from '../errors/payments-error.ts';
import type { Answer } from './attempt.ts';
import type { Call } from './call.ts';
import { isErrorBody, isUnheard, readErrorBody } from './error-body.ts';
import { parseJson } from './parse-json.ts';
import { isRepeatable, parseRetryAfter } from './retry-policy.ts';
import { scrubValue, secretTexts } from './scrub.ts';
import { type Send, serverTime } from './send.ts';

type Schema = NonNullable<Call['operation']['row']['body']>;

/** What an answer says: the result, or that a signature is due. */
export type Interpretation =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'challenge'; readonly challenge: SignedRequestChallenge };

function contractError(
  call: Call,
  answer: Answer,
  message: string,
  cause?: unknown,
  drift?: Drift[],
) {
  const { name: operation } = call.operation;
  return new ContractError(message, {
    operation,
    status: answer.status,
    cause,
    ...(drift && { drift }),
  });
}

function unknownOutcome(call: Call, part: Send, answer: Answer, cause: PaymentsError) {
  return new OutcomeUnknownError({
    operation: call.operation.name,
    requestId: part.requestId,
    idempotencyKey: part.idempotencyKey,
    sentAt: new Date(call.now()).toISOString(),
    status: answer.status,
    reconcile: call.reconcile,
    cause,
  });
}

/** A keyed write whose first answer was lost may have been applied, whatever a later one says. */
function followsLoss(part: Send, answer: Answer): boolean {
  return part.idempotencyKey !== undefined && answer.followsLoss === true;
}

/** Where a write was sent and the answer cannot be believed, its outcome is not known. */
function unbelievable(call: Call, part: Send, answer: Answer, error: ContractError) {
  const { row } = call.operation;
  const isKnown = error.accepted || !followsLoss(part, answer);
  if (isRepeatable(row.retry, row.signing, part.leg) && isKnown) return error;
  return unknownOutcome(call, part, answer, error);
}

function refusal(call: Call, part: Send, answer: Answer): Error {
  const { row, name: operation } = call.operation;
  const body = readErrorBody(answer);
  const isOnce = !isRepeatable(row.retry, row.signing, part.leg);
  if ((isOnce || row.retry === 'keyed') && isUnheard(answer)) {
    const message = `The answer was ${answer.status}, which does not say whether the service acted.`;
    return unknownOutcome(call, part, answer, contractError(call, answer, message));
  }
  const now = serverTime(answer, call.now());
  const context = {
    operation,
    requestId: part.requestId ?? answer.header('request-id') ?? undefined,
    retryAfter: parseRetryAfter(answer.header('retry-after'), now),
  };
  const message = `The service answered ${answer.status} without an error that can be read.`;
  const error = apiError(
    body === undefined
      ? { status: answer.status, code: 'UNREADABLE_ERROR', message }
      : (scrubValue(body, secretTexts(part.request)) as ErrorBody),
    context,
  );
  return followsLoss(part, answer) ? unknownOutcome(call, part, answer, error) : error;
}

function parseBody(call: Call, part: Send, answer: Answer): unknown {
  if (answer.text === '') {
    throw unbelievable(call, part, answer, contractError(call, answer, 'The answer has no body.'));
  }
  const type = answer.header('content-type') ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    const message = 'The answer is not JSON: something else than the service may have answered.';
    throw unbelievable(call, part, answer, contractError(call, answer, message));
  }
  try {
    return parseJson(answer.text);
  } catch (cause) {
    // A SyntaxError quotes the text, which may hold a secret: only the class of the cause goes on.
    const isUnsafe = cause instanceof Error && cause.name === 'UnsafeIntegerError';
    const message = isUnsafe ? cause.message : 'The answer is not valid JSON.';
    throw unbelievable(call, part, answer, contractError(call, answer, message));
  }
}

function mismatches(schema: Schema, value: unknown): Drift[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => ({
    kind: 'mismatch',
    path: path.map(String).join('.'),
    message,
  }));
}

function report(call: Call, drift: readonly Drift[]): void {
  if (drift.length === 0) return;
  call.emit({ type: 'drift', paths: drift.map(({ path }) => path) });
  call.settings.onDrift?.({ operation: call.operation.name, drift });
}

function validate(call: Call, answer: Answer, schema: Schema, value: unknown): void {
  const { validate: mode, onDrift } = call.settings;
  if (mode === 'off') return;
  const wrong = mismatches(schema, value);
  if (wrong.length === 0) {
    if (onDrift !== undefined) report(call, findDrift(schema, value));
    return;
  }
  report(call, wrong);
  if (mode === 'strict') {
    const message = `The answer differs from the contract at ${wrong.map(({ path }) => path || 'its root').join(', ')}.`;
    throw contractError(call, answer, message, undefined, wrong);
  }
}

function successSchema(call: Call, status: number): Schema | null | undefined {
  const { responses } = call.operation.row;
  return status in responses ? responses[status] : Object.values(responses)[0];
}

/**
 * Reads what an answer says.
 *
 * @throws ApiError when the service refused; ContractError or OutcomeUnknownError when the answer
 *   is not what the contract says
 */
export function interpret(call: Call, part: Send, answer: Answer): Interpretation {
  const { status } = answer;
  const { row } = call.operation;
  if (status >= 400) throw refusal(call, part, answer);
  if (status < 200 || status >= 300) {
    const message = `The answer was ${status}; redirects and other statuses are refused.`;
    throw unbelievable(call, part, answer, contractError(call, answer, message));
  }
  const isChallenge = status === 202 && !(202 in row.responses);
  const schema = successSchema(call, status);
  const isBodyless = schema === null || (schema === undefined && status === 204);
  if (isBodyless && !isChallenge) return { kind: 'result', result: undefined };
  const value = parseBody(call, part, answer);
  if (typeof value !== 'object' || value === null || isErrorBody(value)) {
    const message = 'The status says success and the body does not.';
    throw unbelievable(call, part, answer, contractError(call, answer, message));
  }
  if (isChallenge) return challenge(call, part, answer, value);
  if (schema) validate(call, answer, schema, value);
  return { kind: 'result', result: value };
}

function challenge(call: Call, part: Send, answer: Answer, value: unknown): Interpretation {
  const isDue = call.operation.row.signing !== 'never' && part.leg !== 2;
  const wrong = mismatches(SignedRequestChallenge, value);
  if (isDue && wrong.length === 0) {
    return { kind: 'challenge', challenge: value as SignedRequestChallenge };
  }
  const message = isDue
    ? 'The challenge is not what the contract says.'
    : 'The service asks for a signature where none is due.';
  throw unbelievable(call, part, answer, contractError(call, answer, message, undefined, wrong));
}
