import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { FakeClock } from '../../../test/fake-clock.ts';
import {
  deferred,
  handling,
  pass,
  payment,
  START,
  setUp,
  sign,
  storeWith,
} from '../../../test/webhooks/samples.ts';
import { memoryStore, type WebhookEvent, type WebhookStore } from '../index.ts';
import { deliveryOf } from '../stores/webhook-store.ts';
import { complete } from './completion.ts';
import type { Delivery } from './delivery.ts';
import { EventsInProcess, type SucceededEvent } from './events-in-process.ts';
import { resolveSettings } from './options.ts';

const { request } = await sign(payment);
const HOUR = 3_600_000;

/** A store that can be away, and a handler that ends when it is told to. */
function setUpOutage() {
  const clock = new FakeClock(Date.parse(START));
  const inner = memoryStore({ clock });
  const outage = { isAway: false };
  const reach = async () => {
    if (outage.isAway) throw new Error('ECONNREFUSED');
    return inner;
  };
  const store: WebhookStore = {
    claim: vi.fn<WebhookStore['claim']>(async (...args) => (await reach()).claim(...args)),
    renew: async (...args) => (await (await reach()).renew?.(...args)) ?? false,
    complete: vi.fn<WebhookStore['complete']>(async (...args) => (await reach()).complete(...args)),
    release: vi.fn<WebhookStore['release']>(async (...args) => (await reach()).release(...args)),
  };
  const running = deferred();
  const setup = handling(
    { store, clock, timeout: 1000, claimLifetime: 3000 },
    vi.fn(() => running.promise),
  );
  const { webhooks, handler } = setup;
  /** Delivers the event, and lets the time for its response pass while the handler runs. */
  const deliverLate = async () => {
    const pending = webhooks.fetch(request());
    await eventually(() => expect(handler).toHaveBeenCalledOnce());
    clock.advance(1000);
    expect((await pending).status).toBe(503);
  };
  /** Lets time pass in small steps, in which timers are set again. */
  const passAll = async (milliseconds: number) => {
    for (let time = 0; time < milliseconds; time += 500) await pass(clock, 500);
  };
  return { ...setup, clock, inner, store, outage, running, deliverLate, passAll };
}

