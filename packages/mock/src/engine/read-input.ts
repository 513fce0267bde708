import { fileFacts, headerNames, type OperationRow } from '@org/payments-contract';
import type { CompiledOperation, QueryKind } from './behaviour.ts';
import { refuse, unreadable } from './refusal.ts';

const MULTIPART = /^multipart\/form-data(?:\s*;|$)/i;

export function isMultipart(headers: Headers): boolean {
  return MULTIPART.test(headers.get('content-type') ?? '');
}

/** The escapes that browsers write for characters that would end a file's name in a part's header. */
const escapes: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** Returns a part of a form, with the browser's escapes in a file's name undone. */
function unescaped(value: FormDataEntryValue): FormDataEntryValue {
  if (typeof value === 'string') return value;
  const name = value.name.replaceAll(/%22|%0D|%0A/g, (escaped) => escapes[escaped] ?? escaped);
  return name === value.name ? value : new File([value], name, { type: value.type });
}

/** Returns the parts of a form as an object. A repeated name has all its values. */
function fieldsOf(form: FormData): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).map(unescaped);
    const value = values.length > 1 ? values : values[0];
    // Defined, not assigned: a part may be named `__proto__`.
    Object.defineProperty(fields, name, { value, enumerable: true });
  }
  return fields;
}

/** Returns the parts of a multipart body, if there is one. @throws Refusal 400 for another type, and a wrong boundary */
async function readMultipart(request: Request): Promise<unknown> {
  const { headers } = request;
  if (!isMultipart(headers)) {
    const received = headers.get('content-type');
    if (received === null && (await request.text()) === '') return undefined;
    const explanation = `Expected multipart/form-data; received ${received ?? 'none'}.`;
    throw unreadable('body', 'The request body must be multipart/form-data', explanation);
  }
  try {
    return fieldsOf(await request.formData());
  } catch (error) {
    const explanation = `The runtime's parser reported: ${error instanceof Error ? error.message : error}`;
    throw unreadable('body', 'The request body is not a valid multipart form', explanation);
  }
}

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  return value instanceof Blob ? fileFacts(value) : value;
}

/** Returns a form's fields for the log, with each file replaced by its facts. */
export function withoutBytes(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, shown(value)]));
}

const JSON_CONTENT = /^application\/(?:json|[\w.-]+\+json)(?:\s*;|$)/i;

/**
 * Returns the JSON or the form of a request, if there is one and its row takes one.
 *
 * @throws Refusal 400 for another content type, and for a body that does not match its type
 */
export async function readBody({ row }: CompiledOperation, request: Request): Promise<unknown> {
  if (row.body === undefined) return undefined;
  if (row.media === 'multipart') return readMultipart(request);
  const text = await request.text();
  if (text === '') return undefined;
  const contentType = request.headers.get('content-type') ?? 'none';
  if (!JSON_CONTENT.test(contentType)) {
    const explanation = `Expected the content type application/json; received ${contentType}.`;
    throw refuse('INVALID_REQUEST_FORMAT', 'The request body must be JSON', explanation);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('INVALID_REQUEST_FORMAT', 'The request body is not valid JSON');
  }
}

function convert(text: string, kind: QueryKind): unknown {
  if (kind === 'number' && /^-?\d+$/.test(text)) return Number(text);
  if (kind === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

/** Returns the query as an object, with each value converted to its schema's type if possible. */
export function readQuery(operation: CompiledOperation, search: string): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  if (search === '') return query;
  const params = new URLSearchParams(search);
  for (const name of new Set(params.keys())) {
    const kind = operation.queryKinds.get(name) ?? 'text';
    const values = params.getAll(name).map((text) => convert(text, kind));
    Object.defineProperty(query, name, {
      value: kind === 'list' || values.length > 1 ? values : values[0],
      enumerable: true,
    });
  }
  return query;
}

export function readHeaders(row: OperationRow, headers: Headers): Record<string, string> {
  const found: Record<string, string> = {};
  if (row.headers === undefined) return found;
  for (const name of Object.keys(row.headers.shape)) {
    const wireName = headerNames[name as keyof typeof headerNames];
    const value = wireName === undefined ? null : headers.get(wireName);
    if (value !== null) found[name] = value;
  }
  return found;
}
