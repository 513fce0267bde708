import { ReadableStream } from 'node:stream/web';
import type { HeaderMap, KindsOf } from '@org/payments-contract/internal';
import { callOrWarn, headerEntries } from '@org/payments-contract/internal';
import { checkFunctions, checkOptions } from '../../options/checks.ts';
import type { WebhookHandler } from '../handler/create-webhook-handler.ts';
import { WebhookError } from '../webhook-error.ts';

/** The incoming half of a Node server, as far as the adapter reads it. Express's request is one. */
export interface NodeWebhookRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly headers: HeaderMap;
  /** Whether something has read all of it. */
  readonly readableEnded?: boolean | undefined;
  /** Set if a body parser ran first. */
  readonly body?: unknown;
  /** Where some platforms keep the raw bytes beside the parsed body. */
  readonly rawBody?: unknown;
}

/** The outgoing half of a Node server. Express's response is one. */
export interface NodeWebhookResponse {
  statusCode: number;
  readonly headersSent: boolean;
  shouldKeepAlive?: boolean;
  /** Whether its connection is gone. */
  readonly destroyed?: boolean | undefined;
  setHeader(name: string, value: string): unknown;
  end(body?: string): unknown;
  destroy?(): unknown;
}

/** Options of {@link nodeHandler}. */
export interface NodeWebhookOptions {
  /**
   * Called with a `WEBHOOK_BODY_PARSED` mistake, and with what breaks outside the handler, such as
   * while the response is written.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const names: KindsOf<NodeWebhookOptions> = { onError: true };

/** Only method, headers and body of a request count; the server decides about the path. */
const ADDRESS = 'http://webhooks.invalid/';

/** The connection cannot be used again after a body that was not read to its end. */
const unreadStatuses: ReadonlySet<number> = new Set([408, 413]);

/** What the second argument of a handler is. */
const outgoingOfNode = {
  option: 'outgoing',
  expected: "Node's request and response; with Fastify `request.raw` and `reply.raw`",
};

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

function isRaw(value: unknown): value is string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array;
}

/** @throws WebhookError `WEBHOOK_BODY_PARSED` if only a parsed body is left */
function bodyOf(incoming: NodeWebhookRequest): Body {
  const { rawBody, body, readableEnded = false } = incoming;
  const raw = isRaw(rawBody) ? rawBody : body;
  if (raw === undefined && !readableEnded) return ReadableStream.from(incoming);
  if (typeof raw === 'string') return raw;
  if (raw instanceof Uint8Array) return new Uint8Array(raw);
  const message =
    'The body was parsed before it reached the webhook handler, by express.json(), Fastify or a similar parser.';
  throw new WebhookError('WEBHOOK_BODY_PARSED', { message });
}

function toRequest(incoming: NodeWebhookRequest): Request {
  const headers = new Headers(headerEntries(incoming.headers));
  if (incoming.method !== 'POST') return new Request(ADDRESS, { headers });
  const body = bodyOf(incoming) as BodyInit;
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  return new Request(ADDRESS, init);
}

/** The response to a request that never reached the handler. */
function refusalOf(error: unknown): Response {
  if (!(error instanceof WebhookError)) return new Response(null, { status: 400 });
  const { status, code, message } = error;
  return Response.json({ status, code, message }, { status });
}

async function write(response: Response, outgoing: NodeWebhookResponse): Promise<void> {
  const body = await response.text();
  // A time limit of the server may have responded meanwhile, or the sender is gone.
  if (outgoing.headersSent || outgoing.destroyed === true) return;
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => {
    outgoing.setHeader(name, value);
  });
  // Sends `Connection: close`, which HTTP/2 does not have.
  if (unreadStatuses.has(response.status)) outgoing.shouldKeepAlive = false;
  outgoing.end(body);
}

/**
 * Adapts a webhook handler to `node:http` and Express: `app.post('/webhooks', nodeHandler(webhooks))`.
 * Mount it before `express.json()`, or behind `express.raw({ type: '*' + '/*' })`. Raw bytes in
 * `rawBody`, as some platforms keep them, are used. Responds to every request that nobody else has
 * responded to, and never calls `next`. The returned promise does not reject.
 *
 * @throws ConfigurationError for something other than a webhook handler, or an unknown option
 *
 * @example
 * ```ts
 * app.post('/webhooks', nodeHandler(webhooks));
 * app.use(express.json());
 * ```
 */
export function nodeHandler(
  webhooks: Pick<WebhookHandler, 'fetch'>,
  options: NodeWebhookOptions = {},
): (incoming: NodeWebhookRequest, outgoing: NodeWebhookResponse) => Promise<void> {
  const expected = 'the handler that `createWebhookHandler` returns';
  checkFunctions(webhooks, ['fetch'], { option: 'webhooks', expected });
  checkOptions(options, names, { of: 'nodeHandler' });
  return async (incoming, outgoing) => {
    checkFunctions(outgoing, ['setHeader', 'end'], outgoingOfNode);
    let response: Response;
    try {
      response = await webhooks.fetch(toRequest(incoming));
    } catch (error) {
      callOrWarn('`onError`', options.onError, error);
      response = refusalOf(error);
    }
    try {
      await write(response, outgoing);
    } catch (error) {
      callOrWarn('`onError`', options.onError, error);
      // Otherwise the sender waits for the rest.
      outgoing.destroy?.();
    }
  };
}
