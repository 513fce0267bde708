import type { Card, OutgoingTransaction } from '@org/payments-contract';
import { describe, expectTypeOf, test } from 'vitest';
import {
  approve,
  createWebhookHandler,
  type EventOf,
  isKnownEvent,
  type KnownEvent,
  type UnknownEvent,
  type WebhookEvent,
} from './index.ts';

declare const event: WebhookEvent;
const webhooks = createWebhookHandler({ publicKeys: '' });

describe('an event', () => {
  test('has the data of its type', () => {
    if (event.type === 'CARD.STATE_CHANGE') {
      expectTypeOf(event).toEqualTypeOf<EventOf<'CARD.STATE_CHANGE'>>();
      expectTypeOf(event.data).toEqualTypeOf<Card>();
    }
    switch (event.type) {
      case 'OUTGOING_PAYMENT.COMPLETED':
      case 'OUTGOING_PAYMENT.FAILED':
        expectTypeOf(event.data).toEqualTypeOf<OutgoingTransaction>();
        break;
      case 'TEST':
        expectTypeOf(event.data).toEqualTypeOf<undefined>();
        break;
      default:
    }
  });

  test('of an unknown type is distinguished from the known ones', () => {
    if (isKnownEvent(event)) expectTypeOf(event).toEqualTypeOf<KnownEvent>();
    else {
      expectTypeOf(event).toEqualTypeOf<UnknownEvent>();
      expectTypeOf(event.data).toEqualTypeOf<unknown>();
      expectTypeOf(event.type).toExtend<string>();
    }
  });

  test('of a misspelt type does not compile', () => {
    // @ts-expect-error not a type of event
    if (event.type === 'CARD.STATE_CHANGED') event.data;
  });
});

describe('a handler', () => {
  test('receives the event of its type', () => {
    webhooks
      .on('OUTGOING_PAYMENT.COMPLETED', ({ data, type }, { signal }) => {
        expectTypeOf(data).toEqualTypeOf<OutgoingTransaction>();
        expectTypeOf(type).toEqualTypeOf<'OUTGOING_PAYMENT.COMPLETED'>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      })
      .on('*', (one) => expectTypeOf(one).toEqualTypeOf<WebhookEvent>())
      .onUnknown((one) => expectTypeOf(one).toEqualTypeOf<UnknownEvent>());
  });

  test('may return anything, but must decide on an incoming payment', () => {
    webhooks.on('TEST', async () => 7);
    webhooks.on('INCOMING_PAYMENT.PENDING', async () => approve());
    // @ts-expect-error no decision
    webhooks.on('INCOMING_PAYMENT.PENDING', () => undefined);
    // @ts-expect-error not a decision
    webhooks.on('INCOMING_PAYMENT.PENDING', () => ({ decision: 'accept' }));
  });

  test('of a misspelt type does not compile', () => {
    // @ts-expect-error not a type of event
    webhooks.on('OUTGOING_PAYMENT.COMPLETE', () => undefined);
    // @ts-expect-error not a type of event
    webhooks.on('outgoing_payment.completed', () => undefined);
  });
});

describe('public keys', () => {
  test('are strings, or a function that returns them', () => {
    createWebhookHandler({ publicKeys: ['a', undefined] });
    createWebhookHandler({ publicKeys: () => 'a' });
    createWebhookHandler({
      publicKeys: async ({ signal }) => {
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        return ['a', undefined];
      },
    });
    // @ts-expect-error not a key
    createWebhookHandler({ publicKeys: async () => 7 });
    expectTypeOf(webhooks.check()).toEqualTypeOf<Promise<void> | undefined>();
  });
});
