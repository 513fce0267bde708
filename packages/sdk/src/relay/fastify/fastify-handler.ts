import type { WalletRelay } from '../create-wallet-relay.ts';
import { type NodeRequest, toRequest } from '../node/to-request.ts';

/** What the adapter reads of Fastify's request. */
export interface FastifyLikeRequest {
  readonly raw: NodeRequest;
  /** The body as Fastify's parser left it. */
  readonly body?: unknown;
}

/** What the adapter calls of Fastify's reply. */
export interface FastifyLikeReply {
  code(status: number): unknown;
  header(name: string, value: string): unknown;
}

/**
 * A relay as a Fastify route: `fastify.all('/api/wallet/*', fastifyHandler(relay))`. Fastify parses
 * the body first and answers a body that is no JSON by itself.
 */
export function fastifyHandler(
  relay: Pick<WalletRelay, 'fetch'>,
): (request: FastifyLikeRequest, reply: FastifyLikeReply) => Promise<string> {
  return async ({ raw, body }, reply) => {
    const { method, url, headers } = raw;
    const stream = { [Symbol.asyncIterator]: () => raw[Symbol.asyncIterator]() };
    const given = body === undefined || body === null ? undefined : body;
    const request = await toRequest({ method, url, headers, body: given, ...stream });
    if (request === undefined) {
      reply.code(400);
      return '';
    }
    const response = await relay.fetch(request);
    reply.code(response.status);
    response.headers.forEach((value, name) => {
      reply.header(name, value);
    });
    return response.text();
  };
}
