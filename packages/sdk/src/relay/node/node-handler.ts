import type { WalletRelay } from '../create-wallet-relay.ts';
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
  /** Hears of what broke outside the relay: mostly a browser that went away. */
  readonly onError?: (error: unknown) => void;
}

async function answer(
  relay: Pick<WalletRelay, 'fetch'>,
  incoming: NodeRequest,
  outgoing: NodeResponse,
): Promise<void> {
  const request = await toRequest(incoming);
  if (request === undefined) {
    outgoing.statusCode = 400;
    outgoing.end();
    return;
  }
  const response = await relay.fetch(request);
  const body = await response.text();
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => {
    outgoing.setHeader(name, value);
  });
  outgoing.end(body);
}

/**
 * A relay for `node:http` and for Express: `app.use('/api/wallet', nodeHandler(relay))`. A body
 * parser before it, such as `express.json()`, does no harm. Answers every request it gets and
 * never calls `next`.
 */
export function nodeHandler(
  relay: Pick<WalletRelay, 'fetch'>,
  options: NodeHandlerOptions = {},
): (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    try {
      await answer(relay, incoming, outgoing);
    } catch (error) {
      options.onError?.(error);
      if (!outgoing.headersSent) outgoing.statusCode = 400;
      outgoing.end();
    }
  };
}
