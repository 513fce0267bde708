import { expect, test } from 'vitest';
import type { DeliveryState } from '../../webhooks/tables.ts';
import { stateOf } from './webhooks.tsx';

const to = (target: string, state: DeliveryState) => ({ target, state });

test('an event has the worst state of its endpoints', () => {
  expect(stateOf([])).toBeUndefined();
  expect(stateOf([to('a', 'delivered'), to('b', 'waiting')])).toBe('waiting');
  expect(stateOf([to('a', 'failed'), to('b', 'delivered')])).toBe('failed');
  expect(stateOf([to('a', 'not-sent'), to('b', 'duplicate')])).toBe('not-sent');
});

test('the last delivery to an endpoint counts, so an event that arrived when sent again is fine', () => {
  expect(stateOf([to('a', 'failed'), to('a', 'delivered')])).toBe('delivered');
  expect(stateOf([to('a', 'delivered'), to('a', 'waiting'), to('b', 'delivered')])).toBe('waiting');
});
