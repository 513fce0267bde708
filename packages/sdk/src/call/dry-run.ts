import {
  type HttpMethod,
  REDACTED,
  redact,
  redactPath,
  type Signing,
} from '@org/payments-contract';
import type { ClientContext } from '../config/context.ts';
import type { PreparedRequest } from './prepare.ts';

/** What a call would send, with every secret masked. */
export interface DryRun {
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as a value, secrets masked; undefined where there is none. */
  readonly body: unknown;
  /** Whether the service will ask for a signature. */
  readonly signing: Signing;
  /** The request as a curl command, secrets masked. */
  toCurl(): string;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function curl(method: string, url: string, headers: DryRun['headers'], body: unknown): string {
  const parts = [
    `curl -X ${method} ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quote(JSON.stringify(body))}`]),
  ];
  return parts.join(' \\\n  ');
}

function bodySchemas({ body }: PreparedRequest['operation']['row']) {
  return body === undefined ? [] : [body];
}

/**
 * Shows what a prepared request would look like on the wire. Nothing is sent.
 *
 * @throws ConfigurationError without a base URL
 */
export function dryRun(context: ClientContext, request: PreparedRequest): DryRun {
  const { row } = request.operation;
  const url = `${context.service().baseUrl}${redactPath(row, request.path)}${request.search}`;
  const body =
    typeof request.body === 'string'
      ? redact(JSON.parse(request.body), ...bodySchemas(row))
      : undefined;
  const headers = {
    accept: 'application/json',
    ...(row.auth !== 'none' && { authorization: REDACTED }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...request.headers,
    ...context.settings(undefined).headers,
  };
  const toCurl = () => curl(row.method, url, headers, body);
  return { method: row.method, url, headers, body, signing: row.signing, toCurl };
}
