import { ErrorBody } from '@org/payments-contract';
import type { Answer } from './attempt.ts';

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error body of an answer; undefined when it holds none that can be read. */
export function readErrorBody(answer: Answer): ErrorBody | undefined {
  const parsed = ErrorBody.safeParse(json(answer.text));
  if (!parsed.success) return undefined;
  const { details } = parsed.data;
  const nested = typeof details?.reason === 'string' ? details.reason : undefined;
  return { ...parsed.data, status: answer.status, reason: parsed.data.reason ?? nested };
}

/** The error code of an answer, if it can be read. */
export function errorCodeOf(answer: Answer): string | undefined {
  return readErrorBody(answer)?.code;
}

/** Statuses a proxy gives when it did not hear the service out. */
const unheardStatuses = new Set([408, 502, 504]);

/** Whether an answer leaves open if the service acted: a proxy's, or a failure without words. */
export function isUnheard(answer: Answer): boolean {
  const { status } = answer;
  return unheardStatuses.has(status) || (status >= 500 && readErrorBody(answer) === undefined);
}

/** Whether a JSON value is an error body, whatever status it came with. */
export function isErrorBody(value: object): boolean {
  // A look at the fields first: a schema that fails costs more than one that holds.
  if ('id' in value || !('code' in value && 'message' in value)) return false;
  return ErrorBody.safeParse(value).success;
}
