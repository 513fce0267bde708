import type { WalletRelay } from '../create-wallet-relay.ts';
import {
  type NodeHandlerOptions,
  type NodeRequest,
  type NodeResponse,
  nodeHandler,
} from '../node/node-handler.ts';

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
