import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deferred, payment, setUp, sign, storeWith } from '../../../test/webhooks/samples.ts';
import type { WebhookEvent } from '../index.ts';
import { deliveryOf } from '../stores/webhook-store.ts';

const COMPLETED = 'OUTGOING_PAYMENT.COMPLETED';
const { request } = await sign(payment);
const unhandled = vi.fn();
beforeEach(() => void process.on('unhandledRejection', unhandled));
afterEach(() => {
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  unhandled.mockClear();
});

/** Starts work of the event's delivery, as `transaction` of a store does. */
const begin = <Value>(event: object, work: () => Promise<Value>) => deliveryOf(event).run(work);
const fail = async (): Promise<never> => {
  await new Promise((resolve) => setTimeout(resolve));
  throw new Error('no');
};

/** Delivers an event to a handler, and returns what became of it. */
async function deliver(handler: (event: WebhookEvent) => unknown) {
  const { webhooks, failures } = setUp();
  webhooks.on(COMPLETED, handler);
  const { status } = await webhooks.fetch(request());
  await new Promise((resolve) => setTimeout(resolve, 2));
  const [failure] = failures;
  return {
    status,
    message: failure?.error.message,
    cause: failure?.error.cause,
    webhooks,
    request,
  };
}

const handled = { status: 200, message: undefined };
const forgotten = {
  status: 500,
  message: expect.stringContaining('did not wait for'),
  cause: new Error('no'),
};

describe('work that a handler began', () => {
  it('and did not return is waited for', async () => {
    let isDone = false;
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      isDone = true;
    };
    const delivery = await deliver((event) => void begin(event, slow));
    expect([delivery.status, isDone]).toEqual([200, true]);
  });

  it.each<[string, (event: WebhookEvent) => unknown]>([
    ['was not returned', (event) => void begin(event, fail)],
    ['has a follow-up that was not returned', (event) => void begin(event, fail).then(() => 1)],
    ['has a last step that was not returned', (event) => void begin(event, fail).finally(() => 1)],
    ['began in other work', (event) => void begin(event, async () => void begin(event, fail))],
    [
      'began before other work that succeeds',
      (event) => {
        void begin(event, fail);
        return begin(event, async () => 1);
      },
    ],
  ])('is a failure of the delivery if it rejects and %s', async (_how, handler) => {
    const { webhooks, request, ...delivery } = await deliver(handler);
    expect(delivery).toEqual(forgotten);
    expect((await webhooks.fetch(request())).status).toBe(500);
  });

  it.each<[string, (event: WebhookEvent) => unknown]>([
    ['catches', (event) => void begin(event, fail).catch(() => 1)],
    ['awaits and catches', (event) => Promise.allSettled([begin(event, fail)])],
    [
      'awaits later, and catches',
      async (event) => {
        const work = begin(event, fail);
        await begin(event, () => new Promise((resolve) => setTimeout(resolve, 5)));
        await work.catch(() => 1);
      },
    ],
  ])('is not a failure if it rejects and the handler %s it', async (_how, handler) => {
    expect(await deliver(handler)).toMatchObject(handled);
  });

  it('is waited for before an event whose handler threw is released', async () => {
    const held = deferred();
    const release = vi.fn(async () => undefined);
    const { webhooks } = setUp({ store: storeWith({ release }) });
    webhooks.on(COMPLETED, (event) => {
      void begin(event, () => held.promise);
      throw new Error('no');
    });
    const response = webhooks.fetch(request());
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(release).not.toHaveBeenCalled();
    held.resolve();
    expect((await response).status).toBe(500);
    expect(release).toHaveBeenCalledOnce();
  });

  it('after the delivery is refused and reported, not run', async () => {
    const { webhooks, failures } = setUp();
    let late: WebhookEvent | undefined;
    webhooks.on(COMPLETED, (event) => {
      late = event;
    });
    expect((await webhooks.fetch(request())).status).toBe(200);
    const work = vi.fn();
    const code = 'WEBHOOK_DELIVERY_ENDED';
    expect(() => begin(late ?? {}, work)).toThrow(expect.objectContaining({ code }));
    expect(work).not.toHaveBeenCalled();
    expect(failures).toMatchObject([{ status: 200, eventId: payment.id, error: { code } }]);
  });

  it('must have begun before the handler ended, with `requireMark`', async () => {
    const { webhooks, failures } = setUp({ requireMark: true });
    const handler = vi.fn<(event: WebhookEvent) => unknown>((event) => begin(event, async () => 1));
    handler.mockImplementationOnce((event) => {
      setTimeout(() => expect(() => begin(event, fail)).toThrow('had ended'));
    });
    webhooks.on(COMPLETED, handler);
    expect((await webhooks.fetch(request())).status).toBe(500);
    expect(failures[0]?.error.message).toContain('`requireMark`');
    expect((await webhooks.fetch(request())).status).toBe(200);
    const { request: other } = await sign({ ...payment, id: 'other', type: 'CARD.STATE_CHANGE' });
    expect((await webhooks.fetch(other())).status).toBe(200);
  });

  it('needs the event of the delivery, not a copy', async () => {
    const delivery = await deliver((event) => void begin({ ...event }, fail));
    expect(delivery).toMatchObject({
      status: 500,
      cause: { code: 'CONFIGURATION', option: 'event' },
    });
  });
});
