import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import {
  codeOf,
  deferred,
  delivery,
  handling,
  payment,
  setUp,
  sign,
  storeWith,
} from '../../../test/webhooks/samples.ts';
import type { EventType } from '../index.ts';
import { createWebhookHandler } from '../index.ts';
import { generateWebhookKeys } from '../testing/index.ts';

const COMPLETED = 'OUTGOING_PAYMENT.COMPLETED';
const { request } = await sign(payment);

describe('a delivery', () => {
  it('is handled by the handler of its type, then by the handler for all types', async () => {
    const { webhooks } = setUp();
    const calls: string[] = [];
    webhooks
      .on('*', ({ type }) => calls.push(`every ${type}`))
      .on(COMPLETED, ({ data }) => calls.push(`own ${data.id}`))
      .on('TEST', () => calls.push('test'));
    const response = await webhooks.fetch(request());
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect(calls).toEqual(['own Transaction:0c7a', `every ${COMPLETED}`]);
  });

  it('of a type without a handler is acknowledged', async () => {
    const { webhooks, failures } = setUp();
    for (const type of ['CARD.STATE_CHANGE', 'TRANSFER.TELEPORTED']) {
      const { request } = await sign({ type, data: {}, timestamp: payment.timestamp ?? '' });
      expect((await webhooks.fetch(request())).status).toBe(200);
    }
    expect(failures).toEqual([]);
  });

  it('of an unknown type is passed to onUnknown, and of a known type is not', async () => {
    const { webhooks } = setUp();
    const onUnknown = vi.fn();
    webhooks.onUnknown(onUnknown);
    const later = { ...payment, id: 'later', type: 'TRANSFER.TELEPORTED', data: { a: 1 } };
    for (const event of [payment, later]) {
      const { request } = await sign(event);
      expect((await webhooks.fetch(request())).status).toBe(200);
    }
    expect(onUnknown.mock.calls.map(([event]) => event)).toEqual([later]);
  });

  it('is refused with 401 and not handled when its signature is wrong', async () => {
    const other = await generateWebhookKeys();
    const { webhooks, failures } = setUp({ publicKeys: other.publicKey });
    const handler = vi.fn();
    webhooks.on('*', handler);
    const response = await webhooks.fetch(request());
    expect(response.status).toBe(401);
    expect(await codeOf(response)).toBe('WEBHOOK_SIGNATURE_MISMATCH');
    expect(handler).not.toHaveBeenCalled();
    expect(failures).toMatchObject([{ status: 401, eventId: undefined, eventType: undefined }]);
  });

  it('must be a POST', async () => {
    const { webhooks } = setUp();
    const response = await webhooks.fetch(new Request('https://a.example/'));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('whose body was already read is refused with 500, and the error names the mistake', async () => {
    const { webhooks, codes } = setUp();
    const request = (await sign(payment)).request();
    await request.json();
    expect((await webhooks.fetch(request)).status).toBe(500);
    expect(codes()).toEqual(['WEBHOOK_BODY_PARSED']);
  });
});

describe('the body', () => {
  it('is limited in bytes, whatever length is declared', async () => {
    const { webhooks } = setUp({ maxBodyBytes: 1000 });
    const cancel = vi.fn();
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(400)),
      cancel,
    });
    for (const request of [
      delivery('x'.repeat(1001)),
      delivery('x', { 'content-length': '1001' }),
      delivery(endless, { 'content-length': '2' }),
    ]) {
      expect((await webhooks.fetch(request)).status).toBe(413);
    }
    expect(cancel).toHaveBeenCalledOnce();
    expect((await webhooks.fetch(request())).status).toBe(200);
  });

  it('is limited in time', async () => {
    const { webhooks, clock, codes } = setUp();
    const cancel = vi.fn();
    const pending = webhooks.fetch(delivery(new ReadableStream({ cancel })));
    await eventually(() => expect(clock.pending).toBe(1));
    clock.advance(10_000);
    expect((await pending).status).toBe(408);
    expect(cancel).toHaveBeenCalledOnce();
    expect(codes()).toEqual(['WEBHOOK_BODY_INCOMPLETE']);
    expect(clock.pending).toBe(0);
  });

  it('that breaks off is refused, so that the event is delivered again', async () => {
    const { webhooks, codes } = setUp();
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('gone')),
    });
    expect((await webhooks.fetch(delivery(broken))).status).toBe(408);
    expect(codes()).toEqual(['WEBHOOK_BODY_INCOMPLETE']);
  });
});

