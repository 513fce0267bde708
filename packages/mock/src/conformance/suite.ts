import { describe } from 'vitest';
import { envelopeRules } from './envelope-rules.ts';
import type { Door } from './lab.ts';
import { signedRetryRules } from './signed-retry-rules.ts';

/** Every rule, through one door. */
export function conformanceSuite(door: Door): void {
  describe(`through ${door.name}`, () => {
    envelopeRules(door);
    signedRetryRules(door);
  });
}
