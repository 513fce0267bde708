import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { root } from '../../scripts/lib/workspace.ts';
import { type Examination, examine, runDoctor, spawnDoctor } from './run-doctor.ts';

/** A folder in which packages are installed. */
function folderWith(packages: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, target] of Object.entries(packages)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, target), link);
  }
  return folder;
}

test('without a module it tries the installed tools', async () => {
  const cwd = folderWith({
    '@org/payments-sdk': 'packages/sdk',
    nock: 'node_modules/nock',
    pino: 'node_modules/pino',
  });
  const { ok, results } = await examine(['--trial', 'lost-reply', '--trial', 'log'], { cwd });
  expect(results.map(({ setup, trial, state }) => [setup, trial, state])).toEqual([
    ['node:http', 'lost-reply', 'right'],
    ['fetch', 'lost-reply', 'right'],
    [expect.stringMatching(/^node:http through nock 14\.\d+\.\d+$/), 'lost-reply', 'right'],
    [expect.stringMatching(/^fetch through nock 14\.\d+\.\d+$/), 'lost-reply', 'right'],
    [expect.stringMatching(/^pino \d+\.\d+\.\d+$/), 'log', 'right'],
  ]);
  expect(ok).toBe(true);
});

test('the report names each fix once, with its page, in 80 columns', async () => {
  const args = ['setups.ts', '--trial', 'lost-reply', '--trial', 'slow-body'];
  const { ok, output } = await runDoctor([...args, '--limit', '600'], {
    env: { SETUP: 'fetch wrong' },
  });
  expect(ok).toBe(false);
  const lines = output.trimEnd().split('\n');
  expect(lines.filter((line) => line.length > 80 && !line.startsWith('https:'))).toEqual([]);
  expect(lines.slice(0, 5)).toEqual([
    'setups.ts',
    '',
    'WRONG     lost-reply',
    '          customers.create was called once, arrived 2 times and was applied 2',
    '          times.',
  ]);
  expect(lines).toContain('ok        slow-body');
  expect(output.match(/^Fix: Let nothing but the client repeat requests/gm)).toHaveLength(1);
  expect(output).toContain('/guides/check-a-test-setup#requests-that-are-repeated\n');
  expect(lines.at(-1)).toBe('2 trials, 1 right, 1 wrong.');
});

/** A module that never finishes loading, and the file to which it writes its process. */
function endlessModule() {
  const folder = folderWith({});
  const [module, pids] = [join(folder, 'setup.mjs'), join(folder, 'pids')];
  const lines = [
    "import { appendFileSync } from 'node:fs';",
    `appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n');`,
    'setInterval(() => {}, 1000);',
    'await new Promise(() => {});',
  ];
  writeFileSync(module, lines.join('\n'));
  return { module, pids };
}

test('a trial that lasts too long is not reported as right', async () => {
  const args = [endlessModule().module, '--json', '--limit', '1', '--trial', 'reset'];
  const { ok, output } = await runDoctor(args);
  expect(ok).toBe(false);
  expect(JSON.parse(output)).toMatchObject({
    results: [{ state: 'unfinished', reason: 'it had no result within 1 seconds', findings: [] }],
  });
});

test('a signal ends it and its processes, and no result is reported as right', async () => {
  const { module, pids } = endlessModule();
  const child = spawnDoctor([module, '--json', '--limit', '600']);
  onTestFinished(() => void child.kill('SIGKILL'));
  // A file that exists may still be empty, and process 0 is the test's own group.
  const started = () => (existsSync(pids) ? readFileSync(pids, 'utf8').match(/\d+(?=\n)/g) : null);
  await vi.waitUntil(started, { timeout: 60_000 });
  child.kill('SIGTERM');
  const [[status], output] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  expect(status).toBe(1);
  const { results } = JSON.parse(output) as { results: readonly Examination[] };
  expect(new Set(results.map(({ state, reason }) => `${state}: ${reason}`))).toEqual(
    new Set(['unfinished: it was stopped']),
  );
  const processes = started()?.map(Number) ?? [];
  expect(processes).not.toEqual([]);
  for (const pid of processes) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('a module that cannot be loaded, or exports nothing to try, is reported once', async () => {
  const folder = folderWith({});
  const module = join(folder, 'setup.mjs');
  writeFileSync(module, "throw new Error('The database is missing.');");
  const broken = await examine([module]);
  expect(broken.ok).toBe(false);
  expect(broken.results[0]?.findings).toMatchObject([
    { kind: 'a-setup-that-does-not-start', problem: 'Error: The database is missing.' },
  ]);
  writeFileSync(module, 'export const client = {};');
  const { results } = await examine([module, '--trial', 'log']);
  expect(results[0]?.findings).toMatchObject([
    { problem: 'the module exports neither payments nor webhooks' },
  ]);
});

test.each([
  [['none.ts'], 'the module none.ts does not exist'],
  [['a.ts', 'b.ts'], 'doctor takes one module'],
  [['--limit', '0'], '--limit takes seconds from 1 to 3600, not 0'],
  [['--trial', 'lost'], 'no-fault, lost-reply, late-reply'],
  [['--trail', 'log'], "Unknown option '--trail'"],
])('it refuses %j', async (args, message) => {
  const { ok, output } = await runDoctor(args);
  expect(ok).toBe(false);
  expect(output).toContain(message);
});

test('without the SDK in the folder it names the folder to start it in', async () => {
  const { ok, output } = await runDoctor([], { cwd: folderWith({}) });
  expect(ok).toBe(false);
  expect(output).toContain('@org/payments-sdk is not installed in this folder');
});

test('its help is that of the command', async () => {
  const { ok, output } = await runDoctor(['--help']);
  expect(ok).toBe(true);
  expect(output).toContain('payments-mock doctor [module]');
});
