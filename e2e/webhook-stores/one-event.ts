import {
  createWebhookHandler,
  type EventOf,
  type WebhookHandlerOptions,
  type WebhookStore,
} from '@org/payments-sdk/webhooks';
import { generateWebhookKeys, signEvent } from '@org/payments-sdk/webhooks/testing';

const keys = await generateWebhookKeys();
const type = 'OUTGOING_PAYMENT.COMPLETED';

export type Event = EventOf<typeof type>;
type Handle = (event: Event) => unknown;
type Options = Partial<WebhookHandlerOptions>;

/** One process that receives webhooks. */
function receiver(store: WebhookStore, handle: Handle, options?: Options) {
  return createWebhookHandler({ publicKeys: keys.publicKey, store, ...options }).on(type, handle);
}

/** Signs an event, for deliveries to handlers with different stores. */
export async function oneEvent() {
  const { request, body } = await signEvent(
    { type, data: { id: 'Transaction:1' } },
    keys.privateKey,
  );
  const { id } = JSON.parse(body) as Event;
  /** Delivers the event once; `cause` is what the handler threw. */
  const deliverTo = async (store: WebhookStore, handle: Handle, options?: Options) => {
    let cause: unknown;
    const onError: Options['onError'] = (error) => {
      cause = error.cause;
    };
    const { status } = await receiver(store, handle, { onError, ...options }).fetch(request());
    return { status, cause };
  };
  /** Delivers the event again and again while another delivery holds the claim. */
  const deliverUntilClaimed = async (store: WebhookStore, handle: Handle) => {
    for (;;) {
      const delivery = await deliverTo(store, handle);
      if (delivery.status !== 503) return delivery;
    }
  };
  return { id, deliverTo, deliverUntilClaimed };
}
