import type { WalletRelay } from '../create-wallet-relay.ts';
import { type NodeRequest, toRequest } from '../node/to-request.ts';

/** The part of Fastify's request that the adapter reads. */
export interface FastifyLikeRequest {
  readonly raw: NodeRequest;
  /** The body as Fastify's parser left it. */
  readonly body?: unknown;
}

/** The part of Fastify's reply that the adapter calls. */
export interface FastifyLikeReply {
  code(status: number): unknown;
  header(name: string, value: string): unknown;
}

function withBody(raw: NodeRequest, body: unknown): NodeRequest {
  const { method, url, headers, socket, complete, destroyed } = raw;
  const stream = {
    complete,
    destroyed,
    on: raw.on.bind(raw),
    off: raw.off.bind(raw),
    pause: raw.pause.bind(raw),
    resume: raw.resume.bind(raw),
    destroy: raw.destroy.bind(raw),
  };
  return { ...stream, method, url, headers, socket, body: body ?? undefined };
}

/**
 * A relay as a Fastify route: `fastify.all('/api/wallet/*', fastifyHandler(relay))`. Fastify parses
 * the body before the relay checks anything, and responds itself to a body that is not JSON; the
 * plugin `fastifyRelay` checks first.
 */
export function fastifyHandler(
  relay: Pick<WalletRelay, 'fetch'>,
): (request: FastifyLikeRequest, reply: FastifyLikeReply) => Promise<string> {
  return async ({ raw, body }, reply) => {
    const request = toRequest(withBody(raw, body));
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
