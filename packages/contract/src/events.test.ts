import { expect, expectTypeOf, test } from 'vitest';
import {
  type Card,
  type EventOf,
  eventRows,
  findEvent,
  type OutgoingTransaction,
} from './index.ts';

test('each of the 43 or more types of webhook event is in one group', () => {
  const types = eventRows().flatMap((row) => row.types);
  expect(types.length).toBeGreaterThanOrEqual(43);
  expect(new Set(types).size).toBe(types.length);
  for (const type of types) expect(type).toMatch(/^(?:[A-Z_]+\.[A-Z_]+|TEST)$/);
});

test('only the approval request and the test event are delivered once', () => {
  const once = eventRows().filter(({ isRetried }) => isRetried === false);
  expect(once.flatMap(({ types }) => types).sort()).toEqual(['INCOMING_PAYMENT.PENDING', 'TEST']);
});

test('an endpoint can approve, postpone or reject an incoming payment, or ask for more information', () => {
  const responses = findEvent('INCOMING_PAYMENT.PENDING')?.responses ?? {};
  expect(Object.keys(responses)).toEqual(['200', '202', '403', '422']);
});

test("an event's type determines the type of its data", () => {
  expectTypeOf<EventOf<'CARD.STATE_CHANGE'>['data']>().toEqualTypeOf<Card>();
  expectTypeOf<
    EventOf<'OUTGOING_PAYMENT.COMPLETED'>['data']
  >().toEqualTypeOf<OutgoingTransaction>();
  expectTypeOf<EventOf<'TEST'>['data']>().toEqualTypeOf<undefined>();
});
