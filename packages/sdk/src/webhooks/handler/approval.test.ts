import { randomInt } from 'node:crypto';
import { eventRows, findEvent } from '@org/payments-contract/events';
import { createMock } from '@org/payments-mock';
import { describe, expect, it, vi } from 'vitest';
import { payoutWebhooks } from '../../../../../examples/payout/webhooks.ts';
import { eventually } from '../../../test/eventually.ts';
import {
  approvalRequest,
  deferred,
  delivery,
  keys,
  payment,
  setUp,
  sign,
  storeWith,
} from '../../../test/webhooks/samples.ts';
import {
  type ApprovalDecision,
  approve,
  type EventType,
  needMore,
  postpone,
  reject,
  type WebhookStore,
} from '../index.ts';
import type { TestEvent } from '../testing/index.ts';

const PENDING = 'INCOMING_PAYMENT.PENDING';
const { request } = await sign(approvalRequest);

describe('a decision on an incoming payment', () => {
  it.each([
    [approve(), 200, {}],
    [
      approve({ receiverCustomerInfo: { FULL_NAME: 'Ada' } }),
      200,
      { receiverCustomerInfo: { FULL_NAME: 'Ada' } },
    ],
    [reject(), 403, {}],
    [reject({ reason: 'sanctions' }), 403, { reason: 'sanctions' }],
    [needMore({ requiredFields: ['FULL_NAME'] }), 422, { requiredFields: ['FULL_NAME'] }],
    [postpone(), 202, undefined],
  ])('%o is the response %i', async (decision, status, body) => {
    const { webhooks, failures } = setUp();
    webhooks.on(PENDING, () => decision);
    const response = await webhooks.fetch(request());
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(text === '' ? undefined : JSON.parse(text)).toEqual(body);
    const schema = findEvent(PENDING)?.responses?.[status];
    if (body !== undefined) expect(schema?.parse(body)).toEqual(body);
    else expect(schema).toBeNull();
    expect(failures).toEqual([]);
  });

  it('is postponed without a handler, because 200 would approve', async () => {
    const every = vi.fn();
    const { webhooks } = setUp();
    expect((await webhooks.fetch(request())).status).toBe(202);
    webhooks.on('*', every);
    expect((await webhooks.fetch(request())).status).toBe(202);
    expect(every).toHaveBeenCalledOnce();
  });

  it('is made again for a request that a proxy repeats, and is not refused as a duplicate', async () => {
    const claim = vi.fn();
    const store: WebhookStore = { claim, complete: vi.fn(), release: vi.fn() };
    const { webhooks } = setUp({ store });
    const handler = vi.fn(() => approve());
    webhooks.on(PENDING, handler);
    const responses = await Promise.all([1, 2].map(() => webhooks.fetch(request())));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await webhooks.fetch(request())).status).toBe(200);
    expect(handler).toHaveBeenCalledTimes(3);
    expect(claim).not.toHaveBeenCalled();
  });

  it('for a replayed request is a 401 without data about the customer', async () => {
    const { webhooks, clock } = setUp();
    const handler = vi.fn(() => approve({ receiverCustomerInfo: { FULL_NAME: 'Ada' } }));
    webhooks.on(PENDING, handler);
    clock.advance(5 * 60_000 + 1);
    const response = await webhooks.fetch(request());
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('Ada');
    expect(handler).not.toHaveBeenCalled();
  });

  it.each([
    ['nothing', undefined],
    ['a boolean', true],
    ['another decision', { decision: 'accept' }],
    ['information that is not an object', { decision: 'approve', receiverCustomerInfo: 'Ada' }],
    ['a reason that is not text', { decision: 'reject', reason: 7 }],
    ['no fields', { decision: 'needMore', requiredFields: [] }],
    ['fields that are not names', { decision: 'needMore', requiredFields: [7] }],
  ])('is a 500 when the handler returned %s', async (_what, decision) => {
    const { webhooks, codes } = setUp();
    webhooks.on(PENDING, () => decision as unknown as ApprovalDecision);
    expect((await webhooks.fetch(request())).status).toBe(500);
    expect(codes()).toEqual(['WEBHOOK_DECISION_INVALID']);
  });

  it('is a 500 when the handler threw', async () => {
    const { webhooks, failures } = setUp();
    const cause = new Error('no');
    webhooks.on(PENDING, () => Promise.reject(cause));
    expect((await webhooks.fetch(request())).status).toBe(500);
    expect(failures).toMatchObject([{ error: { code: 'WEBHOOK_HANDLER_FAILED', cause } }]);
  });

  it('is not changed by a throwing handler for all types', async () => {
    const { webhooks, codes } = setUp();
    webhooks.on(PENDING, () => approve()).on('*', () => Promise.reject(new Error('no')));
    expect((await webhooks.fetch(request())).status).toBe(200);
    await eventually(() => expect(codes()).toEqual(['WEBHOOK_HANDLER_FAILED']));
  });
});

