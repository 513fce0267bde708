import { expect, test } from 'vitest';
import { checkEnd } from '../invariants/check-end.ts';
import { disturbances } from '../invariants/disturbances.ts';
import { openScene } from '../invariants/scene.ts';
import { settleDue } from '../invariants/take-step.ts';

/** INVARIANTS_SEED=<number> selects other walks. */
const seed = Number(process.env.INVARIANTS_SEED ?? 2025_10_13);
const WORLDS = 6;

test(`rule 90: faults, snapshots, forks, jumps of the clock, decisions and deletions preserve the money (seed ${seed})`, async () => {
  for (let world = 0; world < WORLDS; world += 1) {
    const scene = openScene(`disturbed ${world}`);
    for (const [index, disturb] of disturbances.entries()) {
      const at = seed + world * 1000 + index * 50;
      await disturb(scene, at).catch((cause: Error) => {
        const where = `seed ${seed}, world ${world}, disturbance ${index}`;
        throw new Error(`${where}: ${cause.message}`, { cause });
      });
    }
    scene.mock.clock.advance({ days: 30 });
    for (const _round of [1, 2]) await settleDue(scene);
    checkEnd(scene);
    expect(scene.mock.ledger.balances().length).toBeGreaterThan(0);
  }
});
