import { join } from 'node:path';
import { sqliteJournal } from '@org/payments-sdk/journal';
import { SECRET, testKills } from './kill-run.ts';

const kills = Number(process.env.KILLS ?? 40);

testKills({ kills, lanes: 6 }, async (folder) => {
  const store = { kind: 'sqlite', path: join(folder, 'writes.db') } as const;
  return { store, journal: sqliteJournal(store.path, { secret: SECRET }) };
});
