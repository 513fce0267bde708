export {
  type FastifyLikeReply,
  type FastifyLikeRequest,
  fastifyHandler,
} from './fastify-handler.ts';
