import * as fc from 'fast-check';
import { type Subject, subjects } from './subject.ts';

/** Malformed responses for each operation, others in each run, and the least of them in all. */
export const RESPONSE_CASES = 20;
export const LEAST_RESPONSES = 2_000;
/** Malformed inputs for each operation. */
export const REQUEST_CASES = 30;

/** Set `FUZZ_SEED` to run the cases of an earlier run again. */
export const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

/**
 * Runs a property a number of times.
 *
 * @throws Error that shows the seed to run it with again, and the smallest case that failed
 */
export async function check<Case>(
  subject: Subject,
  cases: number,
  arbitrary: fc.Arbitrary<Case>,
  property: (value: Case) => Promise<void>,
): Promise<void> {
  const own = {
    numRuns: cases,
    seed: seed + subjects.indexOf(subject),
    includeErrorInReport: true,
  };
  await fc.assert(fc.asyncProperty(arbitrary, property), own).catch((cause: unknown) => {
    const shown = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Run again with FUZZ_SEED=${seed}: ${subject.name}. ${shown}`, { cause });
  });
}
