import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import {
  codeOf,
  deferred,
  handling,
  pass,
  payment,
  setUp,
  sign,
  storeWith,
} from '../../../test/webhooks/samples.ts';
import { memoryStore, type WebhookStore } from '../index.ts';

const COMPLETED = 'OUTGOING_PAYMENT.COMPLETED';
const { request } = await sign(payment);

const fail = () => Promise.reject(new Error('redis://user:secret@host is down'));

describe('a store that fails', () => {
  it.each([
    ['rejects', fail],
    [
      'throws',
      () => {
        throw new Error('not connected');
      },
    ],
  ])('at the claim and %s prevents the handler from running', async (_how, claim) => {
    const { webhooks, codes, handler } = handling({ store: storeWith({ claim }) });
    const response = await webhooks.fetch(request());
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('secret');
    expect(handler).not.toHaveBeenCalled();
    expect(codes()).toEqual(['WEBHOOK_STORE_FAILED']);
  });

  const silence = () => new Promise<never>(() => undefined);

  it('to respond at the claim leads to a 503 in time, and the late claim is released', async () => {
    const inner = memoryStore();
    const held = deferred();
    const claim = vi.fn(async (...args: Parameters<WebhookStore['claim']>) => {
      await held.promise;
      return inner.claim(...args);
    });
    const store = { ...storeWith({ claim }), release: vi.fn(async () => undefined) };
    const { webhooks, clock, failures, handler } = handling({ store, timeout: 2000 });
    const waitUntil = vi.fn();
    const pending = webhooks.fetch(request(), { waitUntil });
    await eventually(() => expect(claim).toHaveBeenCalled());
    clock.advance(2000);
    expect((await pending).status).toBe(503);
    expect(failures).toMatchObject([{ status: 503, error: { code: 'WEBHOOK_STORE_FAILED' } }]);
    held.resolve();
    await waitUntil.mock.calls[0]?.[0];
    expect(store.release).toHaveBeenCalledOnce();
    expect(handler).not.toHaveBeenCalled();
  });

  it('to mark an event whose handler succeeded does not cause another delivery', async () => {
    let isDown = true;
    const store = memoryStore();
    const complete = vi.fn((...args: Parameters<WebhookStore['complete']>) =>
      isDown ? silence() : store.complete(...args),
    );
    const { webhooks, clock, codes } = setUp({
      timeout: 2000,
      store: { ...storeWith({ complete }, store), renew: async () => true },
    });
    const handler = vi.fn();
    webhooks.on(COMPLETED, handler);
    const pending = webhooks.fetch(request());
    await eventually(() => expect(complete).toHaveBeenCalledOnce());
    clock.advance(1000);
    expect((await pending).status).toBe(200);
    expect((await webhooks.fetch(request())).status).toBe(200);
    isDown = false;
    await pass(clock, 1000);
    await pass(clock, 1000);
    expect(complete).toHaveBeenCalledTimes(2);
    expect((await webhooks.fetch(request())).status).toBe(409);
    expect(handler).toHaveBeenCalledOnce();
    expect(codes()).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it('to mark an event for long is reported once, while the attempts continue', async () => {
    const complete = vi.fn(fail);
    const { webhooks, clock, failures } = setUp({ store: storeWith({ complete }) });
    const waitUntil = vi.fn();
    expect((await webhooks.fetch(request(), { waitUntil })).status).toBe(200);
    expect(failures).toEqual([]);
    for (const delay of [1000, 5000, 25_000]) await pass(clock, delay);
    // A platform is not kept awake for the rest.
    await waitUntil.mock.calls[0]?.[0];
    for (let minute = 0; minute < 5; minute += 1) await pass(clock, 60_000);
    expect(complete).toHaveBeenCalledTimes(9);
    expect(failures).toMatchObject([{ status: 200, error: { code: 'WEBHOOK_STORE_FAILED' } }]);
    expect(inspect(failures[0]?.error.toJSON())).not.toContain('secret');
  });

  it('to mark an event is tried for as long as the event may be delivered', async () => {
    const complete = vi.fn(fail);
    const maxAge = 100_000;
    const { webhooks, clock, codes } = setUp({ store: storeWith({ complete }), maxAge });
    await webhooks.fetch(request());
    for (const delay of [1000, 5000, 25_000, 60_000, 60_000]) await pass(clock, delay);
    expect(complete).toHaveBeenCalledTimes(6);
    expect(clock.pending).toBe(0);
    expect(codes()).toEqual(['WEBHOOK_STORE_FAILED']);
  });

  it('to release an event does not hide what its handler threw', async () => {
    const release = vi.fn(silence);
    const { webhooks, clock, failures } = setUp({ store: storeWith({ release }), timeout: 2000 });
    const cause = new Error('no');
    webhooks.on(COMPLETED, () => Promise.reject(cause));
    const pending = webhooks.fetch(request());
    await eventually(() => expect(release).toHaveBeenCalled());
    await pass(clock, 1000);
    await pass(clock, 1000);
    expect((await pending).status).toBe(500);
    const [handler, store] = failures;
    const expected = { status: 500, error: { code: 'WEBHOOK_HANDLER_FAILED', cause } };
    expect(handler).toMatchObject(expected);
    expect(store).toMatchObject({ status: 500, error: { code: 'WEBHOOK_STORE_FAILED' } });
    expect(clock.pending).toBe(0);
  });

  it('to release the event of a late handler does not hide what the handler threw', async () => {
    const running = deferred();
    const store = storeWith({ release: silence });
    const handler = vi.fn(() => running.promise);
    const { webhooks, clock, codes } = handling({ store, timeout: 2000 }, handler);
    const pending = webhooks.fetch(request());
    await eventually(() => expect(handler).toHaveBeenCalled());
    await pass(clock, 2000);
    expect((await pending).status).toBe(503);
    running.reject(new Error('no'));
    await eventually(() =>
      expect(codes()).toEqual(['WEBHOOK_HANDLER_TIMEOUT', 'WEBHOOK_HANDLER_FAILED']),
    );
  });

  it('is not what refuses another body under the id of a handled event; that is reported', async () => {
    const { webhooks, failures, handler } = handling();
    const other = { ...payment, data: { ...(payment.data as object), id: 'Transaction:other' } };
    const [first, second] = [await sign(payment), await sign(other)];
    expect((await webhooks.fetch(first.request())).status).toBe(200);
    const response = await webhooks.fetch(second.request());
    expect([response.status, await codeOf(response)]).toEqual([409, 'WEBHOOK_EVENT_CHANGED']);
    expect((await webhooks.fetch(first.request())).status).toBe(409);
    expect(failures).toMatchObject([
      { status: 409, eventId: payment.id, error: { code: 'WEBHOOK_EVENT_CHANGED' } },
    ]);
    expect(handler).toHaveBeenCalledOnce();
  });

  it('reports a claim that ended before its handler', async () => {
    const { webhooks, codes } = setUp({ store: storeWith({ complete: async () => false }) });
    expect((await webhooks.fetch(request())).status).toBe(200);
    expect(codes()).toEqual(['WEBHOOK_CLAIM_LOST']);
  });
});

it('a listener that rejects changes no response and ends no process', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const { webhooks } = setUp({ onError: () => fail() as never });
  expect((await webhooks.fetch(new Request('https://a.example/', { method: 'POST' }))).status).toBe(
    401,
  );
  await eventually(() => expect(warned).toHaveBeenCalledOnce());
  warned.mockRestore();
});
