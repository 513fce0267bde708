import { expect, test } from 'vitest';
import { keepFresh } from './keep-fresh.ts';

/** A state whose readings the test ends, and timers that the test lets pass. */
function kept() {
  const readings = new Map<number, PromiseWithResolvers<string>>();
  const timers = new Map<() => void, number>();
  const shown: string[] = [];
  const refresher = keepFresh<string>({
    read() {
      const reading = Promise.withResolvers<string>();
      readings.set(readings.size + 1, reading);
      return reading.promise;
    },
    show: (state) => shown.push(state),
    after(milliseconds, callback) {
      timers.set(callback, milliseconds);
      return () => timers.delete(callback);
    },
  });
  /** Lets every timer pass; returns how long they were. */
  const pass = () => {
    const due = [...timers];
    timers.clear();
    for (const [callback] of due) callback();
    return due.map(([, milliseconds]) => milliseconds);
  };
  /** Ends a reading: with a state, or without one as a failure. */
  const end = async (reading: number, state?: string) => {
    if (state === undefined) readings.get(reading)?.reject(new TypeError('fetch failed'));
    else readings.get(reading)?.resolve(state);
    await new Promise(setImmediate);
  };
  return { refresher, readings, shown, pass, end };
}

test('changes within a moment are read at once', async () => {
  const { refresher, readings, shown, pass, end } = kept();
  refresher.changed();
  refresher.changed();
  expect(pass()).toEqual([80]);
  await end(1, 'a');
  expect({ shown, readings: readings.size, left: pass() }).toEqual({
    shown: ['a'],
    readings: 1,
    left: [],
  });
});

test('a change during a reading is read after it, so that no older state is shown last', async () => {
  const { refresher, readings, shown, pass, end } = kept();
  refresher.changed();
  pass();
  refresher.changed();
  expect({ left: pass(), readings: readings.size }).toEqual({ left: [], readings: 1 });
  await end(1, 'older');
  expect(pass()).toEqual([80]);
  await end(2, 'newer');
  expect({ shown, left: pass() }).toEqual({ shown: ['older', 'newer'], left: [] });
});

test('a reading that failed is repeated, after longer', async () => {
  const { refresher, shown, pass, end } = kept();
  refresher.changed();
  pass();
  refresher.changed();
  await end(1);
  expect(pass()).toEqual([1000]);
  await end(2, 'a');
  expect({ shown, left: pass() }).toEqual({ shown: ['a'], left: [] });
});

test('one that was stopped reads again with the next change', async () => {
  const { refresher, readings, shown, pass, end } = kept();
  refresher.changed();
  pass();
  refresher.changed();
  refresher.stop();
  await end(1);
  expect({ left: pass(), readings: readings.size }).toEqual({ left: [], readings: 1 });
  refresher.changed();
  refresher.stop();
  expect(pass()).toEqual([]);
  refresher.changed();
  pass();
  await end(2, 'a');
  expect(shown).toEqual(['a']);
});
