import { fileFacts } from '@org/payments-contract';
import { unreadable } from './refusal.ts';

const MULTIPART = /^multipart\/form-data(?:\s*;|$)/i;

/** Returns whether a request declares its body as a form. */
export function isMultipart(headers: Headers): boolean {
  return MULTIPART.test(headers.get('content-type') ?? '');
}

/**
 * The escapes that browsers write for characters that would end a file's name in a part's header.
 */
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

/**
 * Returns the text fields and files of a multipart body, read by the runtime's parser; undefined for a
 * request without a body.
 *
 * @throws Refusal 400 for another content type, and for a body that does not match its boundary
 */
export async function readMultipart(request: Request): Promise<unknown> {
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
