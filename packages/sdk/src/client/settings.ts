import {
  IDEMPOTENCY_KEY_HEADER,
  type InputIssue,
  REQUEST_ID_HEADER,
  SIGNATURE_HEADER,
} from '@org/payments-contract';
import { isPlainObject, systemClock } from '@org/payments-contract/internal';
import type { Settings } from '../call/context.ts';
import { isHeaderValue, NOT_HEADER_VALUE } from '../call/header-value.ts';
import type { FurtherHeaders, KeyedCallOptions, SharedOptions } from '../call/options.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { Observer } from '../observe/events.ts';
import { isLogLevel, type LogLevel, logLevels, logObserver } from '../observe/log-observer.ts';
import { checkCallOptions } from '../options/checks.ts';
import { fromEnvironment } from '../runtime.ts';
import { defaultTransport } from '../transport/default-transport.ts';
import { callOptionNames } from './option-names.ts';

const DEFAULT_TIMEOUT = 30_000;
const DEFAULT_DEADLINE = 120_000;
const DEFAULT_RETRY = 2;
const DEFAULT_MAX_RESPONSE_BYTES = 10_000_000;

const clientHeaders = new Set(
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

const headerName = /^[!#$%&'*+.^`|~\w-]+$/;

function headerProblem(name: string, value: unknown): string | undefined {
  if (clientHeaders.has(name.toLowerCase())) return 'is set by the client itself';
  if (!headerName.test(name)) return 'is not a header name';
  return value === null || isHeaderValue(value) ? undefined : NOT_HEADER_VALUE;
}

/** Headers that cannot be sent, or that the client sets itself. */
export function headerIssues(headers: FurtherHeaders = {}): InputIssue[] {
  if (!isPlainObject(headers)) {
    return [{ path: 'headers', message: 'expected a plain object of names and values' }];
  }
  return Object.entries(headers).flatMap(([name, value]) => {
    const message = headerProblem(name, value);
    return message === undefined ? [] : [{ path: `headers.${name}`, message }];
  });
}

/** The headers of a client with those of a call over them; null removes one. */
function mergedHeaders(
  defaults: Readonly<Record<string, string>>,
  given: FurtherHeaders = {},
): Record<string, string> {
  const merged = { ...defaults };
  for (const [name, value] of Object.entries(given)) {
    if (value === null) delete merged[name.toLowerCase()];
    else merged[name.toLowerCase()] = value;
  }
  return merged;
}

/** @throws ConfigurationError for a value of PAYMENTS_LOG that is not a level */
function levelFromEnvironment(): LogLevel | undefined {
  const text = fromEnvironment('PAYMENTS_LOG')?.toLowerCase();
  if (text === undefined || isLogLevel(text)) return text;
  throw new ConfigurationError(
    'logLevel',
    'PAYMENTS_LOG is not a level of the log.',
    `Set it to one of ${logLevels.join(', ')}, or leave it out.`,
  );
}

function observersOf(options: SharedOptions): Observer[] {
  const { observers = [] } = options;
  const asked = levelFromEnvironment();
  const logger = options.logger ?? (asked === undefined ? undefined : console);
  const level = options.logLevel ?? asked ?? 'warn';
  return logger === undefined ? [...observers] : [...observers, logObserver(logger, level)];
}

/** The options of a client with every default filled in; read once for each client. */
export function clientSettings(options: SharedOptions, userAgent: string): Settings {
  return {
    stamper: options.stamper,
    timeout: options.timeout ?? DEFAULT_TIMEOUT,
    deadline: options.deadline ?? DEFAULT_DEADLINE,
    retry: options.retry ?? DEFAULT_RETRY,
    transport: options.transport ?? defaultTransport(options.fetch),
    validate: options.validate ?? 'strict',
    onDrift: options.onDrift,
    clock: options.clock ?? systemClock,
    maxResponseBytes: options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES,
    signal: undefined,
    headers: mergedHeaders({ 'user-agent': userAgent }, options.headers),
    idempotencyKey: undefined,
    current: undefined,
    observers: observersOf(options),
  };
}

/** The options that are set, so that an option of `undefined` replaces nothing. */
export function definedOnly<Options extends object>(options: Options): Partial<Options> {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Options>;
}

/**
 * The settings of one call: its options over those of its client.
 *
 * @throws InvalidRequestError for an option whose name or value is wrong
 */
export function callSettings(
  client: Settings,
  clientOptions: SharedOptions,
  call: KeyedCallOptions,
): Settings {
  checkCallOptions(call, callOptionNames, headerIssues(call?.headers));
  const given = definedOnly(call);
  const { fetch, transport, logger, logLevel, observers } = given;
  const overridesObservers =
    logger !== undefined || logLevel !== undefined || observers !== undefined;
  return {
    stamper: given.stamper ?? client.stamper,
    timeout: given.timeout ?? client.timeout,
    deadline: given.deadline ?? client.deadline,
    retry: given.retry ?? client.retry,
    transport:
      transport ??
      (fetch === undefined || clientOptions.transport !== undefined
        ? client.transport
        : defaultTransport(fetch)),
    validate: given.validate ?? client.validate,
    onDrift: given.onDrift ?? client.onDrift,
    clock: given.clock ?? client.clock,
    maxResponseBytes: given.maxResponseBytes ?? client.maxResponseBytes,
    signal: given.signal,
    headers:
      given.headers === undefined ? client.headers : mergedHeaders(client.headers, given.headers),
    idempotencyKey: given.idempotencyKey,
    current: given.current,
    observers: overridesObservers ? observersOf({ ...clientOptions, ...given }) : client.observers,
  };
}
