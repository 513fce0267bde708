import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { claimOf, entryAt, SECRET } from '../../../test/journal/journal-suite.ts';
import { json, scriptedClient } from '../../../test/scripted-service.ts';
import { sqliteJournal } from './sqlite-journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'lost-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
async function openFile() {
  count += 1;
  const path = join(folder, `writes-${count}.db`);
  const journal = sqliteJournal(path, { secret: SECRET });
  await journal.append(entryAt(1));
  return { path, journal };
}

function replace(path: string): void {
  copyFileSync(path, `${path}.copy`);
  renameSync(`${path}.copy`, path);
}

test.each([
  ['deleted', (path: string) => rmSync(path)],
  ['renamed', (path: string) => renameSync(path, `${path}.old`)],
  ['replaced', replace],
  ['left without its recent changes', (path: string) => rmSync(`${path}-wal`)],
  ['left without its locks', (path: string) => rmSync(`${path}-shm`)],
])(
  'a file that was %s while it was open is not written to, and nothing is sent',
  async (_how, lose) => {
    const { path, journal } = await openFile();
    lose(path);
    const { payments, received } = scriptedClient([json(200, { id: 'Transaction:1' })], {
      journal,
    });
    const write = () => payments.transactions.reject({ transactionId: 'Transaction:1' });
    const refused = { name: 'JournalError', code: 'JOURNAL_FAILED', retryable: false };
    await expect(write()).rejects.toMatchObject(refused);
    await expect(write()).rejects.toMatchObject(refused);
    await expect(payments.recover()).rejects.toMatchObject(refused);
    await expect(journal.prune('2030-01-01')).rejects.toMatchObject(refused);
    expect(received).toEqual([]);
    await journal.close();
  },
);

test('a journal that is closed and used again opens the file that is there now', async () => {
  const { path, journal } = await openFile();
  renameSync(path, `${path}.old`);
  await expect(journal.append(entryAt(2))).rejects.toThrow('deleted or replaced');
  expect(existsSync(path)).toBe(false);
  await journal.close();
  const entry = entryAt(3);
  await journal.append(entry);
  expect(await journal.claim(claimOf())).toMatchObject([{ id: entry.id }]);
  await journal.close();
});
