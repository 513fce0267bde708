import { test } from 'vitest';
import { LIMIT, testKilledWorkers } from './killed-workers.ts';

test(
  'killed workers of a run in a file pay each item once, or say what became of it',
  {
    timeout: LIMIT,
  },
  () => testKilledWorkers(async (database) => ({ database, close: async () => undefined })),
);
