import { join } from 'node:path';
import { sqliteJournal } from '@org/payments-sdk/journal';
import { SECRET, testKills } from './kill-run.ts';

/** A few, to run beside the other tests; `npm run test:kills`, which CI runs, kills 200. */
const kills = Number(process.env.KILLS ?? 12);

testKills({ kills, lanes: 6 }, async (folder) => {
  const store = { kind: 'sqlite', path: join(folder, 'writes.db') } as const;
  return { store, journal: sqliteJournal(store.path, { secret: SECRET }) };
});
