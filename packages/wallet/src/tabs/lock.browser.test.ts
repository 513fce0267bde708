import { expect, it, vi } from 'vitest';
import { manualClock } from '../../test/app/client.ts';
import { eventually } from '../../test/eventually.ts';
import { LOCK_TIMEOUT, withLock } from './lock.ts';

const newName = () => `test:${crypto.randomUUID()}`;

/** Takes a lock as another tab would; the promise resolves once it holds it. */
function hold(name: string): Promise<() => void> {
  return new Promise((holding) => {
    const held = navigator.locks.request(
      name,
      () => new Promise<void>((release) => holding(() => release())),
    );
    // The lock may be taken from it.
    held.catch(() => {});
  });
}

const isWaiting = async (name: string) =>
  (await navigator.locks.query()).pending?.some((lock) => lock.name === name) === true;

it('waits for the other tab', async () => {
  const name = newName();
  const release = await hold(name);
  const work = vi.fn(async () => 'done');
  const locked = withLock(name, manualClock(), work);
  await expect.poll(() => isWaiting(name)).toBe(true);
  expect(work).not.toHaveBeenCalled();
  release();
  expect(await locked).toBe('done');
});

it('continues when the other tab hangs', async () => {
  const name = newName();
  const clock = manualClock();
  await hold(name);
  const work = vi.fn(async () => 'done');
  const locked = withLock(name, clock, work);
  await expect.poll(() => isWaiting(name)).toBe(true);
  clock.advance(LOCK_TIMEOUT - 1);
  expect(work).not.toHaveBeenCalled();
  clock.advance(1);
  expect(await locked).toBe('done');
  expect(work).toHaveBeenCalledTimes(1);
});

it('aborts its work when the lock is stolen', async () => {
  const name = newName();
  let end: (value: string) => void = () => {};
  const started = vi.fn();
  const locked = withLock(name, manualClock(), () => {
    started();
    return new Promise<string>((resolve) => {
      end = resolve;
    });
  });
  await eventually(() => expect(started).toHaveBeenCalled());
  await navigator.locks.request(name, { steal: true }, async () => {});
  end('done all the same');
  expect(await locked).toBe('done all the same');
});

it('rethrows an error of the work', async () => {
  const failure = new Error('work');
  await expect(withLock(newName(), manualClock(), () => Promise.reject(failure))).rejects.toBe(
    failure,
  );
});
