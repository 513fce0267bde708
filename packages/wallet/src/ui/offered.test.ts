import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Offered } from './offered.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sign-ins with a number each, of which the first ones have little time. Milliseconds. */
function numbered(...lives: readonly number[]) {
  const made: { readonly number: number; end: number; timeLeft(): number }[] = [];
  const create = vi.fn(async () => {
    const prepared = {
      number: made.length + 1,
      end: Date.now() + (lives[made.length] ?? 60_000),
      timeLeft: () => Math.max(0, prepared.end - Date.now()),
    };
    made.push(prepared);
    return prepared;
  });
  return { create, made };
}

it('keeps what can still be used, and replaces what was used', async () => {
  const { create, made } = numbered();
  const offered = new Offered(create);
  await offered.prepare();
  await offered.prepare();
  expect(offered.prepared?.number).toBe(1);
  for (const one of made) one.end = 0;
  await offered.prepare();
  expect(offered.prepared?.number).toBe(2);
  offered.stop();
});

it('replaces what expires, and takes the offer of the former back', async () => {
  const { create, made } = numbered(300_000);
  const signals: AbortSignal[] = [];
  const offered = new Offered(create, (_prepared, signal) => void signals.push(signal));
  await offered.prepare();
  await vi.advanceTimersByTimeAsync(299_999);
  expect(signals).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(offered.prepared).toBe(made[1]);
  offered.stop();
  expect(signals[1]?.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(create).toHaveBeenCalledTimes(2);
});

it.each([0, 1, 9_000])(
  'asks no more than once in ten seconds, also for challenges that live %i ms',
  async (life) => {
    const { create } = numbered(...Array<number>(20).fill(life));
    const offered = new Offered(create);
    await offered.prepare();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(create.mock.calls.length).toBeLessThanOrEqual(6);
    offered.stop();
  },
);

it('has nothing to offer when that cannot be prepared, and after it was stopped meanwhile', async () => {
  const offer = vi.fn();
  const failing = new Offered(() => Promise.reject(new Error('offline')), offer);
  await failing.prepare();
  expect(failing.prepared).toBeUndefined();
  const stopped = new Offered(numbered().create, offer);
  const preparing = stopped.prepare();
  stopped.stop();
  await preparing;
  expect(stopped.prepared).toBeUndefined();
  // As after a step that fails once its element has left the page.
  await stopped.prepare();
  expect(stopped.prepared).toBeUndefined();
  expect(offer).not.toHaveBeenCalled();
});
