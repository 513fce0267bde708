import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { LIMIT, testKilledWorkers } from './killed-workers.ts';

/** `RUN_DISK=small`, for root: the files are on a disk of their own, which fills in the middle. */
const isDiskSmall = process.env.RUN_DISK === 'small';

const mount = (disk: string, ...options: readonly string[]) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', disk]);

function smallDisk(folder: string) {
  const database = join(folder, 'disk');
  mkdirSync(database);
  mount(database, 'size=512m');
  return {
    database,
    async strike(down: () => Promise<void>) {
      const { blocks, bfree, bsize } = statfsSync(database);
      // The workers go on writing.
      const size = (blocks - bfree) * bsize + 500_000;
      mount(database, 'remount', `size=${size}`);
      await down();
      console.log(`${statfsSync(database).bavail * bsize} bytes of ${size} were left on the disk`);
      mount(database, 'remount', 'size=512m');
    },
    close: async () => void execFileSync('umount', [database]),
  };
}

test(
  'killed workers of a run in a file pay each item once, or say what became of it',
  { timeout: LIMIT },
  () =>
    testKilledWorkers(async (folder) =>
      isDiskSmall ? smallDisk(folder) : { database: folder, close: async () => undefined },
    ),
);
