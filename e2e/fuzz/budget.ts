import * as fc from 'fast-check';
import { type Subject, subjects } from './subject.ts';

/** Cases for each operation: with the operations of the contract more than 10,000 responses. */
export const RESPONSE_CASES = 85;
export const REQUEST_CASES = 30;

/** Set `FUZZ_SEED` to run the cases of an earlier run again. */
export const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Runs a property so many times, from the printed seed; a failure shows the smallest case. */
export async function check<Case>(
  subject: Subject,
  cases: number,
  arbitrary: fc.Arbitrary<Case>,
  property: (value: Case) => Promise<void>,
): Promise<void> {
  const own = { numRuns: cases, seed: seed + subjects.indexOf(subject) };
  await fc.assert(fc.asyncProperty(arbitrary, property), own);
}
