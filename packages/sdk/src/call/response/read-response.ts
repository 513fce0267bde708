import {
  challengeSchema,
  type Drift,
  type Fields,
  findDrift,
  type SignedRequestChallenge,
} from '@org/payments-contract';
import { mismatchesOf, mismatchReason } from '@org/payments-contract/internal/schema';
import type { RefusalBody } from '../../errors/api-error.ts';
import {
  isErrorBody,
  isTransientRefusal,
  leavesOpen,
  readErrorBody,
} from '../../errors/error-body.ts';
import { changesSomething, type Sending } from '../../outcome/verdict.ts';
import type { Call } from '../call.ts';
import { isHeaderValue } from '../header-value.ts';
import { pathParams } from '../request/path.ts';
import type { PreparedRequest } from '../request/prepare.ts';
import type { CompleteResponse } from './complete-response.ts';
import {
  cachedReason,
  changeMismatch,
  earlierReason,
  notThisResponse,
} from './foreign-response.ts';
import { parseJson, unsafePaths, withTexts } from './parse-json.ts';
import { contradictions, type UsedKey, usedKey } from './used-key.ts';

type Schema = NonNullable<Call['operation']['row']['body']>;

/** A complete response, interpreted once. */
export type Reading =
  | { readonly kind: 'value'; readonly value: unknown; readonly drift: readonly Drift[] }
  | { readonly kind: 'challenge'; readonly challenge: SignedRequestChallenge }
  | {
      readonly kind: 'refused' | 'unclear';
      /** Undefined if the error body cannot be read. */
      readonly body: RefusalBody | undefined;
      /** Whether the service wrote it. */
      readonly isFromService: boolean;
      readonly isTransient: boolean;
    }
  | {
      readonly kind: 'differs' | 'foreign';
      readonly message: string;
      readonly drift: readonly Drift[];
      /** The body as a value, if it is JSON. */
      readonly value?: unknown;
      /** How the body shows that the caller's key was used with another request. */
      readonly usedKey?: UsedKey | undefined;
    };

function foreignReading(message: string, drift: readonly Drift[] = []): Reading {
  return { kind: 'foreign', message, drift };
}

/**
 * The differences of a response from its schema. Removes null from optional fields, whose types do not
 * have it. `at` names the other places that differ; it is empty for a response that can be used.
 */
function differences(found: ReturnType<typeof mismatchesOf>, value: unknown) {
  const drift = found.map(
    ({ path, message }): Drift => ({ kind: 'mismatch', path: path.join('.'), message }),
  );
  const at = found.flatMap(({ path, loss }) => {
    if (loss !== 'nothing') return path.join('.') || 'its root';
    const parent = path.slice(0, -1).reduce((part, name) => part[name as never], value as object);
    Reflect.deleteProperty(parent, path.at(-1) as PropertyKey);
    return [];
  });
  return { drift, at: at.join(', ') };
}

function readRefusal({ request }: Request, response: CompleteResponse): Reading {
  const { status } = response;
  const { body, ...found } = readErrorBody(response);
  const isRead = request.operation.row.retry === 'safe';
  const isFromService = found.isFromService && (isRead || cachedReason(response) === undefined);
  const isTransient = isTransientRefusal(status, body?.code);
  const kind = isFromService && !leavesOpen(status) ? 'refused' : 'unclear';
  return { kind, body, isFromService, isTransient };
}

interface Json {
  readonly value: object;
  readonly unsafe: number;
  /** Whether the content type is JSON's. */
  readonly isTyped: boolean;
}

const jsonType = /^application\/(?:[\w.-]+\+)?json\b/i;
/** Content types that the service's JSON may have after a proxy removed or replaced the original. */
const lostType = /^(?:$|text\/plain\b|application\/octet-stream\b)/i;

