import { eventRows } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { compose } from '../engine/compose.ts';
import { createMock } from '../index.ts';
import { resolveSettings } from '../settings.ts';
import { createWorld } from '../world.ts';
import { trigger } from './webhooks.ts';

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

test('an event with data whose area has no recipe is refused by name, and one without data is emitted', () => {
  const world = createWorld(resolveSettings({}), compose([], [], []));
  expect(() => trigger(world, 'CARD.STATE_CHANGE')).toThrow(
    'CARD.STATE_CHANGE cannot be triggered: no area of the mock has a recipe for CARD',
  );
  expect(trigger(world, 'TEST')).toMatchObject({ type: 'TEST' });
});
