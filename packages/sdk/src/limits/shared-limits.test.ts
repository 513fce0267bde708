import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SharedLimits } from './shared-limits.ts';

const own = vi.fn((callback: () => void, milliseconds: number) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
});
let limits: SharedLimits;

beforeEach(() => {
  vi.useFakeTimers();
  limits = new SharedLimits(own);
});

afterEach(() => {
  vi.useRealTimers();
  own.mockClear();
});

describe('limits of one length', () => {
  test('are each reached after their own time, on one timer', () => {
    const reached: string[] = [];
    limits.start(() => reached.push('first'), 1_000);
    vi.advanceTimersByTime(400);
    limits.start(() => reached.push('second'), 1_000);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(599);
    expect(reached).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(reached).toEqual(['first']);
    vi.advanceTimersByTime(399);
    expect(reached).toEqual(['first']);
    vi.advanceTimersByTime(1);
    expect(reached).toEqual(['first', 'second']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('are not reached once cancelled, and the next one is reached on time', () => {
    const reached: string[] = [];
    limits.start(() => reached.push('cancelled'), 1_000)();
    vi.advanceTimersByTime(700);
    limits.start(() => reached.push('kept'), 1_000);
    vi.advanceTimersByTime(999);
    expect(reached).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(reached).toEqual(['kept']);
  });

  test('may be cancelled in any order, and twice', () => {
    const reached: number[] = [];
    const cancel = [0, 1, 2, 3, 4].map((index) => limits.start(() => reached.push(index), 1_000));
    for (const index of [2, 0, 4, 2, 0]) cancel[index]?.();
    cancel.push(limits.start(() => reached.push(5), 1_000));
    cancel[3]?.();
    vi.advanceTimersByTime(1_000);
    expect(reached).toEqual([1, 5]);
    for (const each of cancel) each();
    limits.start(() => reached.push(6), 1_000);
    vi.advanceTimersByTime(1_000);
    expect(reached).toEqual([1, 5, 6]);
  });

  test('may be started and cancelled while one is reached', () => {
    const reached: string[] = [];
    limits.start(() => {
      reached.push('first');
      cancelSecond();
      limits.start(() => reached.push('third'), 1_000);
    }, 1_000);
    const cancelSecond = limits.start(() => reached.push('second'), 1_000);
    vi.advanceTimersByTime(1_000);
    expect(reached).toEqual(['first']);
    vi.advanceTimersByTime(1_000);
    expect(reached).toEqual(['first', 'third']);
  });

  test('are reached after one whose callback threw', () => {
    const reached: string[] = [];
    const thrown = new Error('of a callback');
    limits.start(() => {
      throw thrown;
    }, 1_000);
    limits.start(() => reached.push('due at the same time'), 1_000);
    vi.advanceTimersByTime(400);
    limits.start(() => reached.push('due later'), 1_000);
    expect(() => vi.advanceTimersByTime(600)).toThrow(thrown);
    vi.advanceTimersByTime(1);
    expect(reached).toEqual(['due at the same time']);
    vi.advanceTimersByTime(399);
    expect(reached).toEqual(['due at the same time', 'due later']);
    limits.start(() => reached.push('started afterwards'), 1_000);
    vi.advanceTimersByTime(1_000);
    expect(reached).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('are reached where only the timers are simulated', () => {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const callback = vi.fn();
    limits.start(callback, 1_000);
    vi.advanceTimersByTime(1_000);
    expect(callback).toHaveBeenCalledOnce();
  });
});

describe('the timer', () => {
  test('keeps the process alive only while a limit is under way', () => {
    vi.useRealTimers();
    const started = vi.spyOn(globalThis, 'setTimeout');
    const cancel = [limits.start(vi.fn(), 5_000), limits.start(vi.fn(), 5_000)];
    const timer = started.mock.results[0]?.value as NodeJS.Timeout;
    expect(timer.hasRef()).toBe(true);
    cancel[0]?.();
    cancel[0]?.();
    expect(timer.hasRef()).toBe(true);
    cancel[1]?.();
    expect(timer.hasRef()).toBe(false);
    const third = limits.start(vi.fn(), 5_000);
    expect(timer.hasRef()).toBe(true);
    third();
    expect(timer.hasRef()).toBe(false);
    expect(started).toHaveBeenCalledOnce();
    clearTimeout(timer);
    started.mockRestore();
  });

  test('of a simulated clock does not decide limits of the real one', () => {
    limits.start(vi.fn(), 1_000);
    vi.useRealTimers();
    const started = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(1 as never);
    limits.start(vi.fn(), 1_000)();
    expect(started).toHaveBeenCalledOnce();
    started.mockRestore();
  });

  test('is one for each limit where lengths are many, or the runtime is not Node', () => {
    for (let length = 1; length <= 8; length += 1) limits.start(vi.fn(), length * 1_000);
    expect(own).not.toHaveBeenCalled();
    limits.start(vi.fn(), 500);
    limits.start(vi.fn(), 0.5);
    expect(own).toHaveBeenCalledTimes(2);
    vi.stubGlobal('Bun', {});
    new SharedLimits(own).start(vi.fn(), 1_000);
    expect(own).toHaveBeenCalledTimes(3);
    vi.unstubAllGlobals();
  });
});