function readJson({ sending }: Request, response: CompleteResponse): Json | string {
  const type = response.header('content-type') ?? '';
  const isTyped = type === 'application/json' || jsonType.test(type);
  if (!isTyped && !(changesSomething(sending) && lostType.test(type))) {
    return 'The response is not JSON: something other than the service may have responded.';
  }
  try {
    const { value, unsafe } = parseJson(response.text);
    if (typeof value === 'object' && value !== null) {
      // Few resources have a number as their status, and an error always has one.
      const isError = typeof (value as Fields).status === 'number' && isErrorBody(value);
      if (!isError) return { value, unsafe, isTyped };
    }
    return 'The status is a success, and the body is an error or not an object.';
  } catch {
    // A SyntaxError quotes the text, which may hold a secret.
    return 'The response is not valid JSON.';
  }
}

function readChallenge({ leg, isPreparing }: Sending, value: object): Reading {
  if (leg !== 1 && !isPreparing) {
    return foreignReading('The service requested an unexpected signature: check the `dialect`.');
  }
  const challenge = value as SignedRequestChallenge;
  const { drift, at } = differences(mismatchesOf(challengeSchema(), value), value);
  if (!at && isHeaderValue(challenge.requestId)) return { kind: 'challenge', challenge };
  const message = `The challenge differs from the contract at ${at || 'requestId'}.`;
  return foreignReading(message, drift);
}

const ROUNDED = 'A number is not exactly an integer up to 2^53-1 and would be rounded.';

/**
 * Replaces integers that a number cannot hold with their text, in unknown fields. Undefined if the
 * contract has one of the fields: a known amount is never returned in another form.
 */
function withUnsafe(
  schema: Schema | undefined,
  value: object,
): { readonly value: unknown; readonly drift: Drift[] } | undefined {
  const paths = unsafePaths(value);
  const unknown =
    schema === undefined
      ? paths
      : findDrift(schema, value)
          .filter(({ kind }) => kind === 'unknown_field')
          .map(({ path }) => path);
  const isUnknown = (path: string) =>
    unknown.some((field) => path === field || path.startsWith(`${field}.`));
  if (!paths.every(isUnknown)) return undefined;
  const drift = paths.map((path): Drift => ({ kind: 'unknown_value', path, message: ROUNDED }));
  return { value: withTexts(value), drift };
}

function readValue(call: Call, schema: Schema | undefined, json: Json): Reading {
  const { validate, onDrift } = call.settings;
  const isRead = call.operation.row.retry === 'safe';
  const safe =
    json.unsafe === 0 ? { value: json.value, drift: [] } : withUnsafe(schema, json.value);
  if (safe === undefined) {
    const drift = unsafePaths(json.value).map(
      (path): Drift => ({ kind: 'mismatch', path, message: ROUNDED }),
    );
    return { kind: 'differs', message: ROUNDED, drift, value: withTexts(json.value) };
  }
  const { value } = safe;
  if (schema === undefined || validate === 'off')
    return { kind: 'value', value, drift: safe.drift };
  const found = mismatchesOf(schema, value);
  if (found.length > 0) {
    const { drift: differing, at } = differences(found, value);
    const drift = [...safe.drift, ...differing];
    if (!at || !isRead || validate === 'warn') return { kind: 'value', value, drift };
    const message = `The response differs from the contract at ${at}.`;
    return { kind: 'differs', message, drift, value };
  }
  if (onDrift === undefined) return { kind: 'value', value, drift: safe.drift };
  return { kind: 'value', value, drift: [...safe.drift, ...findDrift(schema, value)] };
}

/** The value of an accepted change, with a difference that does not prevent its use. */
function withDrift(reading: Reading, message: string): Reading {
  if (reading.kind !== 'value') return reading;
  return { ...reading, drift: [{ kind: 'mismatch', path: '', message }, ...reading.drift] };
}

/** The parts of a request that its response is compared with. */
export interface Request {
  readonly sending: Sending;
  readonly request: PreparedRequest;
  /** Whether the caller chose the idempotency key. */
  readonly isCallersKey: boolean;
}

