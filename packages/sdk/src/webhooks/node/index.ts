export {
  type NodeWebhookOptions,
  type NodeWebhookRequest,
  type NodeWebhookResponse,
  nodeHandler,
} from './node-handler.ts';
