import { event } from '../../format/event.ts';

/** A test delivery without data. It is not delivered again. */
export const testEvent = event({
  types: ['TEST'],
  data: null,
  emittedBy: '`sandbox.sendTestWebhook`, or a new `webhookEndpoint` in the configuration',
  isRetried: false,
});