describe('an event that is delivered several times', () => {
  it('is handled once, and the repetition is refused with 409', async () => {
    const { webhooks, failures, handler } = handling();
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      statuses.push((await webhooks.fetch(request())).status);
    }
    expect(statuses).toEqual([200, 409, 409]);
    expect(handler).toHaveBeenCalledOnce();
    expect(failures).toEqual([]);
  });

  it('is handled again after the handler for all types threw', async () => {
    const { webhooks } = setUp();
    webhooks.on('*', vi.fn().mockRejectedValueOnce(new Error('no')));
    expect((await webhooks.fetch(request())).status).toBe(500);
    expect((await webhooks.fetch(request())).status).toBe(200);
  });

  it('is remembered for as long as the service may deliver it', async () => {
    const { webhooks, clock } = setUp({ maxAge: 60_000 });
    expect((await webhooks.fetch(request())).status).toBe(200);
    clock.advance(60_000);
    expect((await webhooks.fetch(request())).status).toBe(409);
    clock.advance(1);
    expect((await webhooks.fetch(request())).status).toBe(401);
  });
});

describe('a handler that throws, or returns what is not done', () => {
  const failure = new Error('the database is away');
  it.each<[string, () => unknown, string | undefined]>([
    ['an exception', () => Promise.reject(failure), undefined],
    ['a function', () => () => 'work', 'a function'],
    ['an async generator', () => (async function* () {})(), 'a generator'],
    ['a query', () => ({ compile: () => '', execute: async () => [] }), 'a query'],
    ['an observable', () => ({ pipe: () => 0, subscribe: () => 0 }), 'an observable'],
    ['an error', () => failure, undefined],
    ['a response that failed', () => new Response(null, { status: 503 }), 'status 503'],
    ['functions in a list of a promise', async () => [[() => 'work']], 'a function'],
    ['a promise of a list with a rejection', async () => [1, Promise.reject(failure)], undefined],
  ])('%s fails, and the event is delivered again', async (_what, returned, named) => {
    const { webhooks, failures, handler } = handling({}, vi.fn().mockImplementationOnce(returned));
    const response = await webhooks.fetch(request());
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('database');
    const error = { code: 'WEBHOOK_HANDLER_FAILED' };
    expect(failures).toMatchObject([{ error, eventId: payment.id, status: 500 }]);
    const { message, cause } = failures[0]?.error ?? {};
    if (named === undefined) expect(cause).toBe(failure);
    else expect(message).toContain(named);
    expect((await webhooks.fetch(request())).status).toBe(200);
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it.each<[string, (done: Promise<void>) => unknown]>([
    // biome-ignore lint/suspicious/noThenProperty: queries of Knex, Drizzle and Prisma have it
    ['a thenable that starts when it is awaited', (done) => ({ then: done.then.bind(done) })],
    ['a list of promises', (done) => [Promise.resolve(), [done]]],
    ['a list in which another one failed', (done) => [done, Promise.reject(failure)]],
  ])('%s is waited for', async (_what, returned) => {
    const { promise, resolve } = deferred();
    const { webhooks } = handling({}, vi.fn(() => returned(promise)) as never);
    let hasEnded = false;
    const response = webhooks.fetch(request()).finally(() => {
      hasEnded = true;
    });
    await new Promise((turn) => setImmediate(turn));
    expect(hasEnded).toBe(false);
    resolve();
    await response;
  });

  it.each([undefined, null, 1, 'text', { status: 503 }, [{ id: 1 }], new Map(), Response.json({})])(
    '%o is not looked at',
    async (value) => {
      const { webhooks } = handling({}, vi.fn(() => value) as never);
      expect((await webhooks.fetch(request())).status).toBe(200);
    },
  );
});

describe('a handler that takes too long', () => {
  it('is aborted and keeps its claim, so that its event is not handled twice', async () => {
    const running = deferred();
    const { webhooks, clock, codes, handler } = handling(
      { timeout: 1000 },
      vi.fn((_event: unknown, _context: { signal: AbortSignal }) => running.promise),
    );
    const pending = webhooks.fetch(request());
    await eventually(() => expect(handler).toHaveBeenCalled());
    expect(handler.mock.calls[0]?.[1].signal.aborted).toBe(false);
    clock.advance(1000);
    expect((await pending).status).toBe(503);
    const expected = { code: 'WEBHOOK_HANDLER_TIMEOUT' };
    expect(handler.mock.calls[0]?.[1].signal.reason).toMatchObject(expected);
    expect((await webhooks.fetch(request())).status).toBe(503);
    running.resolve();
    await eventually(async () => expect((await webhooks.fetch(request())).status).toBe(409));
    expect(handler).toHaveBeenCalledOnce();
    expect(codes()).toEqual(['WEBHOOK_HANDLER_TIMEOUT']);
  });

  it('and then throws releases its event; waitUntil receives its promise', async () => {
    const { webhooks, clock, codes } = setUp({ timeout: 1000 });
    const running = deferred();
    const handler = vi.fn<() => unknown>().mockReturnValueOnce(running.promise);
    webhooks.on(COMPLETED, handler);
    const waitUntil = vi.fn();
    const pending = webhooks.fetch(request(), { waitUntil });
    await eventually(() => expect(handler).toHaveBeenCalled());
    clock.advance(1000);
    expect((await pending).status).toBe(503);
    running.reject(new Error('no'));
    await waitUntil.mock.calls[0]?.[0];
    expect(codes()).toEqual(['WEBHOOK_HANDLER_TIMEOUT', 'WEBHOOK_HANDLER_FAILED']);
    expect((await webhooks.fetch(request())).status).toBe(200);
  });
});

describe('a handler that runs longer than the lifetime of its claim', () => {
  const options = { timeout: 1000, claimLifetime: 3000 };

  it('keeps its claim, so that no other delivery is handled until it ends', async () => {
    const running = deferred();
    const { webhooks, clock, codes, handler } = handling(
      options,
      vi.fn(() => running.promise),
    );
    const first = webhooks.fetch(request());
    await eventually(() => expect(handler).toHaveBeenCalled());
    for (let second = 0; second < 10; second += 1) {
      clock.advance(1000);
      await eventually(async () => expect((await webhooks.fetch(request())).status).toBe(503));
    }
    expect((await first).status).toBe(503);
    running.resolve();
    await eventually(async () => expect((await webhooks.fetch(request())).status).toBe(409));
    expect(handler).toHaveBeenCalledOnce();
    expect(codes()).toEqual(['WEBHOOK_HANDLER_TIMEOUT']);
    expect(clock.pending).toBe(0);
  });

  it('has its signal aborted when another claim has replaced its own', async () => {
    const store = storeWith({ renew: async () => false, complete: async () => false });
    const { webhooks, clock, codes } = setUp({ ...options, timeout: 3000, store });
    const running = deferred();
    const seen = deferred();
    webhooks.on(COMPLETED, (_event, { signal }) => {
      signal.addEventListener('abort', () => seen.resolve());
      return running.promise;
    });
    const pending = webhooks.fetch(request());
    await eventually(() => expect(clock.pending).toBe(2));
    clock.advance(1000);
    await seen.promise;
    running.resolve();
    expect((await pending).status).toBe(200);
    expect(codes()).toEqual(['WEBHOOK_CLAIM_LOST']);
  });

  it('is not affected by a renewal that fails', async () => {
    const store = storeWith({ renew: () => Promise.reject(new Error('redis is down')) });
    const { webhooks, clock, codes } = setUp({ ...options, timeout: 3000, store });
    const running = deferred();
    webhooks.on(COMPLETED, () => running.promise);
    const pending = webhooks.fetch(request());
    await eventually(() => expect(clock.pending).toBe(2));
    for (const times of [1, 2]) {
      clock.advance(1000);
      await eventually(() => expect(codes()).toHaveLength(times));
      await eventually(() => expect(clock.pending).toBe(2));
    }
    running.resolve();
    expect((await pending).status).toBe(200);
    expect(codes()).toEqual(['WEBHOOK_STORE_FAILED', 'WEBHOOK_STORE_FAILED']);
  });
});

describe('a handler without public keys', () => {
  it.each([[undefined], [''], [[undefined, '']]])(
    'is made with %j, and refuses every delivery with an error that names the option',
    async (publicKeys) => {
      const { webhooks, failures } = setUp({ publicKeys });
      const handler = vi.fn();
      webhooks.on('*', handler);
      const response = await webhooks.fetch(request());
      expect(response.status).toBe(500);
      expect(await codeOf(response)).toBe('WEBHOOK_PUBLIC_KEY_MISSING');
      expect(handler).not.toHaveBeenCalled();
      expect(failures).toMatchObject([
        { error: { action: expect.stringContaining('`publicKeys`') }, status: 500 },
      ]);
      expect(() => webhooks.check()).toThrow(
        expect.objectContaining({ code: 'WEBHOOK_PUBLIC_KEY_MISSING' }),
      );
    },
  );
});

describe('creating a handler', () => {
  const publicKeys = 'not PEM';
  it('refuses public keys and numbers that cannot work', async () => {
    expect(() => createWebhookHandler({ publicKeys })).toThrow(/publicKeys\[0\] is not PEM/);
    expect(() => createWebhookHandler({ secret: 'x' } as never)).toThrow('mean `publicKeys`?');
    for (const option of ['maxAge', 'timeout', 'approvalTimeout', 'bodyTimeout', 'maxBodyBytes']) {
      expect(() => setUp({ [option]: 0 })).toThrow(new RegExp(option));
      expect(() => setUp({ [option]: Number.NaN })).toThrow(new RegExp(option));
    }
    expect(() => setUp({ approvalTimeout: 5001 })).toThrow(/expected 1 to 5000/);
    expect(() => setUp({ timeout: 2000, claimLifetime: 1999 })).toThrow(/claimLifetime/);
  });

  it('refuses a type that is unknown or already has a handler', () => {
    const { webhooks } = setUp();
    expect(() => webhooks.on('OUTGOING.COMPLETED' as EventType, () => undefined)).toThrow(
      /`OUTGOING.COMPLETED` is not a type of event; did you mean `OUTGOING_PAYMENT.COMPLETED`\?/,
    );
    webhooks.on('TEST', () => undefined).on('*', () => undefined);
    expect(() => webhooks.on('TEST', () => undefined)).toThrow(/already has a handler/);
    expect(() => webhooks.on('*', () => undefined)).toThrow(/already has a handler/);
    webhooks.onUnknown(() => undefined);
    expect(() => webhooks.onUnknown(() => undefined)).toThrow(/already have a handler/);
  });
});

describe('`fetch` mounted where a server passes another kind of request', () => {
  const express = { method: 'POST', url: '/webhooks', headers: { host: 'a' } };
  const hono = { req: { raw: new Request('https://a.example/') } };
  const { webhooks } = setUp();
  it.each<[string, object]>([
    ['of Express', express],
    ['of Hono', hono],
  ])('throws at once, for that %s', (_whose, request) => {
    const action = expect.stringMatching(/nodeHandler.*context\.req\.raw/);
    const thrown = expect.objectContaining({ code: 'CONFIGURATION', action });
    expect(() => webhooks.fetch(request as never)).toThrow(thrown);
  });
});
