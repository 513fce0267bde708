import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/fake-clock.ts';
import { StepQueue } from './step-queue.ts';

const busy = Object.assign(new Error('database is locked'), { errcode: 5 });

/** Runs all that does not wait for a timer. */
async function microtasks(): Promise<void> {
  for (let turn = 0; turn < 2000; turn += 1) await Promise.resolve();
}

/** A file on a clock of its own, with a lock that another process holds or not. */
function fileWithLock() {
  const clock = new FakeClock();
  const file = { isLocked: true, attempts: 0 };
  const queue = new StepQueue(clock);
  const done: string[] = [];
  const run = (name: string, step: () => void = () => undefined) =>
    queue.run(() => {
      file.attempts += 1;
      if (file.isLocked) throw busy;
      step();
      done.push(name);
      return name;
    });
  return { clock, file, done, run };
}

describe('the steps on a file', () => {
  it('make one attempt at a time while it is locked, and run in their order then', async () => {
    const { clock, file, done, run } = fileWithLock();
    const names = Array.from({ length: 500 }, (_, index) => `step ${index}`);
    const steps = names.map((name) => run(name));
    for (let poll = 1; poll <= 20; poll += 1) {
      await microtasks();
      expect([file.attempts, clock.pending]).toEqual([poll, 1]);
      clock.advance(10);
    }
    file.isLocked = false;
    await microtasks();
    clock.advance(10);
    expect(await Promise.all(steps)).toEqual(names);
    expect(done).toEqual(names);
  });

  it('leave the event loop to others after a few milliseconds', async () => {
    const { clock, file, done, run } = fileWithLock();
    file.isLocked = false;
    const takeTime = () => clock.advance(1);
    // A step takes 1 ms, and what waited for it another one.
    const steps = Array.from({ length: 30 }, (_, index) =>
      run(`${index}`, takeTime).then(takeTime),
    );
    const counts: number[] = [];
    while (done.length < 30) {
      await microtasks();
      counts.push(done.length);
      clock.advance(0);
    }
    await Promise.all(steps);
    expect(Math.max(...counts.map((count, index) => count - (counts[index - 1] ?? 0)))).toBe(3);
  });

  it('give up after 10 seconds of a lock, each on its own', async () => {
    const { clock, file, run } = fileWithLock();
    const first = run('first');
    await microtasks();
    clock.advance(5000);
    const second = run('second');
    const failed = expect(first).rejects.toBe(busy);
    for (let time = 5000; time <= 10_010; time += 10) {
      await microtasks();
      clock.advance(10);
    }
    await failed;
    file.isLocked = false;
    await microtasks();
    clock.advance(10);
    expect(await second).toBe('second');
    expect(clock.pending).toBe(0);
  });

  it('that fail for another reason reject at once, and the next ones run', async () => {
    const { file, run } = fileWithLock();
    file.isLocked = false;
    const failing = run('failing', () => {
      throw new Error('disk full');
    });
    const next = run('next');
    await expect(failing).rejects.toThrow('disk full');
    expect(await next).toBe('next');
  });
});
