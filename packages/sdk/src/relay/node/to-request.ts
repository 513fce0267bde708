/** The incoming half of a Node server, as far as an adapter reads it. Express's request is one. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express keeps the whole path here when a router was mounted. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Set where a body parser was there first. */
  readonly body?: unknown;
}

/** Only the path counts: the relay neither needs nor believes `Host`. */
const BASE = 'http://relay.invalid';

/** How much is read before the relay itself says that a body is too large. */
const HARD_LIMIT = 1_048_576;

function headersOf({ headers }: NodeRequest): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(':')) continue;
    for (const one of typeof value === 'string' ? [value] : value) result.append(name, one);
  }
  return result;
}

async function read(request: NodeRequest): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.byteLength;
    if (size <= HARD_LIMIT) parts.push(part);
  }
  const bytes = new Uint8Array(Math.min(size, HARD_LIMIT + 1));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}

/** A body that a parser has read already: as it was, or as JSON again. */
function parsed(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

/**
 * A Node request as a fetch request. Undefined where its target is no path: such a request is not
 * for the relay.
 */
export async function toRequest(incoming: NodeRequest): Promise<Request | undefined> {
  const { method = 'GET' } = incoming;
  const target = incoming.originalUrl ?? incoming.url ?? '';
  if (!target.startsWith('/') || !URL.canParse(`${BASE}${target}`)) return undefined;
  const headers = headersOf(incoming);
  const url = `${BASE}${target}`;
  if (method !== 'POST') return new Request(url, { method: safeMethod(method), headers });
  const isParsed = incoming.body !== undefined;
  const body = isParsed ? parsed(incoming.body) : await read(incoming);
  headers.delete('content-length');
  return new Request(url, { method, headers, body });
}

/** Methods that fetch refuses are as good as any other that is no POST. */
function safeMethod(method: string): string {
  return /^(?:CONNECT|TRACE|TRACK)$/i.test(method) ? 'GET' : method;
}
