import {
  type Fields,
  fileFacts,
  filesOf,
  type HttpMethod,
  REDACTED,
  redact,
  type Signing,
} from '@org/payments-contract';
import { redactPath } from '@org/payments-contract/internal/schema';
import type { ClientContext } from '../context.ts';
import { isCredentialHeader } from '../header-value.ts';
import type { PreparedRequest } from './prepare.ts';

/** What a call would send, with every secret masked. */
export interface DryRun {
  /** HTTP method. */
  readonly method: HttpMethod;
  /** The whole address. */
  readonly url: string;
  /** The header fields, secrets masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as a value, secrets masked and files described; undefined without a body. */
  readonly body: unknown;
  /** Whether the service will ask for a signature. */
  readonly signing: Signing;
  /** The request as a curl command, secrets masked. */
  toCurl(): string;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The fields of a form, with a description of each file in its place. */
function formBody({ form = {}, operation: { row } }: PreparedRequest): Fields {
  const files = filesOf(row.body, form).map(({ name, file }) => [name, fileFacts(file)] as const);
  return { ...form, ...Object.fromEntries(files) };
}

function formPart([name, value]: [string, unknown]): string {
  if (typeof value !== 'object' || value === null) return `-F ${quote(`${name}=${value}`)}`;
  const { fileName, contentType } = value as ReturnType<typeof fileFacts>;
  return `-F ${quote(`${name}=@${fileName};type=${contentType}`)}`;
}

function bodyParts(body: unknown, isForm: boolean): readonly string[] {
  if (isForm) return Object.entries(body as Fields).map(formPart);
  return body === undefined ? [] : [`--data ${quote(JSON.stringify(body))}`];
}

function curl(
  method: string,
  url: string,
  headers: DryRun['headers'],
  body: readonly string[],
): string {
  const parts = [
    `curl -X ${method} ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...body,
  ];
  return parts.join(' \\\n  ');
}

/** The caller's own headers, with the values of those that carry credentials masked. */
function maskedHeaders(headers: DryRun['headers']): DryRun['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      isCredentialHeader(name) ? REDACTED : value,
    ]),
  );
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
  const isForm = request.form !== undefined;
  const value: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : undefined;
  const shown = isForm ? formBody(request) : value;
  const body = shown === undefined ? undefined : redact(shown, ...bodySchemas(row));
  const headers = {
    accept: 'application/json',
    ...(row.auth !== 'none' && { authorization: REDACTED }),
    ...(body !== undefined && {
      'content-type': isForm ? 'multipart/form-data' : 'application/json',
    }),
    ...request.headers,
    ...maskedHeaders(context.settings(undefined).headers),
  };
  // curl writes the content type of a form itself, with its boundary.
  const { 'content-type': _type, ...others } = headers;
  const parts = bodyParts(body, isForm);
  const toCurl = () => curl(row.method, url, isForm ? others : headers, parts);
  return { method: row.method, url, headers, body, signing: row.signing, toCurl };
}
