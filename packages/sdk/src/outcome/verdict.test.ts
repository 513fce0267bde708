import { describe, expect, test } from 'vitest';
import {
  everythingSeen,
  histories,
  type NamedSending,
  sendings,
} from '../../test/outcome-cases.ts';
import { errorAfter } from '../call/send/outcome-error.ts';
import { isRetried } from '../call/send/retry-policy.ts';
import type { AttemptObservation } from './observations.ts';
import { type Sending, verdict } from './verdict.ts';

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
  return (
    name === 'read' ||
    name === 'leg 1, signature always due' ||
    name === 'keyed write' ||
    name === 'keyed leg 1, signature may be due'
  );
}

function isSuccess(seen: AttemptObservation): boolean {
  return 'response' in seen && (seen.response === 'value' || seen.response === 'challenge');
}

const cases = sendings.flatMap((named) =>
  histories.flatMap((history) =>
    everythingSeen.map(
      (seen) =>
        [
          `${named.name}, ${history.name}: ${seen.name}`,
          named,
          history.earlier,
          seen.seen,
        ] as const,
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

  test('a write that may have been applied may be repeated with its key only', () => {
    for (const [name, named, earlier, seen] of cases) {
      const { outcome, isSafe } = outcomeAfter(named.sending, earlier, seen);
      if (outcome === 'unknown') expect(isSafe, name).toBe(isSafeToRepeat(named));
      if (outcome === 'not-applied') expect(isSafe, name).toBe(true);
      if (outcome === 'applied') expect(isSafe, name).toBe(false);
    }
  });
});
