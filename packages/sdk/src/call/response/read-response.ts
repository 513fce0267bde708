import {
  type Drift,
  findDrift,
  mismatchesOf,
  SignedRequestChallenge,
} from '@org/payments-contract';
import { isHeaderValue } from '../../config/header-value.ts';
import type { RefusalBody } from '../../errors/api-error.ts';
import { changesSomething, type Seen, type Sending } from '../../outcome/outcome.ts';
import type { Call } from '../call.ts';
import type { CompleteResponse } from './complete-response.ts';
import { isErrorBody, isTransientRefusal, leavesOpen, readErrorBody } from './error-body.ts';
import { parseJson, unsafePaths, withTexts } from './parse-json.ts';
import { resourceIdOf } from './resource-id.ts';

type Schema = NonNullable<Call['operation']['row']['body']>;

/** A complete response, interpreted once. */
export type Reading =
  | { readonly kind: 'value'; readonly value: unknown; readonly drift: readonly Drift[] }
  | { readonly kind: 'challenge'; readonly challenge: SignedRequestChallenge }
  | {
      readonly kind: 'refused' | 'unclear';
      /** Undefined if the error body cannot be read. */
      readonly body: RefusalBody | undefined;
      readonly isTransient: boolean;
    }
  | {
      readonly kind: 'differs' | 'unusable' | 'foreign';
      readonly message: string;
      readonly drift: readonly Drift[];
      /** The body as a value, if it is JSON. */
      readonly value?: unknown;
    };

function wrong(
  kind: 'unusable' | 'foreign',
  message: string,
  drift: readonly Drift[] = [],
): Reading {
  return { kind, message, drift };
}

/**
 * Compares a response with its schema, and removes null from optional fields, whose types do not
 * have it. `at` names the other places that differ; it is empty for a response that can be used.
 */
function compare(schema: Schema, value: unknown) {
  const found = mismatchesOf(schema, value);
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

/** Whether a response can be used as what a schema describes. */
function fits(schema: Schema, value: unknown): boolean {
  return mismatchesOf(schema, value).every(({ loss }) => loss === 'nothing');
}

function readRefusal(response: CompleteResponse): Reading {
  const { status } = response;
  const body = readErrorBody(response);
  const isTransient = isTransientRefusal(status, body?.code);
  return { kind: leavesOpen(status, body) ? 'unclear' : 'refused', body, isTransient };
}

interface Json {
  readonly value: object;
  readonly unsafe: number;
}

const jsonType = /^application\/(?:[\w.-]+\+)?json\b/i;
/**
 * Content types that the service's JSON may have after a proxy removed or replaced the original.
 */
const lostType = /^(?:$|text\/plain\b|application\/octet-stream\b)/i;

function readJson(response: CompleteResponse, types: readonly RegExp[]): Json | string {
  if (response.text === '') return 'The response has no body.';
  const type = response.header('content-type') ?? '';
  if (type !== 'application/json' && !types.some((one) => one.test(type))) {
    return 'The response is not JSON: something other than the service may have responded.';
  }
  try {
    const { value, unsafe } = parseJson(response.text);
    if (typeof value === 'object' && value !== null && !isErrorBody(value)) {
      return { value, unsafe };
    }
    return 'The status is a success, and the body is an error or not an object.';
  } catch {
    // A SyntaxError quotes the text, which may hold a secret.
    return 'The response is not valid JSON.';
  }
}

function readChallenge({ leg }: Sending, value: object): Reading {
  if (leg !== 1) {
    return wrong('foreign', 'The service requested a signature for a call that does not need one.');
  }
  const challenge = value as SignedRequestChallenge;
  const { drift, at } = compare(SignedRequestChallenge, value);
  if (!at && isHeaderValue(challenge.requestId)) return { kind: 'challenge', challenge };
  const message = `The challenge differs from the contract at ${at || 'requestId'}.`;
  return wrong('foreign', message, drift);
}

const rounded = 'An integer is beyond 2^53-1 and would be rounded.';

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
  const drift = paths.map((path): Drift => ({ kind: 'unknown_value', path, message: rounded }));
  return { value: withTexts(value), drift };
}

