import { AbortedError } from '../errors/caller-errors.ts';
import {
  ConnectionError,
  ContractError,
  OutcomeUnknownError,
  TimeoutError,
} from '../errors/network-errors.ts';
import type { PaymentsError } from '../errors/payments-error.ts';
import type { AttemptFailure } from './attempt.ts';
import type { Call } from './call.ts';
import { isRepeatable } from './retry-policy.ts';
import { safeCause, secretTexts } from './scrub.ts';
import type { Send } from './send.ts';

const words: Readonly<Record<AttemptFailure['why'], string>> = {
  timeout: 'No complete answer came within the timeout.',
  deadline: 'No complete answer came within the deadline.',
  aborted: 'The call was aborted while the request was under way.',
  network: 'The connection broke before a complete answer came.',
  unusable: 'The body of the answer was too large or not UTF-8.',
};

/** What a failure without an answer means for the caller: nothing changed, or nobody knows. */
export function failureError(
  call: Call,
  part: Send,
  failure: AttemptFailure,
  sentAt: number,
): PaymentsError {
  const { row, name: operation } = call.operation;
  const isOnce = !isRepeatable(row.retry, row.signing, part.leg);
  const cause = safeCause(failure.cause, secretTexts(part.request));
  const idempotencyKey = failure.mayHaveArrived ? part.idempotencyKey : undefined;
  const isEnded = failure.why === 'aborted' || failure.why === 'unusable';
  if (isOnce ? failure.phase !== 'unsent' : isEnded && idempotencyKey !== undefined) {
    return new OutcomeUnknownError({
      operation,
      requestId: part.requestId,
      sentAt: new Date(sentAt).toISOString(),
      status: failure.status,
      idempotencyKey,
      reconcile: call.reconcile,
      cause: new Error(words[failure.why], cause === undefined ? undefined : { cause }),
    });
  }
  const context = { operation, cause, idempotencyKey };
  if (failure.why === 'aborted') return new AbortedError({ operation, cause });
  if (failure.why === 'unusable') {
    return new ContractError(words.unusable, { operation, cause, status: failure.status });
  }
  if (failure.why === 'network') {
    const message =
      failure.phase === 'unsent' ? 'The service could not be reached.' : words.network;
    return new ConnectionError(message, context);
  }
  return new TimeoutError(failure.why, call.settings[failure.why], context);
}
