export {
  type NodeHandlerOptions,
  type NodeRequest,
  type NodeResponse,
  nodeHandler,
} from './node-handler.ts';