function readValue(call: Call, schema: Schema | undefined, json: Json): Reading {
  const { validate, onDrift } = call.settings;
  const isRead = call.operation.row.retry === 'safe';
  const safe =
    json.unsafe === 0 ? { value: json.value, drift: [] } : withUnsafe(schema, json.value);
  if (safe === undefined) {
    const drift = unsafePaths(json.value).map(
      (path): Drift => ({ kind: 'mismatch', path, message: rounded }),
    );
    return { kind: 'differs', message: rounded, drift, value: withTexts(json.value) };
  }
  const { value } = safe;
  if (schema === undefined || validate === 'off')
    return { kind: 'value', value, drift: safe.drift };
  const { drift: differing, at } = compare(schema, value);
  if (differing.length > 0) {
    const drift = [...safe.drift, ...differing];
    if (!at || !isRead || validate === 'warn') return { kind: 'value', value, drift };
    const message = `The response differs from the contract at ${at}.`;
    return { kind: 'differs', message, drift, value };
  }
  if (onDrift === undefined) return { kind: 'value', value, drift: safe.drift };
  return { kind: 'value', value, drift: [...safe.drift, ...findDrift(schema, value)] };
}

function successSchema(call: Call, status: number): Schema | null | undefined {
  const { responses } = call.operation.row;
  if (status in responses) return responses[status];
  for (const other of Object.keys(responses)) return responses[Number(other)];
  return undefined;
}

/**
 * Whether a 2xx to a change has a body of the service: with the id of a resource, or one that the
 * operation's schema accepts.
 */
function isAccepted(sending: Sending, schema: Schema | undefined, json: Json): boolean {
  if (!changesSomething(sending) || schema === undefined) return false;
  if (resourceIdOf(json.value) !== undefined) return true;
  return Object.keys(json.value).length > 0 && fits(schema, json.value);
}

/** Whether a body is a challenge, and not a resource. */
function isChallengeBody(value: object): boolean {
  if (!('payloadToSign' in value) || resourceIdOf(value) !== undefined) return false;
  return fits(SignedRequestChallenge, value);
}

/** A challenge with another status than 202: something between changed it, and nothing was done. */
function misplacedChallenge(status: number): Reading {
  return wrong('foreign', `The response is a challenge, and its status is ${status}.`);
}

/**
 * Interprets the success of an operation that returns nothing. A body that is not the service's,
 * such as a page of a proxy or an error, does not prove a success.
 */
function readNothing(response: CompleteResponse): Reading {
  const done: Reading = { kind: 'value', value: undefined, drift: [] };
  if (response.text.trim() === '') return done;
  const json = readJson(response, [jsonType, lostType]);
  if (typeof json === 'string') return wrong('unusable', json);
  if (isChallengeBody(json.value)) return misplacedChallenge(response.status);
  return withDrift(done, 'The response has a body, and the operation returns nothing.');
}

/** The value of an accepted change, with a difference that does not prevent its use. */
function withDrift(reading: Reading, message: string): Reading {
  if (reading.kind !== 'value') return reading;
  return { ...reading, drift: [{ kind: 'mismatch', path: '', message }, ...reading.drift] };
}

/** Interprets a complete response. Never throws: a response with a defect is a reading too. */
export function readResponse(call: Call, sending: Sending, response: CompleteResponse): Reading {
  const { status } = response;
  if (status >= 400) return readRefusal(response);
  if (status < 200 || status >= 300) {
    return wrong('foreign', `The status is ${status}; redirects and other statuses are refused.`);
  }
  const isChallenge = status === 202 && !(202 in call.operation.row.responses);
  const schema = successSchema(call, status);
  const isBodyless = schema === null || (schema === undefined && status === 204);
  if (isBodyless && !isChallenge) return readNothing(response);
  const known = schema ?? undefined;
  const json = readJson(response, [jsonType]);
  if (typeof json === 'string') {
    const untyped = isChallenge ? json : readJson(response, [lostType]);
    const isUsable = typeof untyped !== 'string' && isAccepted(sending, known, untyped);
    if (!isUsable) return wrong('unusable', json);
    return withDrift(readValue(call, known, untyped), 'The content type is not JSON.');
  }
  if (isChallenge && !('payloadToSign' in json.value)) {
    // Outside the contract a 202 may mean anything; only a challenge asks for a signature.
    if (call.operation.name === 'request') return readValue(call, undefined, json);
    if (isAccepted(sending, known, json)) {
      return withDrift(readValue(call, known, json), 'The status is 202.');
    }
  }
  if (isChallenge) return readChallenge(sending, json.value);
  const isChecked = known !== undefined && isChallengeBody(json.value);
  if (isChecked && !fits(known, json.value)) return misplacedChallenge(status);
  return readValue(call, known, json);
}

/** Classifies a reading for the table of outcomes. */
export function seenOf(reading: Reading): Seen {
  const isTransient = 'isTransient' in reading && reading.isTransient;
  return { phase: 'response', kind: reading.kind, isTransient };
}