describe('a decision that is late', () => {
  async function late(options: Parameters<typeof setUp>[0]) {
    const deciding = deferred<ApprovalDecision>();
    const work: Promise<unknown>[] = [];
    const setup = setUp(options);
    const handler = vi.fn((_event: unknown, _context: { signal: AbortSignal }) => deciding.promise);
    setup.webhooks.on(PENDING, handler);
    const pending = setup.webhooks.fetch(request(), { waitUntil: (one) => work.push(one) });
    await eventually(() => expect(handler).toHaveBeenCalled());
    setup.clock.advance(4499);
    expect(handler.mock.calls[0]?.[1].signal.aborted).toBe(false);
    setup.clock.advance(1);
    const response = await pending;
    expect(response.status).toBe(202);
    expect(handler.mock.calls[0]?.[1].signal.aborted).toBe(true);
    return { ...setup, deciding, ended: () => Promise.all(work) };
  }

  it('is postponed after 4.5 seconds, and passed to the callback when it is made', async () => {
    const onLateDecision = vi.fn();
    const { deciding, ended, codes } = await late({ onLateDecision });
    deciding.resolve(approve());
    await ended();
    expect(onLateDecision.mock.calls).toEqual([[approve(), approvalRequest]]);
    expect(codes()).toEqual([]);
  });

  it('is reported to onError without a callback', async () => {
    const { deciding, ended, failures } = await late({});
    deciding.resolve(reject());
    await ended();
    expect(failures).toMatchObject([
      { status: 202, eventId: approvalRequest.id, error: { code: 'WEBHOOK_DECISION_LATE' } },
    ]);
  });

  it('does not need a callback when it is to postpone', async () => {
    const onLateDecision = vi.fn();
    const { deciding, ended, codes } = await late({ onLateDecision });
    deciding.resolve(postpone());
    await ended();
    expect([onLateDecision.mock.calls, codes()]).toEqual([[], []]);
  });

  it('is reported to onError when it or its callback fails', async () => {
    const failed = await late({});
    failed.deciding.reject(new Error('no'));
    await failed.ended();
    expect(failed.codes()).toEqual(['WEBHOOK_HANDLER_FAILED']);
    const refused = await late({ onLateDecision: () => Promise.reject(new Error('no')) });
    refused.deciding.resolve(approve());
    await refused.ended();
    expect(refused.codes()).toEqual(['WEBHOOK_HANDLER_FAILED']);
  });

  it('counts from the arrival of the request, not from the end of its body', async () => {
    const { webhooks, clock } = setUp();
    const handler = vi.fn(() => deferred<ApprovalDecision>().promise);
    webhooks.on(PENDING, handler);
    const { body, headers } = await sign(approvalRequest);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const pending = webhooks.fetch(delivery(readable, headers));
    await eventually(() => expect(clock.pending).toBe(1));
    clock.advance(4000);
    void writer.write(new TextEncoder().encode(body));
    void writer.close();
    await eventually(() => expect(handler).toHaveBeenCalled());
    clock.advance(500);
    expect((await pending).status).toBe(202);
  });
});

type Step = readonly [type: string, data: Readonly<Record<string, unknown>>, second?: number];
const COMPLETED = 'OUTGOING_PAYMENT.COMPLETED';
const APPROVAL = 'INCOMING_PAYMENT.PENDING';

/** The events of one payment; each step is a second after the last one, or at the second it names. */
function lifeOf(steps: readonly Step[]): TestEvent[] {
  return steps.map(([type, data, second], index) => {
    const time = `2026-01-05T09:00:${String(second ?? index).padStart(2, '0')}Z`;
    return {
      id: `Webhook:${index}`,
      type: `OUTGOING_PAYMENT.${type}`,
      timestamp: time,
      data: { id: 'Transaction:1', type: 'OUTGOING', updatedAt: time, ...data },
    };
  });
}

function shuffled<Value>(values: readonly Value[]): Value[] {
  const rest = [...values];
  return values.flatMap(() => rest.splice(randomInt(rest.length), 1));
}

const failed = { status: 'FAILED' };
const steps: readonly Step[] = [
  ['PROCESSING', { status: 'PROCESSING' }],
  ['COMPLETED', { status: 'COMPLETED' }],
  ['FAILED', failed],
  ['REFUND_COMPLETED', { ...failed, refund: { status: 'COMPLETED' } }],
];

