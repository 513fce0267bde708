import type { WalletRelay } from '../create-wallet-relay.ts';
import { observe } from '../observe.ts';
import { discardRest } from './body-stream.ts';
import { type NodeRequest, toRequest } from './to-request.ts';

export type { NodeRequest } from './to-request.ts';

/** The outgoing half of a Node server. Express's response is one. */
export interface NodeResponse {
  statusCode: number;
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  end(body?: string): unknown;
}

/** Options of {@link nodeHandler}. */
export interface NodeHandlerOptions {
  /** Is told of what broke outside the relay: mostly a browser that went away. May throw or reject. */
  readonly onError?: (error: unknown) => unknown;
  /**
   * Milliseconds a browser may go on sending a body that was refused, before its connection is
   * closed. Default 5,000.
   */
  readonly lingerTime?: number;
}

const DEFAULT_LINGER_TIME = 5_000;

async function answer(
  relay: Pick<WalletRelay, 'fetch'>,
  incoming: NodeRequest,
  outgoing: NodeResponse,
): Promise<void> {
  const request = toRequest(incoming);
  if (request === undefined) {
    outgoing.statusCode = 400;
    outgoing.end();
    return;
  }
  const response = await relay.fetch(request);
  const body = await response.text();
  if (incoming.destroyed === true && incoming.complete === false) {
    throw new TypeError('The browser went away within the request.');
  }
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => {
    outgoing.setHeader(name, value);
  });
  outgoing.end(body);
}

/**
 * A relay for `node:http` and for Express: `app.use('/api/wallet', nodeHandler(relay))`. The body is
 * read after the checks that need no body, within the relay's limit and deadline. A body parser
 * before it, such as `express.json()`, does no harm, and reads the body before any check. Answers
 * every request it gets and never calls `next`.
 */
export function nodeHandler(
  relay: Pick<WalletRelay, 'fetch'>,
  options: NodeHandlerOptions = {},
): (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    try {
      await answer(relay, incoming, outgoing);
    } catch (error) {
      observe('onError', options.onError, error);
      if (!outgoing.headersSent) outgoing.statusCode = 400;
      outgoing.end();
    }
    discardRest(incoming, options.lingerTime ?? DEFAULT_LINGER_TIME);
  };
}
