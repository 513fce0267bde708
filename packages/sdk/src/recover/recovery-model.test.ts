import type { FaultEffect } from '@org/payments-mock';
import { describe, expect, test } from 'vitest';
import { sampled } from '../../../contract/test/one-step-changes.ts';
import {
  brokenPromises,
  fates,
  playRecovery,
  type RunResult,
  recoveries,
  surroundings,
  writes,
} from '../../test/recovery-model.ts';

const results: RunResult[] = [];

describe.each(writes)('$operation, recovered by two processes', (write) => {
  test.each(surroundings)('while what is read is %s', async (what) => {
    const cases = Object.keys(fates).flatMap((fate) => recoveries.map((how) => ({ fate, how })));
    const problems: string[] = [];
    for (const { fate, how } of sampled(cases, 9)) {
      const result = await playRecovery(write, fates[fate] as FaultEffect, what, how);
      results.push(result);
      const broken = brokenPromises(result);
      problems.push(...broken.map((problem) => `${fate}, ${how}: ${problem} (${result.outcomes})`));
    }
    expect(problems).toEqual([]);
  });
});

test('recoveries reach every conclusion, and not only the careful one', () => {
  const outcomes = results.flatMap((result) => result.outcomes);
  for (const outcome of ['applied', 'not-applied', 'unknown']) {
    expect(outcomes.filter((one) => one === outcome).length).toBeGreaterThan(10);
  }
});