describe('the order of events', () => {
  it.each([
    ['a second apart', steps],
    ['at one time', steps.map(([type, data]) => [type, data, 0] as const)],
  ])('%s: the last state of a payout wins, however they arrive and repeat', async (_how, life) => {
    const signed = await Promise.all(lifeOf(life).map((event) => sign(event)));
    const names = ['sent', 'paid', 'failed', 'refunded'];
    for (let round = 0; round < 60; round += 1) {
      const { clock } = setUp();
      const states: string[] = [];
      const setStatus = async (_id: string, status: string) => {
        await new Promise((resolve) => setTimeout(resolve, randomInt(4)));
        // A tenth of the writes fail: the event is delivered again.
        if (randomInt(10) === 0) throw new Error('the database is away');
        states.push(status);
      };
      const webhooks = payoutWebhooks({ publicKeys: keys.publicKey, clock }, { setStatus });
      const count = 1 + randomInt(signed.length);
      const arriving = shuffled([...signed.slice(0, count), ...signed.slice(0, count)]);
      const deliver = async ({ request }: (typeof signed)[number]) => {
        for (let status = 0; status !== 200 && status !== 409; ) {
          ({ status } = await webhooks.fetch(request()));
        }
      };
      if (round % 2 === 0) await Promise.all(arriving.map(deliver));
      else for (const one of arriving) await deliver(one);
      expect([arriving.length / 2, states.at(-1)]).toEqual([count, names[count - 1]]);
    }
  });

  it('is that of the mock, whose clock may stand still', async () => {
    const mock = createMock({ seed: 'order' });
    for (const type of eventRows().flatMap((row) => row.types as readonly EventType[])) {
      if (type === APPROVAL) continue;
      mock.webhooks.trigger(type);
      const events = mock.eventsOf(type) as unknown as TestEvent[];
      const seen: boolean[] = [];
      const { webhooks } = setUp();
      webhooks.on('*', async (_event, { latest }) => seen.push(await latest()));
      for (const event of events) await webhooks.fetch((await sign(event)).request());
      expect([type, seen]).toEqual([type, events.map(() => true)]);
    }
  });

  it('is kept apart by resource, and by what a handler keeps of it', async () => {
    const { webhooks } = setUp();
    const seen: unknown[] = [];
    webhooks.on('CARD.STATE_CHANGE', async ({ id }, { latest }) =>
      seen.push([id, await latest(), await latest('state')]),
    );
    webhooks.on('CARD.FUNDING_SOURCE_CHANGE', async ({ id }, { latest }) =>
      seen.push([id, await latest()]),
    );
    const card = (id: string, type: string, cardId: string, second: string) =>
      sign({
        id,
        type,
        timestamp: '2026-01-05T09:00:00Z',
        data: { id: cardId, state: 'FROZEN', updatedAt: `2026-01-05T09:00:0${second}Z` },
      });
    for (const one of [
      await card('a', 'CARD.FUNDING_SOURCE_CHANGE', 'Card:1', '2'),
      await card('b', 'CARD.STATE_CHANGE', 'Card:1', '1'),
      await card('c', 'CARD.STATE_CHANGE', 'Card:2', '1'),
    ]) {
      expect((await webhooks.fetch(one.request())).status).toBe(200);
    }
    expect(seen).toEqual([
      ['a', true],
      ['b', false, true],
      ['c', true, true],
    ]);
  });

  it('is open for an event without a resource, and kept for a request for approval', async () => {
    const { webhooks, failures } = setUp();
    const seen: boolean[] = [];
    webhooks.on('*', async (_event, { latest }) => seen.push(await latest()));
    webhooks.on(APPROVAL, async (_event, { latest }) => {
      seen.push(await latest());
      return approve();
    });
    for (const event of [{ ...payment, type: 'TEST' }, approvalRequest]) {
      const { data: _data, ...test } = event;
      const { request } = await sign(event.type === 'TEST' ? test : event);
      expect((await webhooks.fetch(request())).status).toBe(200);
    }
    await eventually(() => expect([seen, failures]).toEqual([[true, true, true], []]));
  });

  it('needs a store that keeps it; one that fails is a 500', async () => {
    const advance = () => Promise.reject(new Error('away'));
    for (const [store, cause] of [
      [storeWith(), { code: 'CONFIGURATION', option: 'store' }],
      [storeWith({ advance }), { code: 'WEBHOOK_STORE_FAILED' }],
    ] as const) {
      const { webhooks, failures } = setUp({ store });
      webhooks.on(COMPLETED, (_event, { latest }) => latest());
      expect((await webhooks.fetch((await sign(payment)).request())).status).toBe(500);
      expect(failures).toMatchObject([{ error: { cause } }]);
    }
  });
});
