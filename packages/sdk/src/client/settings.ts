import {
  IDEMPOTENCY_KEY_HEADER,
  type InputIssue,
  REQUEST_ID_HEADER,
  SIGNATURE_HEADER,
} from '@org/payments-contract';
import { isHeaderValue } from '../call/prepare.ts';
import { InvalidRequestError } from '../errors/caller-errors.ts';
import { defaultTransport } from '../transport/default-transport.ts';
import { fetchTransport } from '../transport/fetch/fetch-transport.ts';
import type { Transport } from '../transport/transport.ts';
import { systemClock } from './clock.ts';
import type { ClientContext, Settings } from './context.ts';
import type { Observer } from './events.ts';
import { logObserver } from './log-observer.ts';
import type { CallOptions, SharedOptions } from './options.ts';

const DEFAULT_TIMEOUT = 30_000;
const DEFAULT_DEADLINE = 120_000;
const DEFAULT_RETRY = 2;
const DEFAULT_MAX_RESPONSE_BYTES = 10_000_000;

const ownHeaders = new Set(
  [
    'authorization',
    'content-type',
    'content-length',
    'accept',
    'host',
    SIGNATURE_HEADER,
    REQUEST_ID_HEADER,
    IDEMPOTENCY_KEY_HEADER,
  ].map((name) => name.toLowerCase()),
);

/** Options whose number is out of range. */
export function checkNumbers(options: SharedOptions): InputIssue[] {
  const { timeout, deadline, retry, maxResponseBytes } = options;
  const issues = Object.entries({ timeout, deadline, maxResponseBytes })
    .filter(([, value]) => value !== undefined && !(value > 0))
    .map(([path]) => ({ path, message: 'expected a number above 0' }));
  if (retry !== undefined && !(Number.isInteger(retry) && retry >= 0)) {
    issues.push({ path: 'retry', message: 'expected a whole number from 0' });
  }
  return issues;
}

const headerName = /^[!#$%&'*+.^`|~\w-]+$/;

function headerProblem(name: string, value: unknown): string | undefined {
  if (ownHeaders.has(name.toLowerCase())) return 'is set by the client itself';
  if (!headerName.test(name)) return 'is no header name';
  return isHeaderValue(value) ? undefined : 'cannot be sent as a header value';
}

function checkHeaders(headers: Readonly<Record<string, string>>): InputIssue[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const message = headerProblem(name, value);
    return message === undefined ? [] : [{ path: `headers.${name}`, message }];
  });
}

function observersOf(context: ClientContext, options: SharedOptions): readonly Observer[] {
  const { logger, logLevel = 'warn', observers = [] } = options;
  const log = logger === undefined ? [] : [logObserver(logger, logLevel)];
  return [...context.observers, ...observers, ...log];
}

function transportOf({ transport, fetch }: SharedOptions): Transport {
  if (transport !== undefined) return transport;
  return fetch === undefined ? defaultTransport() : fetchTransport(fetch);
}

/**
 * The options of a call over those of its client, over the defaults.
 *
 * @throws InvalidRequestError for a number out of range or a header the client sets itself
 */
export function resolveSettings(context: ClientContext, call: CallOptions = {}): Settings {
  const options = { ...context.options, ...call };
  const issues = [...checkNumbers(options), ...checkHeaders(call.headers ?? {})];
  if (issues.length > 0) {
    throw new InvalidRequestError(
      issues.map(({ path, message }) => ({ path: `options.${path}`, message })),
    );
  }
  return {
    stamper: options.stamper,
    timeout: options.timeout ?? DEFAULT_TIMEOUT,
    deadline: options.deadline ?? DEFAULT_DEADLINE,
    retry: options.retry ?? DEFAULT_RETRY,
    transport: transportOf(options),
    validate: options.validate ?? 'strict',
    onDrift: options.onDrift,
    clock: options.clock ?? systemClock,
    maxResponseBytes: options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES,
    signal: call.signal,
    headers: call.headers ?? {},
    idempotencyKey: call.idempotencyKey,
    observers: observersOf(context, options),
  };
}
