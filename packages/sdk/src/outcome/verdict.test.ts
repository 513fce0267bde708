import { describe, expect, test } from 'vitest';
import {
  everythingSeen,
  histories,
  type NamedSending,
  sendings,
} from '../../test/outcome-cases.ts';
import { errorAfter } from '../call/send/outcome-error.ts';
import { isRetried } from '../call/send/retry-policy.ts';
import type { AttemptObservation, Observation, Outcome, ReadObservation } from './observations.ts';
import { type Sending, type SentRequest, verdict } from './verdict.ts';

/** The verdict after an attempt, and what the client makes of it. */
function outcomeAfter(
  sending: Sending,
  earlier: readonly AttemptObservation[],
  seen: AttemptObservation,
) {
  const { outcome, mayRepeat: isSafe } = verdict({ sending }, [...earlier, seen], 0);
  const error = errorAfter(outcome, seen);
  return { outcome, isSafe, error, mayRepeat: error !== undefined && isRetried(sending, seen) };
}

/** What may have happened at the service, stated independently of how the client decides it. */
function mayBeApplied({ name }: NamedSending, attempts: readonly AttemptObservation[]): boolean {
  if (name === 'read' || name === 'leg 1, signature always due') return false;
  return attempts.some((seen) => {
    if (seen.kind === 'unsent') return false;
    return seen.kind !== 'service-response' || !['refused', 'challenge'].includes(seen.response);
  });
}

/** Whether the service acts once, however often the request arrives. */
function isSafeToRepeat({ name }: NamedSending): boolean {
  const reads = ['read', 'leg 1, signature always due'];
  return [...reads, 'keyed write', 'keyed leg 1, signature may be due'].includes(name);
}

function isSuccess(seen: AttemptObservation): boolean {
  return 'response' in seen && (seen.response === 'value' || seen.response === 'challenge');
}

const cases = sendings.flatMap((named) =>
  histories.flatMap(({ name: before, earlier }) =>
    everythingSeen.map(
      ({ name, seen }) => [`${named.name}, ${before}: ${name}`, named, earlier, seen] as const,
    ),
  ),
);

describe('every combination of request, history and result', () => {
  test('a success or a challenge ends the request without an error', () => {
    for (const [name, { sending }, earlier, seen] of cases) {
      const { error, mayRepeat } = outcomeAfter(sending, earlier, seen);
      expect(error === undefined, name).toBe(isSuccess(seen));
      if (isSuccess(seen)) expect(mayRepeat, name).toBe(false);
    }
  });

  test('only a request that cannot have arrived, or may arrive twice, is sent again', () => {
    for (const [name, named, earlier, seen] of cases) {
      const { mayRepeat } = outcomeAfter(named.sending, earlier, seen);
      if (mayRepeat) expect(seen.kind === 'unsent' || isSafeToRepeat(named), name).toBe(true);
    }
  });

  test('a caller may repeat what is known not to be applied, and otherwise only what may arrive twice', () => {
    for (const [name, named, earlier, seen] of cases) {
      const { outcome, isSafe } = outcomeAfter(named.sending, earlier, seen);
      const expected = outcome === 'unknown' ? isSafeToRepeat(named) : outcome === 'not-applied';
      expect(isSafe, name).toBe(expected);
    }
  });

  test('nothing is sent again after the caller or the deadline ended the call', () => {
    for (const [name, { sending }, earlier, seen] of cases) {
      if (!('why' in seen) || !['aborted', 'deadline', 'unusable'].includes(seen.why ?? ''))
        continue;
      expect(outcomeAfter(sending, earlier, seen).mayRepeat, name).toBe(false);
    }
  });

  test('an outcome is unknown exactly where the change may or may not have been applied', () => {
    for (const [name, named, earlier, seen] of cases) {
      if (isSuccess(seen)) continue;
      const { error } = outcomeAfter(named.sending, earlier, seen);
      const isAccepted = 'response' in seen && seen.response === 'differs';
      const isOpen = mayBeApplied(named, [...earlier, seen]) && !isAccepted;
      expect(error === 'OutcomeUnknownError', name).toBe(isOpen);
    }
  });

  test('a known error has the class of its outcome', () => {
    const classes = { network: 'Connection', timeout: 'Timeout', deadline: 'Timeout' };
    const more = { aborted: 'Aborted', unusable: 'Contract' };
    for (const [name, { sending }, earlier, seen] of cases) {
      const { error } = outcomeAfter(sending, earlier, seen);
      if (isSuccess(seen) || error === 'OutcomeUnknownError') continue;
      const kinds = { refused: 'Api', unclear: 'Api' } as Record<string, string>;
      const expected =
        'response' in seen
          ? (kinds[seen.response] ?? 'Contract')
          : { ...classes, ...more }[seen.why ?? 'network'];
      expect(error, name).toBe(`${expected}Error`);
    }
  });
});

