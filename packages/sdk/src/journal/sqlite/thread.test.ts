import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { claimOf, endAt, entryAt, SECRET } from '../../../test/journal/journal-suite.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { sqliteJournal } from './sqlite-journal.ts';

const { file } = temporaryFolder();

const run = promisify(execFile);
const source = JSON.stringify(new URL('./sqlite-journal.ts', import.meta.url).href);

/** Runs a process that records a change and its end, and then ends itself in some way. */
async function endedProcess(path: string, end: string): Promise<unknown> {
  const entry = entryAt(1);
  const program = `
    import { sqliteJournal } from ${source};
    const journal = sqliteJournal(${JSON.stringify(path)}, { secret: ${JSON.stringify(SECRET)} });
    await journal.append(${JSON.stringify(entry)});
    const update = journal.update(${JSON.stringify(entry.id)}, ${JSON.stringify(endAt(2))});
    ${end}`;
  const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
  return run(process.execPath, [...flags, '--input-type=module', '-e', program]).catch(
    ({ signal }) => signal,
  );
}

describe('the thread of a journal', () => {
  test.each([
    ['is killed', "await update; process.kill(process.pid, 'SIGKILL');"],
    ['closes the journal', 'await journal.close();'],
    ['ends without closing it', ''],
  ])('has committed what it was asked to write when the process %s', async (_how, end) => {
    const path = file();
    await endedProcess(path, end);
    const journal = sqliteJournal(path, { secret: SECRET });
    expect(await journal.claim(claimOf())).toEqual([]);
    const expected = [{ end: { outcome: 'applied' } }];
    expect(await journal.claim(claimOf({ endedSince: '2026' }))).toMatchObject(expected);
    await journal.close();
  });

  test('has committed a change as soon as it may be sent, also when the process is killed then', async () => {
    const path = file();
    expect(await endedProcess(path, "process.kill(process.pid, 'SIGKILL');")).toBe('SIGKILL');
    const journal = sqliteJournal(path, { secret: SECRET });
    expect(await journal.claim(claimOf({ endedSince: '2026' }))).toHaveLength(1);
    await journal.close();
  });

  test('replies to what was asked before it was closed, and ends the process only then', async () => {
    // While the thread is busy with the first, the others are one message.
    const output = await endedProcess(
      file(),
      `await update;
      const list = journal.open({ limit: 1 });
      const again = journal.update('another', ${JSON.stringify(endAt(2))});
      await journal.close();
      process.stdout.write(String(await again));`,
    );
    expect(output).toMatchObject({ stdout: 'false' });
  });

  test('commits while a test has replaced the timers', async () => {
    const path = file();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const journal = sqliteJournal(path, { secret: SECRET });
    await Promise.all([1, 2, 3].map((count) => journal.append(entryAt(count))));
    expect(await journal.claim(claimOf())).toHaveLength(3);
    await journal.close();
  });

  test('whose script is missing, as in a bundle, names what to do', async () => {
    const thread = new URL('./missing.mjs', import.meta.url);
    const journal = sqliteJournal(file(), { secret: SECRET, thread });
    await expect(journal.append(entryAt(1))).rejects.toMatchObject({
      name: 'ConfigurationError',
      option: 'thread',
      action: expect.stringContaining('@org/payments-sdk/journal/thread'),
    });
  });

  test('is not named by text', () => {
    const options = { secret: SECRET, thread: './thread.mjs' as never };
    expect(() => sqliteJournal(file(), options)).toThrow('must be a URL');
  });
});
