import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteJournal } from '@org/payments-sdk/journal';
import { expect, test } from 'vitest';
import { account } from './account.ts';
import { bundleWriter } from './bundle-writer.ts';
import { killWriters, SECRET, seeded } from './kill-run.ts';
import { startService } from './service.ts';

/** A few, to run beside the other tests; `npm run test:kills`, which CI runs, kills 200. */
const KILLS = Number(process.env.KILLS ?? 12);

/** In memory if there is such a folder: what a killed process wrote is kept there as on a disk. */
const folders = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

test(`recovery finds the outcome of every write of ${KILLS} killed processes`, {
  timeout: 300_000,
}, async () => {
  const seed = Number(process.env.KILL_SEED ?? Math.trunc(Math.random() * 2 ** 31));
  console.log(`KILL_SEED=${seed}`);
  const folder = mkdtempSync(join(folders, 'killed-'));
  const service = await startService();
  const store = { kind: 'sqlite', path: join(folder, 'writes.db') } as const;
  const journal = sqliteJournal(store.path, { secret: SECRET });
  try {
    const program = await bundleWriter(folder);
    const plan = { kills: KILLS, lanes: 6, within: 60, random: seeded(seed) };
    const known = await killWriters({ folder, program, service, store }, plan);
    const { contradictions, entries, open, verdicts } = await account(service, journal, known);
    console.log(`${KILLS} kills, ${entries} writes, ${open} open:`, verdicts);
    expect(contradictions.join('\n')).toBe('');
    // Writes of every kind were open, and the writers were killed under load.
    expect(open).toBeGreaterThan(KILLS);
    // The only list of these writes shows no times, so that it determines nothing.
    for (const by of ['key: applied', 'read: applied']) {
      expect(Object.keys(verdicts).some((name) => name.endsWith(by))).toBe(true);
    }
  } finally {
    await journal.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
