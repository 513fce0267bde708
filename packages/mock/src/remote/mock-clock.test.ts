import { expect, onTestFinished, test } from 'vitest';
import { serve as served } from '../../test/support/served.ts';
import { createMock, type Mock } from '../mock.ts';
import { readEvents, type ServerEvent } from './event-stream.ts';
import { mockClock } from './index.ts';

async function serve(mock: Mock) {
  const { server } = await served({}, mock);
  const move = (body: object) =>
    fetch(`${server.url}/__mock/clock`, { method: 'POST', body: JSON.stringify(body) });
  const clock = await mockClock(server.url);
  onTestFinished(() => clock.close());
  return { server, clock, move };
}

/** Resolves once a condition holds, which events of the network cause. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}

test('a clock that stands still is followed before its move ends', async () => {
  const mock = createMock({ now: '2026-01-05T09:00:00Z' });
  const { clock, move } = await serve(mock);
  expect(clock.now()).toBe(mock.clock.now());
  const times: [mock: number, follower: number][] = [];
  // What becomes due at the new time is delivered here.
  mock.onChange(() => times.push([mock.clock.now(), clock.now()]));
  await move({ advance: { days: 1 } });
  await move({ set: '2026-01-01T00:00:00Z' });
  await until(() => times.length > 1);
  expect(times).toEqual([
    [Date.parse('2026-01-06T09:00:00Z'), Date.parse('2026-01-06T09:00:00Z')],
    [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2026-01-01T00:00:00Z')],
  ]);
});

test('moves in the process and resets are followed too', async () => {
  const mock = createMock({ now: '2026-01-05T09:00:00Z' });
  const { clock } = await serve(mock);
  mock.clock.advance({ hours: 2 });
  await until(() => clock.now() === Date.parse('2026-01-05T11:00:00Z'));
  mock.reset();
  await until(() => clock.now() === Date.parse('2026-01-05T09:00:00Z'));
});

test('a clock that runs continues between the moves', async () => {
  let now = Date.parse('2026-01-05T09:00:00Z');
  const { clock, move } = await serve(createMock({ now: () => now }));
  const before = clock.now();
  await until(() => clock.now() > before);
  now += 1;
  await move({ advance: { minutes: 16 } });
  // Each time arrives some milliseconds later than it was read.
  expect(clock.now() - before).toBeGreaterThan(15 * 60_000);
});

test('a refused move changes neither clock', async () => {
  const mock = createMock({ now: '2026-01-05T09:00:00Z' });
  const { clock, move } = await serve(mock);
  expect((await move({ advance: { minutes: 'five' } })).status).toBe(400);
  expect((await move({ set: 'soon' })).status).toBe(400);
  expect(clock.now()).toBe(mock.clock.now());
});

test('a follower that does not confirm delays a move by a second at most', async () => {
  const mock = createMock({ now: '2026-01-05T09:00:00Z' });
  const { server, move } = await serve(mock);
  const silent = new AbortController();
  onTestFinished(() => silent.abort());
  await fetch(`${server.url}/__mock/clock/follow`, { signal: silent.signal });
  expect((await move({ advance: { minutes: 1 } })).status).toBe(200);
  expect(mock.clock.now()).toBe(Date.parse('2026-01-05T09:01:00Z'));
});

test('a clock that cannot be read is an error', async () => {
  const { server } = await serve(createMock());
  await expect(mockClock(`${server.url}/worlds/none/`)).rejects.toThrow('responded with 404');
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
