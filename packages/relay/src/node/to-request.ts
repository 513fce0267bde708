import { type HeaderMap, headerEntries } from '@org/payments-contract/internal';
import { setRemoteAddress } from '../checks/caller.ts';
import { type BodySource, bodyStream } from './body-stream.ts';

/** The incoming half of a Node server, in the part that an adapter reads. Express's request is one. */
export interface NodeRequest extends BodySource {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express keeps the whole path here when a router was mounted. */
  readonly originalUrl?: string | undefined;
  readonly headers: HeaderMap;
  readonly socket?: { readonly remoteAddress?: string | undefined } | undefined;
  /** Set by a body parser that ran before. */
  readonly body?: unknown;
}

/** Only the path counts: the relay neither needs nor trusts `Host`. */
const BASE = 'http://relay.invalid';
/** A path that does not match any call. */
const NO_CALL = '/';

/** A body that a parser has already read: unchanged, or serialized as JSON again. */
function parsed(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

/** Returns GET for methods that fetch refuses: the relay refuses every method but POST anyway. */
function safeMethod(method: string): string {
  return /^(?:CONNECT|TRACE|TRACK)$/i.test(method) ? 'GET' : method;
}

/**
 * The URL of a request's target. The path is compared as it was sent: a path that changes when dots
 * and encodings are resolved is not a path of the relay.
 */
function urlOf(target: string): string | undefined {
  if (!target.startsWith('/') || !URL.canParse(`${BASE}${target}`)) return undefined;
  const { pathname } = new URL(`${BASE}${target}`);
  const [sent = ''] = target.split(/[?#]/, 1);
  return `${BASE}${pathname === sent ? pathname : NO_CALL}`;
}

/**
 * A Node request as a fetch request, whose body is read from the socket only when it is asked for.
 * Undefined if the target is not a path: such a request is not for the relay.
 */
export function toRequest(incoming: NodeRequest): Request | undefined {
  const { method = 'GET' } = incoming;
  const url = urlOf(incoming.originalUrl ?? incoming.url ?? '');
  if (url === undefined) return undefined;
  const headers = new Headers(headerEntries(incoming.headers));
  const init: RequestInit & { duplex: 'half' } = {
    method: safeMethod(method),
    headers,
    duplex: 'half',
  };
  if (method === 'POST') {
    const isParsed = incoming.body !== undefined && incoming.body !== null;
    // A parser may have changed the length.
    if (isParsed) headers.delete('content-length');
    init.body = isParsed ? parsed(incoming.body) : bodyStream(incoming);
  }
  const request = new Request(url, init);
  // Marks a body that something else has read as used.
  if (incoming.readableEnded === true && incoming.body === undefined) void request.body?.cancel();
  setRemoteAddress(request, incoming.socket?.remoteAddress);
  return request;
}
