import { eventRows } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { createMock } from '../index.ts';

test('rule 93: every type of event can be triggered, once each, as the contract defines it', () => {
  for (const type of eventRows().flatMap(({ types }) => types)) {
    const mock = createMock({ checkResponses: true });
    const { id } = mock.webhooks.trigger(type);
    const own = mock.events.filter((event) => event.type === type);
    expect(own.map((event) => event.id)).toEqual([id]);
    expect(mock.eventsOf(type as 'TEST')).toHaveLength(1);
  }
  const mock = createMock();
  expect(() => mock.webhooks.trigger('CARD.LOST')).toThrow(/CARD.LOST.*CARD.STATE_CHANGE/);
  expect(() => mock.eventsOf('CARDS' as 'CARD')).toThrow(/CARDS is not a type of event/);
});
