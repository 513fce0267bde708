import { type OperationRow, REDACTED } from '@org/payments-contract';
import { redactPath, secretsOf } from '@org/payments-contract/internal/schema';
import type { TransportRequest } from '../../transport/transport.ts';
import { isCredentialHeader } from '../header-value.ts';
import type { PreparedRequest } from '../request/prepare.ts';

/** Shorter strings occur in too many messages by chance. */
const SHORTEST_SECRET = 4;

type Secretive = Pick<PreparedRequest, 'operation' | 'path' | 'search' | 'body' | 'form'>;

/**
 * Returns the strings of a request that must not appear in an error: fields that its schemas mark as
 * secret, and credentials.
 */
export function secretTexts(
  { operation: { row }, path, search, body, form }: Secretive,
  headers: TransportRequest['headers'],
): string[] {
  const { authorization = '' } = headers;
  const [, token = ''] = authorization.split(' ');
  const credentials = Object.entries(headers).filter(([name]) => isCredentialHeader(name));
  return [
    ...(typeof body === 'string' ? secretsIn(JSON.parse(body), row.body) : []),
    ...formSecrets(form, row),
    ...secretsIn(Object.fromEntries(new URLSearchParams(search)), row.query),
    ...pathSecrets(path, row),
    ...credentials.map(([, value]) => value),
    token,
    ...basicSecret(authorization),
  ].filter((text) => text.length >= SHORTEST_SECRET);
}

function secretsIn(value: unknown, schema: OperationRow['body' | 'query']): string[] {
  return schema === undefined ? secretsOf(value) : secretsOf(value, schema);
}

/** The secrets among the text fields of a form. The contents of its files are not searched. */
function formSecrets(form: PreparedRequest['form'] = {}, { body }: OperationRow): string[] {
  const texts = Object.entries(form).filter(([, value]) => typeof value === 'string');
  return secretsIn(Object.fromEntries(texts), body);
}

/** The secret parameters of a path, encoded and as they were given. */
function pathSecrets(path: string, row: OperationRow): string[] {
  const shown = redactPath(row, path).split('/');
  return path
    .split('/')
    .filter((_, index) => shown[index] === REDACTED)
    .flatMap((segment) => [segment, decodeURIComponent(segment)]);
}

/** The secret in a Basic credential; the whole pair, if the id contains colons. */
function basicSecret(authorization: string): string[] {
  const encoded = /^Basic (.+)$/.exec(authorization)?.[1];
  if (encoded === undefined) return [];
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  const parts = new TextDecoder().decode(bytes).split(':');
  return parts.slice(1).map((_, index) => parts.slice(index + 1).join(':'));
}

export function scrub(text: string, secrets: readonly string[]): string {
  // A secret may be the beginning of a longer one, and in JSON text its quotes are escaped.
  return secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .sort((left, right) => right.length - left.length)
    .reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text);
}

/** The levels of a JSON value that are searched; deeper values are masked as a whole. */
const DEEPEST = 20;

export function scrubValue(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return scrub(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return REDACTED;
  const clean = (child: unknown) => scrubValue(child, secrets, depth + 1);
  if (Array.isArray(value)) return value.map(clean);
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [scrub(key, secrets), clean(child)]),
  );
}

/** Fields of a system error that identify the failure and hold no data. */
const systemFields = ['code', 'syscall', 'errno', 'address', 'port', 'hostname'] as const;

const DEEPEST_CAUSE = 5;

/** The user and the password of a URL, such as that of a database or a proxy. */
const userInfo = /:\/\/\S*@/g;

function textField(value: unknown, secrets: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  return scrub(value.slice(0, 2_000).replace(userInfo, `://${REDACTED}@`), secrets);
}

/**
 * Copies an error of the platform with its name, message, stack, system fields and causes. Every
 * other field is left out: errors of HTTP parsers and fetch wrappers carry requests and the bytes
 * of responses. Secrets of the request are masked in the strings.
 */
export function safeCause(cause: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof cause === 'string') return scrub(cause, secrets);
  if (typeof cause !== 'object' || cause === null || depth > DEEPEST_CAUSE) return undefined;
  const { name, message, stack, cause: inner, errors } = cause as Readonly<Record<string, unknown>>;
  const safeInner = inner === undefined ? undefined : safeCause(inner, secrets, depth + 1);
  const text = textField(message, secrets) ?? 'Not an error.';
  const safe = Array.isArray(errors)
    ? new AggregateError(
        errors.slice(0, 10).map((one) => safeCause(one, secrets, depth + 1)),
        text,
      )
    : new Error(text);
  const hidden = { enumerable: false, configurable: true, writable: true };
  const set = (field: string, value: unknown) =>
    Object.defineProperty(safe, field, { ...hidden, value });
  set('name', textField(name, secrets) ?? 'Error');
  set('stack', textField(stack, secrets) ?? `${safe.name}: ${text}`);
  if (safeInner !== undefined) set('cause', safeInner);
  for (const field of systemFields) {
    const value = (cause as Readonly<Record<string, unknown>>)[field];
    if (typeof value === 'number') Object.assign(safe, { [field]: value });
    if (typeof value === 'string') Object.assign(safe, { [field]: scrub(value, secrets) });
  }
  return safe;
}
