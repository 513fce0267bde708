import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import * as sqlite from 'node:sqlite';
import { wait } from '@org/payments-contract/internal';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../test/fake-clock.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import type { TableSet } from './sqlite.ts';
import { SqliteCommits, type Survives } from './sqlite-commits.ts';

const { folder } = temporaryFolder();

const busy = Object.assign(new Error('database is locked'), { errcode: 5 });
const tables: TableSet = { of: 'a test', schema: 'CREATE TABLE names (name TEXT PRIMARY KEY)' };
const FULL = 2;
const NORMAL = 1;

/** Runs all that does not wait for a timer. */
async function microtasks(): Promise<void> {
  for (let turn = 0; turn < 2000; turn += 1) await Promise.resolve();
}

/** A file on a clock of its own, with a lock that another process holds or not. */
function fileWithLock(turn?: number, path = join(folder, `${crypto.randomUUID()}.db`)) {
  const clock = new FakeClock();
  const file = { path, isLocked: false, attempts: 0, commits: [] as unknown[] };
  class LockedDatabase extends sqlite.DatabaseSync {
    override exec(sql: string): void {
      if (sql === 'BEGIN IMMEDIATE') {
        file.attempts += 1;
        if (file.isLocked) throw busy;
        file.commits.push(this.prepare('PRAGMA synchronous').get()?.synchronous);
      }
      super.exec(sql);
    }
  }
  const timing = {
    now: () => clock.now(),
    pause: (milliseconds: number) => wait(clock, milliseconds, undefined),
  };
  const load = () => ({ ...sqlite, DatabaseSync: LockedDatabase });
  const commits = new SqliteCommits(path, tables, { turn, timing, load });
  const add = (name: string, survives: Survives = 'process-end', work = () => {}) =>
    commits.run(({ statement }) => {
      work();
      return Number(statement('INSERT INTO names VALUES (?)').run(name).changes);
    }, survives);
  const names = () =>
    commits.run(
      ({ database }) => database.prepare('SELECT name FROM names ORDER BY rowid').all(),
      'unchecked',
    );
  return { clock, file, commits, add, names };
}

describe('the commits of a file', () => {
  it('are shared by what begins together, and wait for the disk if any of it must', async () => {
    const { file, add } = fileWithLock();
    await Promise.all(Array.from({ length: 40 }, (_, index) => add(`${index}`, 'power-loss')));
    await add('end', 'unchecked');
    await Promise.all([add('one', 'unchecked'), add('other', 'power-loss')]);
    expect(file.commits).toEqual([FULL, NORMAL, FULL]);
  });

  it('reject only the work that breaks a constraint, and all of it for another reason', async () => {
    const { add, names } = fileWithLock();
    await add('one');
    const statuses = async (work: readonly Promise<unknown>[]) =>
      (await Promise.allSettled(work)).map(({ status }) => status);
    const expected = ['fulfilled', 'rejected', 'fulfilled'];
    expect(await statuses([add('two'), add('one'), add('three')])).toEqual(expected);
    const fail = () => {
      throw new Error('disk full');
    };
    const both = ['rejected', 'rejected'];
    expect(await statuses([add('four'), add('five', 'power-loss', fail)])).toEqual(both);
    expect(await names()).toEqual([{ name: 'one' }, { name: 'two' }, { name: 'three' }]);
  });

  it('make one attempt at a time while it is locked, and keep their order', async () => {
    const { clock, file, add, names } = fileWithLock();
    file.isLocked = true;
    const added = Array.from({ length: 300 }, (_, index) => add(`${index}`));
    for (let poll = 1; poll <= 20; poll += 1) {
      await microtasks();
      expect([file.attempts, clock.pending]).toEqual([poll, 1]);
      clock.advance(10);
    }
    file.isLocked = false;
    await microtasks();
    clock.advance(10);
    await Promise.all(added);
    expect(await names()).toEqual(added.map((_, index) => ({ name: `${index}` })));
  });

  it('give up after 10 seconds of a lock, each on its own', async () => {
    const { clock, file, add } = fileWithLock();
    file.isLocked = true;
    const first = add('first');
    await microtasks();
    clock.advance(5000);
    const second = add('second');
    const failed = expect(first).rejects.toBe(busy);
    for (let time = 5000; time <= 10_010; time += 10) {
      await microtasks();
      clock.advance(10);
    }
    await failed;
    file.isLocked = false;
    await microtasks();
    clock.advance(10);
    expect(await second).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('leave the event loop to others after the time of a turn', async () => {
    const { clock, add } = fileWithLock(5);
    let done = 0;
    const counts: number[] = [];
    const takeTime = () => clock.advance(1);
    const all = Array.from({ length: 30 }, (_, index) =>
      add(`${index}`, 'process-end', takeTime).then(() => {
        done += 1;
      }),
    );
    while (done < 30) {
      await microtasks();
      counts.push(done);
      clock.advance(0);
    }
    await Promise.all(all);
    expect(counts).toEqual([5, 10, 15, 20, 25, 30]);
  });

  it('are refused once the file was lost, except what adds to an earlier one, until it is closed', async () => {
    const { file, commits, add } = fileWithLock();
    await add('one');
    truncateSync(`${file.path}-wal`);
    await add('two', 'unchecked');
    await expect(add('three')).rejects.toThrow('emptied while it was open');
    await expect(add('four', 'unchecked')).rejects.toThrow('emptied while it was open');
    await commits.close();
    rmSync(file.path);
    expect(await add('one')).toBe(1);
    await commits.close();
  });
});

describe('the opening of a file', () => {
  it('is repeated while another process prepares it', async () => {
    let locked = 3;
    class LockedDatabase extends sqlite.DatabaseSync {
      override exec(sql: string): void {
        if (sql.includes('journal_mode') && locked > 0) {
          locked -= 1;
          throw busy;
        }
        super.exec(sql);
      }
    }
    const load = () => ({ ...sqlite, DatabaseSync: LockedDatabase });
    const commits = new SqliteCommits(join(folder, 'prepared.db'), tables, { load });
    expect(await commits.run(({ database }) => database.isOpen, 'process-end')).toBe(true);
    expect(locked).toBe(0);
    await commits.close();
  });

  it.each([1, 3])('is refused for version %i, and leaves the file unchanged', async (version) => {
    const path = join(folder, `version-${version}.db`);
    const open = async (set: TableSet) => {
      const commits = new SqliteCommits(path, set);
      await commits.run(() => undefined, 'process-end').finally(() => commits.close());
    };
    await open({ ...tables, version });
    await open({ ...tables, version });
    await expect(open({ ...tables, version: 2 })).rejects.toMatchObject({
      name: 'FileVersionError',
      message: expect.stringContaining(
        `holds a test of version ${version}; this SDK writes version 2`,
      ),
    });
    await open({ ...tables, version });
  });
});
