import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../../../test/fake-clock.ts';
import { refusedExclusiveLock } from '../../../test/other-process-lock.ts';
import { describeStore } from '../../../test/webhooks/store-suite.ts';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import { memoryStore } from './memory-store.ts';
import { type SqliteStore, sqliteStore } from './sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'webhook-store-'));
const stores: SqliteStore[] = [];

function open(name = 'shared.db'): SqliteStore {
  const store = sqliteStore(join(folder, name));
  stores.push(store);
  return store;
}

afterAll(async () => {
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describeStore('sqliteStore', { open });

describe('the file of sqliteStore', () => {
  it('is readable by its owner only, and is opened again after close', async () => {
    const store = open('own.db');
    await store.complete('one', 'a', 60_000, 'digest');
    expect(statSync(join(folder, 'own.db')).mode & 0o777).toBe(0o600);
    await store.close();
    expect(await store.claim('one', 'b', 60_000, 'digest')).toBe('done');
  });

  it('is cleared of expired rows only, also of more than one slice', async () => {
    const store = open('expiring.db');
    for (let row = 0; row < 600; row += 1) await store.claim(`old ${row}`, 'a', 0, 'digest');
    await store.complete('new', 'a', 60_000, 'digest');
    await store.claim('running', 'a', 60_000, 'digest');
    expect(await store.deleteExpired()).toBe(600);
    expect(await store.claim('new', 'b', 60_000, 'digest')).toBe('done');
    expect(await store.claim('running', 'b', 60_000, 'digest')).toBe('busy');
  });

  it('that another process holds is waited for, while this process continues', async () => {
    const store = open('locked.db');
    await store.claim('one', 'a', 60_000, 'digest');
    const other = new DatabaseSync(join(folder, 'locked.db'));
    other.exec('BEGIN IMMEDIATE');
    let isSettled = false;
    const completing = store.complete('one', 'a', 60_000, 'digest').finally(() => {
      isSettled = true;
    });
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(isSettled).toBe(false);
    other.exec('COMMIT');
    expect(await completing).toBe(true);
    other.close();
  });

  it('that another process holds is asked for by one of all steps that wait', async () => {
    const store = open('many.db');
    await store.claim('one', 'a', 60_000, 'digest');
    const other = new DatabaseSync(join(folder, 'many.db'));
    other.exec('BEGIN IMMEDIATE');
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    const ids = Array.from({ length: 300 }, (_, index) => `waiting ${index}`);
    const claims = ids.map((id) => store.claim(id, 'a', 60_000, 'digest'));
    // All that happens before the first timer.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    const attempts = prepare.mock.calls.length;
    prepare.mockRestore();
    other.exec('COMMIT');
    other.close();
    expect(new Set(await Promise.all(claims))).toEqual(new Set(['claimed']));
    expect(attempts).toBe(1);
  });

  it('stays the one of its path when the process changes its folder', () => {
    const source = new URL('sqlite-store.ts', import.meta.url).href;
    const program = `import { mkdirSync } from 'node:fs';
    import { sqliteStore } from '${source}';
    const [unused, used] = [sqliteStore('first.db'), sqliteStore('second.db')];
    await used.complete('one', 'a', 60_000, 'digest');
    mkdirSync('run');
    process.chdir('run');
    console.log(await used.claim('one', 'b', 60_000, 'digest'));
    await unused.complete('two', 'a', 60_000, 'digest');
    process.chdir('..');
    console.log(await sqliteStore('first.db').claim('two', 'b', 60_000, 'digest'));
    console.log(await sqliteStore(':memory:').claim('two', 'b', 60_000, 'digest'));`;
    const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
    const args = [...flags, '--input-type=module', '-e', program];
    const cwd = mkdtempSync(join(folder, 'moving-'));
    const output = execFileSync(process.execPath, args, { cwd, encoding: 'utf8' });
    expect(output.trim().split('\n')).toEqual(['done', 'done', 'claimed']);
    expect(readdirSync(cwd).sort()).not.toContain(':memory:');
  });

  it('keeps its locks while another store of the process opens it', async () => {
    await open('locks.db').claim('one', 'a', 60_000, 'digest');
    await open('locks.db').claim('two', 'a', 60_000, 'digest');
    expect(await refusedExclusiveLock(join(folder, 'locks.db'))).toBe('database is locked');
  });

  it.each([
    ['deleted', (path: string) => rmSync(path)],
    ['replaced', (path: string) => renameSync(path, `${path}.former`)],
  ])(
    'that was %s is not used further: what it remembers, no other process reads',
    async (how, lose) => {
      const [store, other] = [open(`${how}.db`), open(`${how}.db`)];
      await store.claim('one', 'a', 60_000, 'digest');
      lose(join(folder, `${how}.db`));
      await expect(store.claim('two', 'a', 60_000, 'digest')).rejects.toThrow(
        'deleted, replaced or emptied',
      );
      // The next step opens the file that is there now.
      const claims = [
        store.claim('two', 'a', 60_000, 'digest'),
        other.claim('two', 'b', 60_000, 'd'),
      ];
      expect((await Promise.all(claims)).sort()).toEqual(['busy', 'claimed']);
    },
  );

  it('must have a path, in a folder that exists', async () => {
    expect(() => sqliteStore('')).toThrow(ConfigurationError);
    await expect(open('missing/a.db').claim('one', 'a', 1, 'digest')).rejects.toThrow(/ENOENT/);
  });
});

const clock = new FakeClock();
const shared = memoryStore({ clock });
describeStore('memoryStore', {
  open: () => shared,
  elapse: (milliseconds) => clock.advance(milliseconds),
});

it('evicts the oldest handled event beyond its limit, and never a claim', async () => {
  const store = memoryStore({ maxEvents: 2, clock: new FakeClock() });
  await store.claim('running', 'a', 1000, 'digest');
  for (const id of ['1', '2', '3']) {
    expect(await store.claim(id, 'a', 1000, 'digest')).toBe('claimed');
    expect(await store.complete(id, 'a', 1000, 'digest')).toBe(true);
  }
  expect(await store.claim('1', 'b', 1000, 'digest')).toBe('claimed');
  expect(await store.claim('2', 'b', 1000, 'digest')).toBe('done');
  expect(await store.claim('3', 'b', 1000, 'digest')).toBe('done');
  expect(await store.claim('running', 'b', 1000, 'digest')).toBe('busy');
});

it('refuses a limit that is not a number of events', () => {
  for (const maxEvents of [0, -1, 1.5, Number.NaN]) {
    expect(() => memoryStore({ maxEvents })).toThrow(/whole number above 0/);
  }
});