describe('an event whose handler succeeded while its store was away', () => {
  it('is not handled again in this process, and is marked when the store is back', async () => {
    const { webhooks, clock, outage, running, handler, deliverLate, passAll, store } =
      setUpOutage();
    await deliverLate();
    outage.isAway = true;
    running.resolve();
    await eventually(() => expect(store.complete).toHaveBeenCalled());
    await passAll(HOUR);
    expect((await webhooks.fetch(request())).status).toBe(200);
    outage.isAway = false;
    // The claim expired long ago.
    expect((await webhooks.fetch(request())).status).toBe(200);
    await passAll(60_000);
    expect((await webhooks.fetch(request())).status).toBe(409);
    expect(handler).toHaveBeenCalledOnce();
    expect(clock.pending).toBe(0);
  });

  it('renews its claim while only the mark fails', async () => {
    const { inner, store, outage, running, deliverLate, passAll, handler } = setUpOutage();
    await deliverLate();
    vi.mocked(store.complete).mockRejectedValue(new Error('the disk is full'));
    running.resolve();
    await passAll(HOUR);
    expect(outage.isAway).toBe(false);
    expect(await inner.claim(payment.id ?? '', 'another process', 1000, 'digest')).toBe('busy');
    expect(handler).toHaveBeenCalledOnce();
  });

  it('is told from another event with its id', async () => {
    const { webhooks, outage, running, deliverLate, codes } = setUpOutage();
    const other = await sign({ ...payment, data: { ...(payment.data as object), id: 'other' } });
    await deliverLate();
    outage.isAway = true;
    running.resolve();
    await eventually(async () => expect((await webhooks.fetch(request())).status).toBe(200));
    expect((await webhooks.fetch(other.request())).status).toBe(409);
    expect(codes().at(-1)).toBe('WEBHOOK_EVENT_CHANGED');
  });

  it('is not handled again after another process claimed it', async () => {
    const { webhooks, inner, outage, running, deliverLate, handler, passAll, codes } =
      setUpOutage();
    await deliverLate();
    outage.isAway = true;
    await passAll(10_000);
    const id = payment.id ?? '';
    expect(await inner.claim(id, 'another process', 1000, 'digest')).toBe('claimed');
    outage.isAway = false;
    running.resolve();
    await eventually(() => expect(codes()).toContain('WEBHOOK_CLAIM_LOST'));
    await inner.release(id, 'another process');
    expect((await webhooks.fetch(request())).status).toBe(200);
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('an event whose claim the store lost', () => {
  it('is not handled twice in this process at the same time', async () => {
    const { webhooks, outage, inner, running, deliverLate, passAll, handler } = setUpOutage();
    await deliverLate();
    outage.isAway = true;
    await passAll(10_000);
    outage.isAway = false;
    const repeated = await webhooks.fetch(request());
    expect([repeated.status, repeated.headers.get('retry-after')]).toEqual([503, '5']);
    running.resolve();
    await eventually(async () =>
      expect(await inner.claim(payment.id ?? '', 'a', 1000, 'digest')).not.toBe('busy'),
    );
    expect(handler).toHaveBeenCalledOnce();
  });

  it('is not handled by a delivery that waited for its claim meanwhile', async () => {
    const { webhooks, store, inner, running, clock, handler } = setUpOutage();
    const held = deferred();
    vi.mocked(store.claim).mockImplementationOnce(async () => {
      await held.promise;
      return 'claimed';
    });
    const waiting = webhooks.fetch(request());
    await eventually(() => expect(store.claim).toHaveBeenCalledOnce());
    const first = webhooks.fetch(request());
    await eventually(() => expect(handler).toHaveBeenCalledOnce());
    held.resolve();
    expect((await waiting).status).toBe(503);
    expect(store.release).toHaveBeenCalledOnce();
    running.resolve();
    expect((await first).status).toBe(200);
    expect(await inner.claim(payment.id ?? '', 'a', 1000, 'digest')).not.toBe('claimed');
    expect(handler).toHaveBeenCalledOnce();
    expect(clock.pending).toBe(0);
  });
});

describe('the events that are remembered', () => {
  it('are those that may be delivered again, and no more than the limit', () => {
    const events = new EventsInProcess(2);
    const digest = 'digest';
    events.succeed('old', { digest, until: 10 }, 0);
    events.succeed('1', { digest, until: 100 }, 11);
    expect(events.find('old')).toBeUndefined();
    events.succeed('2', { digest, until: 100 }, 11);
    expect(events.find('1')).toEqual({ digest, until: 100 });
    events.succeed('3', { digest, until: 100 }, 11);
    expect(events.find('1')).toBeUndefined();
    expect(events.find('2')).toBeDefined();
  });

  it('keep what a later delivery of the id has done, when the mark of an earlier one ends', () => {
    const events = new EventsInProcess();
    const [earlier, later] = [1, 2].map((until) => ({ digest: 'digest', until }));
    for (const one of [earlier, later]) events.succeed('1', one as SucceededEvent, 0);
    events.forget('1', earlier as SucceededEvent);
    expect(events.find('1')).toBe(later);
    events.forget('1', later as SucceededEvent);
    expect(events.find('1')).toBeUndefined();
  });

  it('are marked for as long as they are remembered', async () => {
    const clock = new FakeClock(0);
    const events = new EventsInProcess(1);
    const store = storeWith({ complete: vi.fn(() => Promise.reject(new Error('down'))) });
    const settings = resolveSettings({ publicKeys: undefined, clock, store });
    const event = { digest: 'digest', until: HOUR };
    events.succeed('1', event, 0);
    const claim = { token: 'token', end: () => undefined };
    const delivery = { settings, events, report: vi.fn(), waitUntil: vi.fn() };
    await complete(delivery as unknown as Delivery, { eventId: '1', event, claim }, HOUR);
    await pass(clock, 1000);
    expect(store.complete).toHaveBeenCalledTimes(2);
    events.succeed('2', { ...event }, 0);
    for (const delay of [5000, 25_000, 60_000, 60_000]) await pass(clock, delay);
    expect(store.complete).toHaveBeenCalledTimes(3);
    expect(clock.pending).toBe(0);
  });

  it('do not keep the process alive', () => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const { clock, background } = resolveSettings({ publicKeys: undefined });
    const before = timers();
    const cancels = [background.setTimeout(() => undefined, 60_000)];
    expect(timers()).toBe(before);
    cancels.push(clock.setTimeout(() => undefined, 60_000));
    expect(timers()).toBe(before + 1);
    for (const cancel of cancels) cancel();
  });
});

const COMPLETED = 'OUTGOING_PAYMENT.COMPLETED';
/** Starts work of the event's delivery, as `transaction` of a store does. */
const begin = <Value>(event: object, work: () => Promise<Value>) => deliveryOf(event).mark(work);
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

  it('must have succeeded when the handler ended, with `requireMark`', async () => {
    const { webhooks, failures } = setUp({ requireMark: true });
    const handler = vi.fn<(event: WebhookEvent) => unknown>((event) => begin(event, async () => 1));
    handler.mockImplementationOnce((event) => {
      setTimeout(() => expect(() => begin(event, fail)).toThrow('had ended'));
    });
    handler.mockImplementationOnce((event) => begin(event, fail).catch(() => 'logged'));
    handler.mockImplementationOnce((event) => deliveryOf(event).run(async () => 1));
    webhooks.on(COMPLETED, handler);
    for (let round = 0; round < 3; round += 1) {
      expect((await webhooks.fetch(request())).status).toBe(500);
    }
    const codes = failures.map(({ error }) => error.message.includes('`requireMark`'));
    expect(codes.filter(Boolean)).toHaveLength(3);
    expect((await webhooks.fetch(request())).status).toBe(200);
    const { request: other } = await sign({ ...payment, id: 'other', type: 'CARD.STATE_CHANGE' });
    expect((await webhooks.fetch(other())).status).toBe(200);
  });

  it('needs the event of the delivery, not a copy', async () => {
    const delivery = await deliver((event) => void begin({ ...event }, fail));
    const expected = { status: 500, cause: { code: 'CONFIGURATION', option: 'event' } };
    expect(delivery).toMatchObject(expected);
  });
});
