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
