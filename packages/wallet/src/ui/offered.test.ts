import { expect, it, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { Offered } from './offered.ts';

/** Sign-ins with a number each, of which the first ones have little time. Milliseconds. */
function numbered(...lives: readonly number[]) {
  const made: { readonly number: number; left: number; timeLeft(): number }[] = [];
  const create = vi.fn(async () => {
    const prepared = {
      number: made.length + 1,
      left: lives[made.length] ?? 60_000,
      timeLeft: () => prepared.left,
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
  for (const one of made) one.left = 0;
  await offered.prepare();
  expect(offered.prepared?.number).toBe(2);
  offered.stop();
});

it('replaces what expires, and takes the offer of the former back', async () => {
  const { create, made } = numbered(1);
  const signals: AbortSignal[] = [];
  const offered = new Offered(create, (prepared, signal) => {
    signals.push(signal);
    if (prepared.number === 1) prepared.left = 0;
  });
  await offered.prepare();
  await eventually(() => expect(signals).toHaveLength(2));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(offered.prepared).toBe(made[1]);
  offered.stop();
  expect(signals[1]?.aborted).toBe(true);
});

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
  expect(offer).not.toHaveBeenCalled();
});
