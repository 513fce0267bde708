import { test } from 'vitest';
import { testKilledWorkers } from './killed-workers.ts';

test(
  'killed workers of a run in a file pay each item once, or say what became of it',
  {
    timeout: 900_000,
  },
  () => testKilledWorkers(async (folder) => folder),
);
