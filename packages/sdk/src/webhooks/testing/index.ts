export {
  generateWebhookKeys,
  type SignEventOptions,
  type SignedEvent,
  signEvent,
  type TestEvent,
  type WebhookKeys,
} from './sign-event.ts';
