import { randomInt } from 'node:crypto';
import { eventRows } from '@org/payments-contract/events';
import { createMock } from '@org/payments-mock';
import { describe, expect, it } from 'vitest';
import { payoutWebhooks } from '../../../../../examples/payout/webhooks.ts';
import { eventually } from '../../../test/eventually.ts';
import {
  approvalRequest,
  keys,
  payment,
  setUp,
  sign,
  storeWith,
} from '../../../test/webhooks/samples.ts';
import { approve, type EventType } from '../index.ts';
import type { TestEvent } from '../testing/index.ts';

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
