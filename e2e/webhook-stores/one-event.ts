import {
  createWebhookHandler,
  type EventOf,
  type WebhookHandlerOptions,
  type WebhookStore,
} from '@org/payments-sdk/webhooks';
import { generateWebhookKeys, signEvent } from '@org/payments-sdk/webhooks/testing';
import { expect } from 'vitest';

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

/**
 * Delivers one event to several processes at the same time, again and again until each reports that
 * it was handled, while the first attempt fails. Checks that handlers never overlap and that
 * exactly one succeeded.
 */
export async function deliverEverywhere(stores: readonly WebhookStore[]): Promise<void> {
  const { request } = await signEvent({ type, data: { id: 'Transaction:1' } }, keys.privateKey);
  let running = 0;
  let attempts = 0;
  let succeeded = 0;
  const handle = async () => {
    running += 1;
    attempts += 1;
    expect(running).toBe(1);
    const fails = attempts === 1;
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (fails) throw new Error('the first attempt fails');
    succeeded += 1;
  };
  const receivers = stores.map((store) => receiver(store, handle));
  const deliver = async (webhooks: (typeof receivers)[number]) => {
    const statuses: number[] = [];
    for (let status = 0; status !== 200 && status !== 409; ) {
      ({ status } = await webhooks.fetch(request()));
      statuses.push(status);
    }
    return statuses;
  };
  const statuses = (await Promise.all(receivers.map(deliver))).flat();
  expect(succeeded).toBe(1);
  expect(attempts).toBe(2);
  const count = (status: number) => statuses.filter((one) => one === status).length;
  expect([count(500), count(200), count(409)]).toEqual([1, 1, stores.length - 1]);
  expect(statuses.every((status) => [200, 409, 500, 503].includes(status))).toBe(true);
}
