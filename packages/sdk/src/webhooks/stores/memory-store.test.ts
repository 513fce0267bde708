import { expect, it } from 'vitest';
import { FakeClock } from '../../../test/fake-clock.ts';
import { describeStore } from '../../../test/webhooks/store-suite.ts';
import { memoryStore } from './memory-store.ts';

const clock = new FakeClock();
const shared = memoryStore({ clock });
describeStore('memoryStore', {
  open: () => shared,
  elapse: (milliseconds) => clock.advance(milliseconds),
});

it('evicts the oldest handled event beyond its limit, and never a claim', async () => {
  const store = memoryStore({ maxEvents: 2, clock: new FakeClock() });
  await store.claim('running', 'a', 1000, 'digest');
  for (const id of ['1', '2', '3']) {
    expect(await store.claim(id, 'a', 1000, 'digest')).toBe('claimed');
    expect(await store.complete(id, 'a', 1000, 'digest')).toBe(true);
  }
  expect(await store.claim('1', 'b', 1000, 'digest')).toBe('claimed');
  expect(await store.claim('2', 'b', 1000, 'digest')).toBe('done');
  expect(await store.claim('3', 'b', 1000, 'digest')).toBe('done');
  expect(await store.claim('running', 'b', 1000, 'digest')).toBe('busy');
});

it('refuses a limit that is not a number of events', () => {
  for (const maxEvents of [0, -1, 1.5, Number.NaN]) {
    expect(() => memoryStore({ maxEvents })).toThrow(/whole number above 0/);
  }
});
