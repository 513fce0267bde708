import { findEvent } from '@org/payments-contract/events';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { approvalRequest, deferred, setUp, sign } from '../../../test/webhooks/samples.ts';
import {
  type ApprovalDecision,
  approve,
  needMore,
  postpone,
  reject,
  type WebhookStore,
} from '../index.ts';

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
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const stream = new ReadableStream<Uint8Array>({
      start(one) {
        controller = one;
      },
    });
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body: stream,
      headers,
      duplex: 'half',
    };
    const pending = webhooks.fetch(new Request('https://a.example/', init));
    await eventually(() => expect(clock.pending).toBe(1));
    clock.advance(4000);
    controller?.enqueue(new TextEncoder().encode(body));
    controller?.close();
    await eventually(() => expect(handler).toHaveBeenCalled());
    clock.advance(500);
    expect((await pending).status).toBe(202);
  });
});
