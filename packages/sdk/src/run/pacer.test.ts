import { wait } from '@org/payments-contract/internal';
import { expect, test } from 'vitest';
import { FakeClock } from '../../test/fake-clock.ts';
import { Pacer } from './pacer.ts';
import type { Pace, RunSession } from './run-state.ts';

/** Two workers of one state, and when each of their steps was sent, in milliseconds. */
function workers(maxRate: number | undefined) {
  const clock = new FakeClock();
  const began = clock.now();
  let [nextAt, pausedUntil, changedAt] = [0, 0, 0];
  let perSecond: number | undefined;
  const pace = async (): Promise<Pace> => {
    return { perSecond, age: clock.now() - changedAt, pause: pausedUntil - clock.now() };
  };
  const session = {
    pace,
    async reserve(interval: number) {
      nextAt = Math.max(nextAt, clock.now()) + interval;
      return nextAt - interval - clock.now();
    },
    slow(pause: number, rate: number) {
      [pausedUntil, changedAt, perSecond] = [clock.now() + pause, clock.now(), rate];
      return pace();
    },
  } as RunSession;
  const [one, other] = [0, 1].map(() => new Pacer(session, clock, maxRate)) as [Pacer, Pacer];
  const sent: number[] = [];
  const gaps: number[] = [];
  /** Sends an item of two steps, the second one 10 ms after the first. */
  const pay = async (pacer: Pacer) => {
    await pacer.turn(true, undefined);
    const first = sent.push(clock.now() - began);
    await wait(clock, 10, undefined);
    await pacer.turn(false, undefined);
    sent.push(clock.now() - began);
    gaps.push((sent.at(-1) ?? 0) - (sent[first - 1] ?? 0));
  };
  /** Begins twenty items at once, by both workers in turn. */
  const payAll = () => {
    for (let at = 0; at < 20; at += 1) void pay(at % 2 === 0 ? one : other);
  };
  const pass = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 10) {
      await new Promise(setImmediate);
      clock.advance(10);
    }
    await new Promise(setImmediate);
  };
  return { one, other, sent, gaps, pay, payAll, pass };
}

test('all workers together stay within the rate, and no later step waits behind the first ones', async () => {
  const { sent, gaps, payAll, pass } = workers(4);
  payAll();
  await pass(11_000);
  expect(sent).toHaveLength(40);
  for (const [at, time] of sent.slice(4).entries()) {
    expect(time - (sent[at] ?? 0)).toBeGreaterThanOrEqual(990);
  }
  expect(Math.max(...gaps)).toBeLessThanOrEqual(2000);
});

test('a pause that one worker meets holds what waits for its turn, and the other workers', async () => {
  const { one, sent, payAll, pass } = workers(10);
  payAll();
  await pass(500);
  const before = sent.length;
  await one.slow(30_000);
  await pass(29_900);
  // What the other one sends until it notices.
  expect(sent.slice(before).filter((time) => time > 750)).toEqual([]);
  await pass(30_000);
  expect(sent).toHaveLength(40);
  const after = sent.filter((time) => time >= 30_500);
  // No burst at its end.
  expect(after.filter((time) => time < 31_500).length).toBeLessThanOrEqual(10);
});

test('a pause that another worker meets is noticed where nothing limits the rate', async () => {
  const { one, other, sent, pay, pass } = workers(undefined);
  void pay(other);
  await pass(100);
  await one.slow(5000);
  await pass(300);
  void pay(other);
  await pass(6000);
  expect(sent).toHaveLength(4);
  expect(sent[2]).toBeGreaterThanOrEqual(5100);
});
