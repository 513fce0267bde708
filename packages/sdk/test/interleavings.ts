import { describe, expect, test } from 'vitest';
import { explore } from './explore.ts';
import { events, kinds, type ModelKind } from './model.ts';

/** Takes seconds of computing for each kind; the limit allows for a machine that is busy. */
const LIMIT = 600_000;

/** Declares the tests of one kind of operation. Kinds stand in files of their own, to run at once. */
export function testEveryInterleaving(name: ModelKind['name']): void {
  describe.each([true, false])('over a transport that reports what was sent: %s', (reportsSent) => {
    test(
      `every interleaving of up to four attempts of a ${name}`,
      async () => {
        const kind = kinds.find((one) => one.name === name);
        if (kind === undefined) throw new Error(`The kind ${name} is missing.`);
        const { runs, problems } = await explore(kind, reportsSent);
        expect(problems).toEqual([]);
        expect(runs).toBeGreaterThanOrEqual(events.length);
      },
      LIMIT,
    );
  });
}
