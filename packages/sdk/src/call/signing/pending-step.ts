import { headerNames, type OperationName } from '@org/payments-contract';
import { InvalidRequestError } from '../../errors/caller-errors.ts';
import type { CalledOperation } from '../context.ts';
import { isHeaderValue } from '../header-value.ts';
import { matchesTemplate } from '../request/path.ts';
import type { PreparedRequest } from '../request/prepare.ts';

/**
 * A pending step as JSON, for another process. It holds the exact body of the first leg, including
 * any secrets: seal it before it leaves your servers.
 */
export interface PendingStepJSON {
  readonly operation: OperationName;
  readonly path: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the client generated the idempotency key in the headers; left out if it did not. */
  readonly isKeyGenerated?: true | undefined;
  /** The exact text all legs send; null if there is no body. */
  readonly body: string | null;
  readonly payloadToSign: string;
  /** Left out if the payload is a field of a resource, such as a quote. */
  readonly requestId?: string | undefined;
  readonly expiresAt: string;
  /** 3 if the step follows the first of two stamps; left out otherwise. */
  readonly leg?: 3;
}

/** The payload that a step needs signed, and until when. */
export interface StepChallenge {
  readonly payloadToSign: string;
  readonly requestId?: string | undefined;
  readonly expiresAt: string;
  readonly leg?: 3 | undefined;
}

/** Headers of the input that a step may carry. */
const stepHeaders: readonly string[] = Object.values(headerNames);

function isStep(value: unknown): value is PendingStepJSON {
  if (typeof value !== 'object' || value === null) return false;
  const step = value as Readonly<Record<string, unknown>>;
  const texts = ['operation', 'path', 'search', 'payloadToSign', 'expiresAt'];
  const { headers, body, requestId } = step;
  return (
    texts.every((name) => typeof step[name] === 'string') &&
    (body === null || typeof body === 'string') &&
    typeof headers === 'object' &&
    headers !== null &&
    Object.entries(headers).every(
      ([name, text]) => stepHeaders.includes(name) && isHeaderValue(text),
    ) &&
    (requestId === undefined || isHeaderValue(requestId))
  );
}

/** A signed operation before its stamp is sent: what to sign, until when. */
export class PendingStep {
  /** `challenge`, or `done` for an operation that needed no signature. */
  readonly status = 'challenge';
  /** The exact text to stamp. */
  readonly payloadToSign: string;
  /** Id of the challenge; undefined if the payload is a field of a resource, such as a quote. */
  readonly requestId: string | undefined;
  /** The stamp must arrive before this time. */
  readonly expiresAt: string;
  /** Name of the operation, such as `cards.update`. */
  readonly operation: OperationName;
  readonly #request: PreparedRequest;
  readonly #leg: 3 | undefined;

  constructor(request: PreparedRequest, challenge: StepChallenge) {
    this.#request = request;
    this.operation = request.operation.name as OperationName;
    this.payloadToSign = challenge.payloadToSign;
    this.requestId = challenge.requestId;
    this.expiresAt = challenge.expiresAt;
    this.#leg = challenge.leg;
  }

  /** Returns the step for another process. Do not log it: it holds the request's body. */
  toJSON(): PendingStepJSON {
    const { path, search, headers, body, isKeyGenerated } = this.#request;
    const { operation, payloadToSign, requestId, expiresAt } = this;
    return {
      operation,
      path,
      search,
      headers,
      ...(isKeyGenerated === true && { isKeyGenerated }),
      body: typeof body === 'string' ? body : null,
      payloadToSign,
      ...(requestId === undefined ? {} : { requestId }),
      expiresAt,
      ...(this.#leg && { leg: this.#leg }),
    };
  }
}

/** A pending step, or its JSON from another process. */
export type PendingStepInput = PendingStep | PendingStepJSON | string;

function invalid(message: string, { name }: CalledOperation): InvalidRequestError {
  return new InvalidRequestError([{ path: 'step', message }], { operation: name });
}

function parseStep(input: PendingStepInput, operation: CalledOperation): PendingStepJSON {
  let value: unknown;
  try {
    value = typeof input === 'string' ? JSON.parse(input) : JSON.parse(JSON.stringify(input));
  } catch {
    throw invalid('is not JSON', operation);
  }
  if (!isStep(value)) throw invalid('is not a pending step of this client', operation);
  return value;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a query is empty, or a `?` and characters that a URL carries as they are. */
function isQuery(text: string): boolean {
  return /^(?:\?[\x21-\x7e]*)?$/.test(text) && !text.includes('#');
}

/**
 * Reads a pending step back and checks that it belongs to this operation, so that a modified step
 * cannot call another one.
 *
 * @throws InvalidRequestError when it is not
 */
export function readPendingStep(
  input: PendingStepInput,
  operation: CalledOperation,
): { readonly request: PreparedRequest; readonly step: PendingStepJSON } {
  const step = parseStep(input, operation);
  if (step.operation !== operation.name) {
    throw invalid(`is a step of ${step.operation}, which is another operation`, operation);
  }
  if ((step.requestId === undefined) !== (operation.row.signing === 'inline')) {
    throw invalid('has a request id where the operation has none, or lacks one', operation);
  }
  if (step.leg !== undefined && step.leg !== operation.row.legs) {
    throw invalid('names a leg that the operation does not have', operation);
  }
  if (!matchesTemplate(operation.row.path, step.path))
    throw invalid('has a path of another operation', operation);
  const { path, search, headers, body } = step;
  if (!isQuery(search)) throw invalid('has a query that is not encoded', operation);
  if (body !== null && !isJson(body)) throw invalid('has a body that is not JSON', operation);
  const isKeyGenerated = step.isKeyGenerated === true;
  const request = { operation, path, search, headers, isKeyGenerated, body: body ?? undefined };
  return { request, step };
}
