import type { KindsOf } from '@org/payments-contract/internal';
import type { WalletRelay } from '../create-wallet-relay.ts';
import { checkFunctions, checkOptions } from '../options/check-options.ts';
import { observe } from '../options/settings.ts';
import { discardRest, isUnfinished } from './body-stream.ts';
import { type NodeRequest, toRequest } from './to-request.ts';

export type { NodeRequest } from './to-request.ts';

/** The outgoing half of a Node server. Express's response is one. */
export interface NodeResponse {
  statusCode: number;
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  write(body: string): unknown;
  end(body?: string): unknown;
}

/** Options of {@link nodeHandler}. */
export interface NodeHandlerOptions {
  /**
   * Called with failures outside the relay, mostly a browser that closed its connection. May throw
   * or reject.
   */
  readonly onError?: ((error: unknown) => unknown) | undefined;
  /**
   * Milliseconds for which a browser may continue to send a refused body before its connection is
   * closed. Default 5,000.
   */
  readonly lingerTime?: number | undefined;
}

const names: KindsOf<NodeHandlerOptions> = { onError: true, lingerTime: true };

const DEFAULT_LINGER_TIME = 5_000;

/** What the second argument of a handler is. */
const outgoingOfNode = {
  option: 'outgoing',
  expected:
    "Node's request and response; with Fastify mount `fastifyRelay` of @org/payments-relay/fastify",
};

/** Asks the relay, and sets the head of the response. Returns its body. */
async function respond(
  relay: Pick<WalletRelay, 'fetch'>,
  incoming: NodeRequest,
  outgoing: NodeResponse,
): Promise<string> {
  const request = toRequest(incoming);
  if (request === undefined) {
    outgoing.statusCode = 400;
    return '';
  }
  const response = await relay.fetch(request);
  const body = await response.text();
  if (incoming.destroyed === true && incoming.complete === false) {
    throw new TypeError('The browser closed the connection during the request.');
  }
  if (outgoing.headersSent) throw new TypeError('Something else has responded to the request.');
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => {
    outgoing.setHeader(name, value);
  });
  return body;
}

/**
 * Sends a response to a request that is still arriving: all of it at once, and its end when the
 * rest of the request has been discarded. A connection closed before that may lose the response.
 */
async function sendEarly(
  incoming: NodeRequest,
  outgoing: NodeResponse,
  body: string,
  lingerTime: number,
): Promise<void> {
  outgoing.setHeader('content-length', String(new TextEncoder().encode(body).byteLength));
  if (body !== '') outgoing.write(body);
  const isWhole = await discardRest(incoming, lingerTime);
  outgoing.end();
  if (!isWhole) incoming.destroy();
}

/**
 * A relay for `node:http` and for Express: `app.use('/api/wallet', nodeHandler(relay))`. The body
 * is read after the checks that need no body, within the relay's limit and deadline. It works
 * behind a body parser, such as `express.json()`, which then reads the body before any check.
 * Responds to every request that nothing else has responded to, and never calls `next`.
 *
 * @throws ConfigurationError for something other than a relay, or an unknown option
 *
 * @example
 * app.use('/api/wallet', nodeHandler(relay));
 */
export function nodeHandler(
  relay: Pick<WalletRelay, 'fetch'>,
  options: NodeHandlerOptions = {},
): (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void> {
  const expected = 'the relay that `createWalletRelay` returns';
  checkFunctions(relay, ['fetch'], { option: 'relay', expected });
  checkOptions(options, names, { of: 'nodeHandler' });
  const lingerTime = options.lingerTime ?? DEFAULT_LINGER_TIME;
  return async (incoming, outgoing) => {
    checkFunctions(outgoing, ['setHeader', 'end'], outgoingOfNode);
    let body = '';
    try {
      body = await respond(relay, incoming, outgoing);
    } catch (error) {
      observe('onError', options.onError, error);
      if (outgoing.headersSent) return;
      outgoing.statusCode = 400;
    }
    if (isUnfinished(incoming)) await sendEarly(incoming, outgoing, body, lingerTime);
    else outgoing.end(body);
  };
}
