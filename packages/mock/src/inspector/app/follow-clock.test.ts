import { expect, test } from 'vitest';
import type { DeliveryState } from '../../webhooks/tables.ts';
import { readEvents, type ServerEvent } from './control-client.ts';
import { followClock } from './follow-clock.ts';
import { stateOf } from './webhooks.tsx';

/** A clock to follow, and a second that passes at the call of the test. */
function followed() {
  const told: string[] = [];
  let due: (() => void) | undefined;
  const state = { now: '1', reads: 0 };
  const clock = followClock({
    read: async () => {
      state.reads += 1;
      return state.now;
    },
    onTime: (now) => told.push(now),
    after: (_milliseconds, callback) => {
      due = callback;
      return () => {
        due = undefined;
      };
    },
  });
  const second = async () => {
    const callback = due;
    due = undefined;
    callback?.();
    await new Promise(setImmediate);
  };
  return { clock, state, told, second };
}

test('a clock that runs is read each second', async () => {
  const { clock, state, told, second } = followed();
  clock.seen('1');
  for (const now of ['2', '3']) {
    state.now = now;
    await second();
  }
  expect(told).toEqual(['2', '3']);
  clock.stop();
  await second();
  expect(state.reads).toBe(2);
});

test('a clock that stands still is read once after each change', async () => {
  const { clock, state, told, second } = followed();
  clock.seen('1');
  await second();
  await second();
  expect(state.reads).toBe(1);
  clock.seen('1');
  await second();
  expect(state.reads).toBe(2);
  expect(told).toEqual([]);
});

test('a time is not told when a later state was read meanwhile', async () => {
  const { clock, state, told, second } = followed();
  clock.seen('1');
  state.now = '2';
  const passed = second();
  clock.seen('3');
  await passed;
  expect(told).toEqual([]);
});

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

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

test('events are found wherever the chunks are cut', async () => {
  const text =
    'event: ready\ndata: {}\n\n: comment\n\nevent: request\ndata: {"a":\ndata: "é"}\n\ncut';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 7, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    );
    const found: ServerEvent[] = [];
    await readEvents(streamOf(chunks), (event) => found.push(event));
    expect(found).toEqual([
      { name: 'ready', data: '{}' },
      { name: 'request', data: '{"a":\n"é"}' },
    ]);
  }
});