/** Why a 2xx is not the response of a read, as a message. Nothing is known of a raw one. */
function readMismatch(
  { operation: { row, name }, path }: PreparedRequest,
  status: number,
  value: unknown,
): string | undefined {
  if (name === 'request') return undefined;
  const success = { status, value, params: pathParams(row.path, path) };
  const reason = mismatchReason(row, success);
  return reason === undefined ? undefined : notThisResponse(status, reason);
}

function readEmpty(call: Call, { request }: Request, status: number): Reading {
  const isAwaited = call.operation.name === 'request' && status !== 204;
  if (isAwaited) return foreignReading('The response has no body.');
  const reason = changeMismatch(request, status, undefined);
  return reason === undefined
    ? { kind: 'value', value: undefined, drift: [] }
    : foreignReading(reason);
}

/**
 * Reads the response to a leg that is not the last of an operation that always needs a signature:
 * only a challenge can be that of the service.
 */
function readPreparing(request: Request, response: CompleteResponse): Reading {
  const { status, text } = response;
  const isEmpty = text.trim() === '';
  const json = status === 202 && !isEmpty ? readJson(request, response) : undefined;
  if (typeof json === 'string') return foreignReading(json);
  if (json !== undefined && 'payloadToSign' in json.value) {
    return readChallenge(request.sending, json.value);
  }
  return foreignReading(
    `A challenge was expected: this operation always needs a signature, and the request is not its last. Status ${status} is not a challenge: check the client's \`dialect\`.`,
  );
}

function foreignRead({ request }: Request, status: number, value: unknown): Reading | undefined {
  const reason = readMismatch(request, status, value);
  return reason === undefined ? undefined : foreignReading(reason);
}

/** The reading of a 2xx that is not the result of its change; undefined if it is. */
function foreignChange(
  call: Call,
  leg: Request,
  response: CompleteResponse,
  value: unknown,
): Reading | undefined {
  const { request } = leg;
  const { status } = response;
  const [first] = contradictions(request, value);
  // Nothing else is known of the result of a raw request.
  const used = request.operation.name === 'request' ? usedKey(leg, value) : undefined;
  const reason =
    changeMismatch(request, status, value) ??
    (first && notThisResponse(status, `its ${first.shownAt} is not the one of the request`)) ??
    (used && notThisResponse(status, 'it is the result of another request')) ??
    earlierReason(call, request, response, value);
  if (reason === undefined) return undefined;
  return { ...foreignReading(reason), value, usedKey: used ?? usedKey(leg, value) } as Reading;
}

function readSuccess(call: Call, request: Request, response: CompleteResponse): Reading {
  const { status } = response;
  const { responses } = call.operation.row;
  const isRead = call.operation.row.retry === 'safe';
  const cached = isRead ? undefined : cachedReason(response);
  if (cached !== undefined) return foreignReading(cached);
  if (request.sending.isPreparing) return readPreparing(request, response);
  if (response.text.trim() === '') return readEmpty(call, request, status);
  const json = readJson(request, response);
  if (typeof json === 'string') return foreignReading(json);
  const isChallenge = status === 202 && !(202 in responses);
  if (isChallenge && 'payloadToSign' in json.value)
    return readChallenge(request.sending, json.value);
  // An amount that would be rounded does not identify a result, but its type may be asked for.
  const value: unknown = json.unsafe === 0 ? json.value : JSON.parse(response.text);
  const reading = isRead
    ? foreignRead(request, status, value)
    : foreignChange(call, request, response, value);
  if (reading !== undefined) return reading;
  const result = readValue(
    call,
    responses[status] ?? Object.values(responses)[0] ?? undefined,
    json,
  );
  if (!json.isTyped) return withDrift(result, 'The content type is not JSON.');
  return isChallenge && call.operation.name !== 'request'
    ? withDrift(result, 'The status is 202.')
    : result;
}

/** Interprets a complete response. Never throws: a response with a defect is a reading too. */
export function readResponse(call: Call, request: Request, response: CompleteResponse): Reading {
  const { status } = response;
  if (status >= 400) return readRefusal(request, response);
  if (status >= 200 && status < 300) return readSuccess(call, request, response);
  return foreignReading(`The status is ${status}; redirects and other statuses are refused.`);
}
