import { describe, expect, test } from 'vitest';
import type { Observation, Outcome, ReadObservation } from './observations.ts';
import { type Sending, type SentRequest, verdict } from './verdict.ts';

const SENT = Date.parse('2026-01-05T09:00:00Z');
const SETTLED = 150_000;
const write: Sending = { rule: 'never', isPreparing: false, leg: undefined, hasKey: false };
const keyed: Sending = { rule: 'keyed', isPreparing: false, leg: undefined, hasKey: true };
const request = (sending: Sending): SentRequest => ({
  sending,
  timing: { sentAt: SENT, sameProcess: true, clockOffset: 0 },
});

function readAfter(milliseconds: number, shows: Outcome = 'not-applied'): ReadObservation {
  const at = SENT + milliseconds;
  return { kind: 'read', at, date: at, age: 0, shows };
}

const lost: Observation = { kind: 'sent', at: SENT, why: 'network' };
const unsent: Observation = { kind: 'unsent', at: SENT, why: 'network' };
const refused: Observation = {
  kind: 'service-response',
  at: SENT,
  response: 'refused',
  isTransient: false,
};
const repeated = (milliseconds: number, shows: Outcome): Observation => ({
  kind: 'repeat-with-key',
  at: SENT + milliseconds,
  shows,
});
const recorded = (milliseconds: number, shows: Outcome): Observation => ({
  kind: 'recorded',
  at: SENT + milliseconds,
  shows,
});
const NOW = SENT + 1_000_000;

describe('a read that does not show a lost write', () => {
  test('proves it once it is late enough, and names the time to ask again before', () => {
    const early = readAfter(SETTLED - 10_000);
    expect(verdict(request(write), [lost, early], NOW)).toEqual({
      outcome: 'unknown',
      because: [lost, early],
      mayRepeat: false,
      askAgainAt: NOW + 10_000,
    });
    const late = readAfter(SETTLED);
    expect(verdict(request(write), [lost, early, late], NOW)).toEqual({
      outcome: 'not-applied',
      because: [late],
      mayRepeat: true,
    });
  });

  test('names the earliest of the times to ask again', () => {
    const reads = [readAfter(0), readAfter(SETTLED - 7), readAfter(SETTLED - 9)];
    expect(verdict(request(write), [lost, ...reads], NOW)).toMatchObject({ askAgainAt: NOW + 7 });
  });

  test('proves nothing without the time of the write', () => {
    const found = verdict({ sending: write }, [lost, readAfter(10 * SETTLED)], NOW);
    expect(found).toMatchObject({ outcome: 'unknown', askAgainAt: undefined });
  });

  test('that shows nothing either way names no time to ask again', () => {
    const found = verdict(request(keyed), [lost, readAfter(0, 'unknown')], NOW);
    expect(found).toMatchObject({ outcome: 'unknown', mayRepeat: true, askAgainAt: undefined });
  });
});

describe('a read that shows a lost write', () => {
  const shown = readAfter(SETTLED, 'applied');

  test('is the outcome', () => {
    expect(verdict(request(write), [lost, shown], NOW)).toMatchObject({ outcome: 'applied' });
  });

  test.each([
    ['comes from a cache', { age: 60 }, 1_000],
    ['was made before the write by the clock of the service', { date: SENT - 5_000 }, 3_000],
  ])('and %s is not: another may have written it before', (_how, facts, wait) => {
    expect(verdict(request(write), [lost, { ...shown, ...facts }], NOW)).toMatchObject({
      outcome: 'unknown',
      askAgainAt: NOW + wait,
    });
  });

  test('is the outcome although the clock of the service, which no response has shown, is slow', () => {
    const timing = { sentAt: SENT, sameProcess: true };
    const slow = { ...shown, date: SENT - 300_000 };
    expect(verdict({ sending: write, timing }, [lost, slow], NOW).outcome).toBe('applied');
    const slower = { ...shown, date: SENT - 303_000 };
    expect(verdict({ sending: write, timing }, [lost, slower], NOW).outcome).toBe('unknown');
  });
});

describe('a repeat with the key', () => {
  test('that was accepted is the outcome', () => {
    const accepted = repeated(1_000, 'applied');
    expect(verdict(request(keyed), [lost, accepted], NOW)).toEqual({
      outcome: 'applied',
      because: [accepted],
      mayRepeat: false,
    });
  });

  test('that was refused leaves the first request open', () => {
    const found = verdict(request(keyed), [lost, repeated(1_000, 'not-applied')], NOW);
    expect(found).toMatchObject({ outcome: 'unknown', because: [lost], mayRepeat: true });
  });

  test('that was lost must settle too', () => {
    const seen = [lost, repeated(500_000, 'unknown')];
    // The time to settle, and how far a `Date` may be off.
    const early = verdict(request(keyed), [...seen, readAfter(500_000 + 29_999)], NOW);
    expect(early).toMatchObject({ outcome: 'unknown', askAgainAt: NOW + 1 });
    const late = verdict(request(keyed), [...seen, readAfter(500_000 + 30_000)], NOW);
    expect(late).toMatchObject({ outcome: 'not-applied' });
  });
});

describe('a request', () => {
  test('is safe to repeat with a key of an operation that takes one', () => {
    const repeats = [
      [write, false],
      [keyed, true],
      [{ ...keyed, hasKey: false }, false],
      [{ ...write, hasKey: true }, false],
      [{ ...keyed, leg: 2 }, false],
    ] as const;
    for (const [sending, mayRepeat] of repeats) {
      expect(verdict({ sending }, [lost], NOW)).toMatchObject({ outcome: 'unknown', mayRepeat });
    }
  });

  test('that changes nothing was not applied, whatever was seen', () => {
    for (const sending of [
      { ...write, rule: 'safe' },
      { ...write, isPreparing: true, leg: 1 },
    ] as const) {
      expect(verdict({ sending }, [lost], NOW)).toEqual({
        outcome: 'not-applied',
        because: [lost],
        mayRepeat: true,
      });
    }
  });

  test('that did not leave, or was refused, was not applied, whatever a read shows', () => {
    const seen = [unsent, refused, readAfter(0, 'unknown'), readAfter(0)];
    expect(verdict(request(write), seen, NOW)).toEqual({
      outcome: 'not-applied',
      because: seen,
      mayRepeat: true,
    });
  });
});

describe('a recorded verdict', () => {
  test.each(['applied', 'not-applied'] as const)('of %s is the outcome', (outcome) => {
    expect(verdict(request(write), [recorded(1_000, outcome)], NOW).outcome).toBe(outcome);
  });

  test('of a keyed write that stayed open may hide a repeat, which must settle', () => {
    const seen = [recorded(500_000, 'unknown'), readAfter(SETTLED)];
    expect(verdict(request(write), seen, NOW).outcome).toBe('not-applied');
    expect(verdict(request(keyed), seen, NOW).outcome).toBe('unknown');
    const late = [...seen, readAfter(530_000)];
    expect(verdict(request(keyed), late, NOW).outcome).toBe('not-applied');
  });
});
