import { headerNames, type OperationRow } from '@org/payments-contract';
import type { CompiledOperation, QueryKind } from './behaviour.ts';
import { readMultipart } from './read-multipart.ts';
import { refuse } from './refusal.ts';

const JSON_CONTENT = /^application\/(?:json|[\w.-]+\+json)(?:\s*;|$)/i;

/**
 * Returns a request's body: JSON, or the fields of a form for operations that accept one; undefined
 * if the request has none or the operation accepts none.
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

/** Returns the header fields of the input, under their input names. */
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
