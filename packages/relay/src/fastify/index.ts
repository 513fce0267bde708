import type { WalletRelay } from '../create-wallet-relay.ts';
import {
  type NodeHandlerOptions,
  type NodeRequest,
  type NodeResponse,
  nodeHandler,
} from '../node/index.ts';
import { toRequest } from '../node/to-request.ts';

/** The reply of Fastify, as the plugin takes it over. */
interface RawReply {
  readonly raw: NodeResponse;
  hijack(): unknown;
}

/** The relay has its own limit. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

type Done = (error: null, body?: undefined) => void;

/** The part of the Fastify instance that the plugin calls. */
export interface FastifyLikeInstance {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: { readonly bodyLimit: number },
    parser: (request: unknown, payload: unknown, done: Done) => void,
  ): unknown;
  all(
    path: string,
    handler: (request: { readonly raw: NodeRequest }, reply: RawReply) => Promise<void>,
  ): unknown;
}

/**
 * A relay as a Fastify plugin: `fastify.register(fastifyRelay(relay), { prefix: '/api/wallet' })`.
 * Within the prefix no parser reads the body before the relay has checked the request; parsers
 * elsewhere stay as they are.
 */
export function fastifyRelay(
  relay: Pick<WalletRelay, 'fetch'>,
  options: NodeHandlerOptions = {},
): (instance: FastifyLikeInstance) => Promise<void> {
  const handle = nodeHandler(relay, options);
  return async (instance) => {
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser('*', { bodyLimit: NO_LIMIT }, (_request, _payload, done) =>
      done(null),
    );
    instance.all('/*', async ({ raw }, reply) => {
      reply.hijack();
      await handle(raw, reply.raw);
    });
  };
}

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
