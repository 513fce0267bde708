import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everythingSeen, sendings } from '../../test/outcome-cases.ts';
import type { Observation, ReadObservation } from './observations.ts';
import { CLOCK_TOLERANCE, DEFAULT_SETTLE, type WriteTiming } from './read-timing.ts';
import { changesSomething, type SentRequest, verdict } from './verdict.ts';

const SENT_AT = Date.parse('2026-01-05T09:00:00Z');
const DEADLINE = 120_000;
const CERTAIN_AFTER = DEADLINE + DEFAULT_SETTLE;
/** A `Date` has whole seconds, and ages on its way. */
const DATE_PRECISION = 2_000;

const RUNS = { numRuns: 3_000 };

const writes = sendings.map(({ sending }) => sending).filter(changesSomething);
const sending = fc.constantFrom(...writes);
/** Milliseconds by which a clock differs from the true time: two differ by up to 300 s, as is promised. */
const skew = fc.integer({ min: -150_000, max: 150_000 });
const elapsed = fc.oneof(
  fc.integer({ min: 0, max: 1_200_000 }),
  fc.constantFrom(0, CERTAIN_AFTER - 1, CERTAIN_AFTER, 1_200_000),
);
const shows = fc.constantFrom('applied', 'not-applied', 'not-applied', 'unknown');
const attempt = fc
  .tuple(fc.constantFrom(...everythingSeen), elapsed)
  .map(([{ seen }, after]): Observation => ({ ...seen, at: SENT_AT + after }));
const read = fc
  .record({ after: elapsed, age: fc.constantFrom(0, 0, 60), isDated: fc.boolean(), shows })
  .map(({ after, age, isDated, shows: shown }): ReadObservation => {
    const at = SENT_AT + after;
    return { kind: 'read', at, date: isDated ? at : Number.NaN, age, shows: shown };
  });
const later = fc
  .record({ kind: fc.constantFrom('repeat-with-key', 'recorded'), after: elapsed, shows })
  .map(
    ({ kind, after, shows: shown }): Observation => ({ kind, at: SENT_AT + after, shows: shown }),
  );
const observation = fc.oneof(attempt, read, later);
const observations = fc.array(observation, { maxLength: 6 });
const timing: WriteTiming = {
  sentAt: SENT_AT,
  deadlineAt: SENT_AT + DEADLINE,
  settle: DEFAULT_SETTLE,
  clockOffset: 0,
  sameProcess: true,
};
const request = fc
  .tuple(sending, fc.boolean())
  .map(([one, isTimed]): SentRequest => ({ sending: one, timing: isTimed ? timing : undefined }));
const now = SENT_AT + 1_200_000;

const outcomeOf = (given: SentRequest, seen: readonly Observation[]) =>
  verdict(given, seen, now).outcome;

/** Whether one request may have reached the service without a response that settles it. */
function isOpen(seen: Observation): boolean {
  if (seen.kind === 'service-response') return seen.response === 'unclear';
  if (seen.kind === 'repeat-with-key' || seen.kind === 'recorded') return seen.shows === 'unknown';
  return seen.kind === 'sent' || seen.kind === 'foreign-response';
}

/** Whether a read was made so late, and so freshly, that a write sent at a time would be in it. */
function isLateRead(seen: Observation, after: number): boolean {
  const isMissing = seen.kind === 'read' && seen.shows === 'not-applied' && seen.age === 0;
  return isMissing && seen.at >= after;
}

