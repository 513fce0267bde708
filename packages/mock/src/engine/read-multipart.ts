import { fileFacts } from '@org/payments-contract';
import { unreadable } from './refusal.ts';

const MULTIPART = /^multipart\/form-data(?:\s*;|$)/i;

/** Whether a request says that its body is a form. */
export function isMultipart(headers: Headers): boolean {
  return MULTIPART.test(headers.get('content-type') ?? '');
}

/** What browsers write for characters that would end the name of a file in a part's header. */
const escapes: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** A part of a form; the name of a file is as it was before a browser escaped it. */
function unescaped(value: FormDataEntryValue): FormDataEntryValue {
  if (typeof value === 'string') return value;
  const name = value.name.replaceAll(/%22|%0D|%0A/g, (escaped) => escapes[escaped] ?? escaped);
  return name === value.name ? value : new File([value], name, { type: value.type });
}

/** The parts of a form as an object. A name that is repeated has all of its values. */
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
 * The fields of a multipart body, by the parser of the runtime: texts and files. Undefined where
 * there is no body.
 *
 * @throws Refusal 400 for another content type, and for a body that its boundary does not divide
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
    const explanation = `The parser of the runtime says: ${error instanceof Error ? error.message : error}`;
    throw unreadable('body', 'The request body is not a valid multipart form', explanation);
  }
}

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  return value instanceof Blob ? fileFacts(value) : value;
}

/** The fields of a form with what is known of each file in its place: for the log. */
export function withoutBytes(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, shown(value)]));
}