const SENT = Date.parse('2026-01-05T09:00:00Z');
const SETTLED = 150_000;
const NOW = SENT + 1_000_000;
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

describe('a read that shows a lost write', () => {
  const shown = readAfter(SETTLED, 'applied');

  test('is the outcome', () => {
    expect(verdict(request(write), [lost, shown], NOW)).toMatchObject({ outcome: 'applied' });
  });

  test.each([
    ['comes from a cache', { age: 60 }, 1_000],
    ['was made before the write by the clock of the service', { date: SENT - 5_000 }, 3_000],
  ])('and %s is not: another may have written it before', (_how, facts, wait) => {
    const expected = { outcome: 'unknown', askAgainAt: NOW + wait };
    expect(verdict(request(write), [lost, { ...shown, ...facts }], NOW)).toMatchObject(expected);
  });

  test('is the outcome although the clock of the service, which no response has shown, is slow', () => {
    const timing = { sentAt: SENT, sameProcess: true };
    const slow = { ...shown, date: SENT - 300_000 };
    expect(verdict({ sending: write, timing }, [lost, slow], NOW).outcome).toBe('applied');
    const slower = { ...shown, date: SENT - 303_000 };
    expect(verdict({ sending: write, timing }, [lost, slower], NOW).outcome).toBe('unknown');
  });
});

test('what decided is named, and what is open until the first read that can decide', () => {
  const early = readAfter(SETTLED - 20_000);
  const earlier = readAfter(SETTLED - 30_000);
  const cached = { ...readAfter(SETTLED, 'applied'), age: 60 };
  const seen = [lost, earlier, early, cached];
  const open = verdict(request(write), seen, NOW);
  const found = { outcome: 'unknown', because: seen, mayRepeat: false, askAgainAt: NOW + 20_000 };
  expect(open).toEqual(found);
  const proof = readAfter(SETTLED);
  const missing = verdict(request(write), [...seen, proof], NOW);
  expect(missing).toEqual({ outcome: 'not-applied', because: [proof], mayRepeat: true });
  // A read that no time was noted for proves nothing, however late it is.
  const untimed = verdict({ sending: write }, [lost, proof], NOW);
  expect(untimed).toMatchObject({ outcome: 'unknown', askAgainAt: undefined });
});

test('a repeat with the key that was lost must settle too, as one that a journal may hide', () => {
  for (const kind of ['repeat-with-key', 'recorded'] as const) {
    const again: Observation = { kind, at: SENT + 500_000, shows: 'unknown' };
    // The time to settle, and how far a `Date` may be off.
    const early = verdict(request(keyed), [lost, again, readAfter(500_000 + 29_999)], NOW);
    expect(early).toMatchObject({ outcome: 'unknown', askAgainAt: NOW + 1 });
    const late = verdict(request(keyed), [lost, again, readAfter(500_000 + 30_000)], NOW);
    expect(late).toMatchObject({ outcome: 'not-applied' });
  }
  const recorded: Observation = { kind: 'recorded', at: SENT + 500_000, shows: 'unknown' };
  expect(verdict(request(write), [recorded, readAfter(SETTLED)], NOW).outcome).toBe('not-applied');
});