describe('the verdict on a write', () => {
  test('never turns from applied to another one by a further observation', () => {
    fc.assert(
      fc.property(request, observations, observation, fc.nat(), (given, seen, more, place) => {
        if (outcomeOf(given, seen) !== 'applied') return;
        const at = place % (seen.length + 1);
        expect(outcomeOf(given, [...seen.slice(0, at), more, ...seen.slice(at)])).toBe('applied');
      }),
      RUNS,
    );
  });

  test('does not depend on the order of the observations', () => {
    const shuffled = observations.chain((seen) =>
      fc.tuple(
        fc.constant(seen),
        fc.shuffledSubarray([...seen], { minLength: seen.length, maxLength: seen.length }),
      ),
    );
    fc.assert(
      fc.property(request, shuffled, (given, [seen, other]) => {
        const { because, ...one } = verdict(given, seen, now);
        const { because: reasons, ...two } = verdict(given, other, now);
        expect(two).toEqual(one);
        expect(new Set(reasons)).toEqual(new Set(because));
      }),
      RUNS,
    );
  });

  test('is not applied only if no request can have been applied, or a late and fresh read shows it', () => {
    fc.assert(
      fc.property(request, observations, (given, seen) => {
        if (outcomeOf(given, seen) !== 'not-applied') return;
        const open = seen.filter(isOpen);
        if (open.length === 0) return;
        const resent = open.filter(
          ({ kind }) => kind === 'repeat-with-key' || (kind === 'recorded' && given.sending.hasKey),
        );
        const after = [SENT_AT + CERTAIN_AFTER, ...resent.map(({ at }) => at + DEFAULT_SETTLE)];
        expect(given.timing).toBeDefined();
        expect(seen.some((one) => isLateRead(one, Math.max(...after)))).toBe(true);
      }),
      RUNS,
    );
  });

  test('is applied only if a response, a read, a repeat or the journal shows it', () => {
    fc.assert(
      fc.property(request, observations, (given, seen) => {
        const isStale = (one: Observation) =>
          one.kind === 'read' && one.age > 0 && given.timing !== undefined;
        const isShown = seen.some((one) =>
          'shows' in one
            ? one.shows === 'applied' && !isStale(one)
            : 'response' in one && ['value', 'differs'].includes(one.response),
        );
        expect(outcomeOf(given, seen) === 'applied').toBe(isShown);
      }),
      RUNS,
    );
  });

  test('allows a repeat only where the service acts once, or has not acted', () => {
    fc.assert(
      fc.property(request, observations, (given, seen) => {
        const { outcome, mayRepeat } = verdict(given, seen, now);
        const isOnce = given.sending.rule === 'keyed' && given.sending.leg !== 2;
        const expected = { applied: false, 'not-applied': true, unknown: isOnce };
        expect(mayRepeat).toBe(expected[outcome]);
      }),
      RUNS,
    );
  });

  test('returns a time to ask again at which a read that is made then is evidence', () => {
    fc.assert(
      fc.property(sending, observations, (one, seen) => {
        const timeAfter = (list: readonly Observation[]) =>
          verdict({ sending: one, timing }, list, now).askAgainAt ?? Number.POSITIVE_INFINITY;
        const { askAgainAt, outcome } = verdict({ sending: one, timing }, seen, now);
        if (askAgainAt === undefined) return;
        const others = seen.filter(({ kind }) => kind !== 'read');
        const all = seen.filter((each) => each.kind === 'read');
        const missing = all.filter(
          ({ shows: shown, date }) => shown === 'not-applied' && !Number.isNaN(date),
        );
        const reads = missing.length > 0 ? missing : all;
        expect(askAgainAt).toBe(Math.min(...reads.map((each) => timeAfter([...others, each]))));
        expect(outcome).toBe('unknown');
        expect(askAgainAt).toBeGreaterThan(now);
        const shown = missing.length > 0 ? 'not-applied' : 'applied';
        const fresh = { kind: 'read', shows: shown, age: 0, date: askAgainAt } as const;
        const again = [...seen, { ...fresh, at: askAgainAt }];
        expect(verdict({ sending: one, timing }, again, askAgainAt).outcome).toBe(shown);
      }),
      RUNS,
    );
  });
});

describe('clocks that differ by up to 300 s', () => {
  /** A read of another machine, which shows nothing at a true time after the write was sent. */
  const skewed = fc.record({
    after: elapsed,
    /** For how long a cache that does not say so has kept the response. */
    kept: fc.oneof(fc.constant(0), elapsed),
    writer: skew,
    reader: skew,
    /** The machine of the service that responds to the read. */
    service: skew,
    /** How much the clock of the machine that responded before differs from that one. */
    between: fc.oneof(fc.constant(0), skew),
    hasOffset: fc.boolean(),
    isDated: fc.boolean(),
    sameProcess: fc.boolean(),
    sending,
  });
  const sent: Observation = { kind: 'sent', at: SENT_AT, why: 'network' };

  type Skewed = Parameters<Parameters<typeof skewed.map>[0]>[0];

  /**
   * When the response was made. What no cache says, only its `Date` tells, and that not if two
   * machines of the service differ.
   */
  function madeAfter({ after, kept, between, sameProcess, hasOffset }: Skewed): number {
    const isTold = between === 0 || !(sameProcess && hasOffset);
    return isTold ? after - kept : after;
  }

  function outcomeAt(given: Skewed, after: number, kept = given.kept) {
    const { writer, service, between, hasOffset, isDated, sameProcess } = given;
    const reader = sameProcess ? writer : given.reader;
    const sentAt = SENT_AT + writer;
    const seen: ReadObservation = {
      kind: 'read',
      shows: 'not-applied',
      at: SENT_AT + after + reader,
      date: isDated ? SENT_AT + after - kept + service : Number.NaN,
      age: 0,
    };
    const clockOffset = hasOffset ? service + between - writer : undefined;
    const times = { sentAt, deadlineAt: sentAt + DEADLINE, settle: DEFAULT_SETTLE };
    const request = { sending: given.sending, timing: { ...times, clockOffset, sameProcess } };
    return verdict(request, [sent, seen], seen.at).outcome;
  }

  test('never let a read show that a write is missing before it can no longer be applied', () => {
    fc.assert(
      fc.property(skewed, (given) => {
        if (outcomeAt(given, given.after) === 'applied') throw new Error('nothing shows it');
        if (outcomeAt(given, given.after) === 'unknown') return;
        expect(madeAfter(given)).toBeGreaterThanOrEqual(CERTAIN_AFTER - DATE_PRECISION);
      }),
      RUNS,
    );
  });

  test('do not keep a read from showing it for longer than they may differ', () => {
    fc.assert(
      fc.property(skewed, (given) => {
        const after = CERTAIN_AFTER + 2 * CLOCK_TOLERANCE + DATE_PRECISION;
        const shown = given.isDated ? 'not-applied' : 'unknown';
        expect(outcomeAt(given, after, 0)).toBe(shown);
      }),
      RUNS,
    );
  });
});
