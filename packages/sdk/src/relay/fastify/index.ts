export {
  type FastifyLikeReply,
  type FastifyLikeRequest,
  fastifyHandler,
} from './fastify-handler.ts';
export { type FastifyLikeInstance, fastifyRelay } from './fastify-relay.ts';
