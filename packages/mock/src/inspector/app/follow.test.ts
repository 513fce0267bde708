import { expect, test, vi } from 'vitest';
import { follow } from './follow.ts';

test('a change during a reading is read after it, and a reading that failed is repeated', async () => {
  vi.useFakeTimers();
  const readings: PromiseWithResolvers<string>[] = [];
  const shown: (string | undefined)[] = [];
  const stopping = new AbortController();
  let change = () => {};
  const source = {
    read() {
      readings.push(Promise.withResolvers<string>());
      return readings.at(-1)?.promise ?? Promise.reject(new Error('no reading'));
    },
    awaitChanges(onChange: () => void) {
      change = onChange;
      return new Promise<void>(() => {});
    },
  };
  const end = follow(source, (state) => shown.push(state), stopping.signal);
  change();
  await vi.advanceTimersByTimeAsync(500);
  expect(readings.length).toBe(1);
  readings[0]?.resolve('older');
  await vi.advanceTimersByTimeAsync(80);
  readings[1]?.reject(new TypeError('fetch failed'));
  await vi.advanceTimersByTimeAsync(1999);
  expect([shown, readings.length]).toEqual([['older', undefined], 2]);
  await vi.advanceTimersByTimeAsync(81);
  stopping.abort();
  readings[2]?.resolve('too late');
  await end;
  expect(shown).toEqual(['older', undefined]);
  vi.useRealTimers();
});
