import { type HttpMethod, REDACTED, redact, type Signing } from '@org/payments-contract';
import type { ClientContext } from '../client/context.ts';
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

/** What a prepared request would look like on the wire; nothing is sent. */
export function dryRun(context: ClientContext, request: PreparedRequest): DryRun {
  const { row } = request.operation;
  const url = `${context.baseUrl}${request.path}${request.search}`;
  const body = request.body === undefined ? undefined : redact(JSON.parse(request.body));
  const headers = {
    accept: 'application/json',
    ...(row.auth !== 'none' && { authorization: REDACTED }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...request.headers,
  };
  const toCurl = () => curl(row.method, url, headers, body);
  return { method: row.method, url, headers, body, signing: row.signing, toCurl };
}
