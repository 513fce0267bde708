import { describe, expect, test } from 'vitest';
import {
  everythingSeen,
  histories,
  type NamedSending,
  sendings,
} from '../../test/outcome-cases.ts';
import { type Outcome, outcomeOf, type Seen } from './outcome.ts';

/** What may have happened at the service, stated independently of how the client decides it. */
function mayBeApplied({ name }: NamedSending, attempts: readonly Seen[]): boolean {
  if (name === 'read' || name === 'leg 1, signature always due') return false;
  return attempts.some((seen) => {
    if (seen.phase === 'unsent') return false;
    if (seen.phase !== 'response') return true;
    return !['refused', 'challenge'].includes(seen.kind);
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

function isSuccess(seen: Seen): boolean {
  return seen.phase === 'response' && (seen.kind === 'value' || seen.kind === 'challenge');
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

const outcomes = (): readonly (readonly [string, Outcome])[] =>
  cases.map(([name, { sending }, earlier, seen]) => [name, outcomeOf(sending, earlier, seen)]);

describe('every combination of request, history and result', () => {
  test('is listed once', () => {
    expect(cases).toHaveLength(8 * 6 * 21);
    expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length);
  });

  test('a success or a challenge ends the request without an error', () => {
    for (const [name, { sending }, earlier, seen] of cases) {
      const { error, advice, mayRepeat } = outcomeOf(sending, earlier, seen);
      expect([error === undefined, advice === undefined], name).toEqual(
        Array(2).fill(isSuccess(seen)),
      );
      if (isSuccess(seen)) expect(mayRepeat, name).toBe(false);
    }
  });

  test('only a request that cannot have arrived, or may arrive twice, is sent again', () => {
    for (const [name, named, earlier, seen] of cases) {
      const { mayRepeat } = outcomeOf(named.sending, earlier, seen);
      if (mayRepeat) expect(seen.phase === 'unsent' || isSafeToRepeat(named), name).toBe(true);
    }
  });

  test('nothing is sent again after the caller or the deadline ended the call', () => {
    for (const [name, { sending }, earlier, seen] of cases) {
      if (!('why' in seen) || !['aborted', 'deadline', 'unusable'].includes(seen.why)) continue;
      expect(outcomeOf(sending, earlier, seen).mayRepeat, name).toBe(false);
    }
  });

  test('an outcome is unknown exactly where the change may or may not have been applied', () => {
    for (const [name, named, earlier, seen] of cases) {
      if (isSuccess(seen)) continue;
      const { error } = outcomeOf(named.sending, earlier, seen);
      const isAccepted = seen.phase === 'response' && seen.kind === 'differs';
      const isOpen = mayBeApplied(named, [...earlier, seen]) && !isAccepted;
      expect(error === 'OutcomeUnknownError', name).toBe(isOpen);
    }
  });

  test('a known error has the class of its outcome', () => {
    const classes = { network: 'Connection', timeout: 'Timeout', deadline: 'Timeout' };
    const more = { aborted: 'Aborted', unusable: 'Contract' };
    for (const [name, { sending }, earlier, seen] of cases) {
      const { error } = outcomeOf(sending, earlier, seen);
      if (isSuccess(seen) || error === 'OutcomeUnknownError') continue;
      const kinds = { refused: 'Api', unclear: 'Api' } as Record<string, string>;
      const expected =
        seen.phase === 'response'
          ? (kinds[seen.kind] ?? 'Contract')
          : { ...classes, ...more }[seen.why];
      expect(error, name).toBe(`${expected}Error`);
    }
  });

  test('the advice is never to repeat a write that may have been applied, except with its key', () => {
    for (const [name, named, earlier, seen] of cases) {
      const { advice } = outcomeOf(named.sending, earlier, seen);
      const isOpen = !isSuccess(seen) && mayBeApplied(named, [...earlier, seen]);
      if (advice === 'call-again' || advice === 'follow-error' || advice === 'report') {
        expect(isOpen, name).toBe(false);
      }
      if (advice === 'repeat-with-key') {
        expect(named.sending.hasKey && isSafeToRepeat(named), name).toBe(true);
      }
      if (isOpen && isSafeToRepeat(named) && advice !== 'do-not-repeat') {
        expect(advice, name).toBe('repeat-with-key');
      }
    }
  });

  test('depends on nothing but its inputs', () => {
    expect(outcomes()).toEqual(outcomes());
  });
});
