import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ArgumentError, readArguments } from './arguments.ts';
import { VERSION } from './main.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

function start(...args: string[]): ChildProcess {
  const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, cli, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

interface Finished {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly errors: string;
}

async function finish(child: ChildProcess, onLine?: (line: string) => void): Promise<Finished> {
  const lines: string[] = [];
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      onLine?.(line);
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, lines, errors };
}

test('it serves until it is told to stop, and keeps its state in a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payments-mock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const state = join(folder, 'state.json');
  const run = async (...extra: string[]) => {
    const child = start('--port', '0', '--json', '--state', state, ...extra);
    let customers: unknown[] = [];
    const { code, lines } = await finish(child, async (line) => {
      const { event, url } = JSON.parse(line) as { event: string; url: string };
      if (event !== 'ready') return;
      const overview = await (await fetch(`${url}/__mock/overview`)).json();
      customers = (overview as { customers: unknown[] }).customers;
      child.kill('SIGTERM');
    });
    return { code, events: lines.map((line) => JSON.parse(line)), customers };
  };
  const first = await run('--demo', '--seed', 'cli');
  expect(first).toMatchObject({ code: 0, customers: [{ email: 'ada@example.com' }] });
  expect(first.events).toMatchObject([
    { event: 'ready', baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/2025-10-13$/) },
    { event: 'stopped', signal: 'SIGTERM', state },
  ]);
  expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ version: 1 });
  const second = await run();
  expect(second.customers).toEqual(first.customers);
}, 30_000);

test('it prints the gaps, and says what is wrong', async () => {
  const gaps = await finish(start('--gaps', '--set', 'secondReject=200'));
  expect(gaps.code).toBe(0);
  expect(gaps.lines.join('\n')).toContain('secondReject=200; or 409');
  const wrong = await finish(start('--prot', '1'));
  expect(wrong).toMatchObject({ code: 2, errors: expect.stringContaining("'--prot'") });
  const folder = mkdtempSync(join(tmpdir(), 'payments-mock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'state.json'), '{"version":0}');
  const bad = await finish(start('--state', join(folder, 'state.json')));
  expect(bad).toMatchObject({ code: 2, errors: expect.stringContaining('does not hold a state') });
}, 30_000);

test('the command line is read', () => {
  expect(readArguments([])).toMatchObject({ port: 4010, host: '127.0.0.1', cors: false });
  const read = readArguments(
    '--port 0 --cors-origin https://a.test --set challengeMinutes=1 --set supportedCurrencies=USD,EUR'.split(
      ' ',
    ),
  );
  expect(read).toMatchObject({
    port: 0,
    cors: ['https://a.test'],
    choices: { challengeMinutes: 1, supportedCurrencies: ['USD', 'EUR'] },
  });
  for (const wrong of [
    ['--port', 'x'],
    ['--port', '65536'],
    ['--now', 'soon'],
    ['--set', 'nothing=1'],
    ['--set', 'secondReject=418'],
    ['--set', 'challengeMinutes=soon'],
    ['extra'],
  ]) {
    expect(() => readArguments(wrong), wrong.join(' ')).toThrow(ArgumentError);
  }
});

test('the version is that of the package', () => {
  const manifest = new URL('../../../package.json', import.meta.url);
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({ version: VERSION });
});

test('signals stop it only once the request in flight is answered', async () => {
  const child = start('--port', '0', '--json');
  let status: number | undefined;
  const { code } = await finish(child, async (line) => {
    const { event, url } = JSON.parse(line) as { event: string; url: string };
    if (event !== 'ready') return;
    const body = JSON.stringify({ effect: { kind: 'delay', milliseconds: 300 } });
    await fetch(`${url}/__mock/faults`, { method: 'POST', body });
    const answer = fetch(`${url}/2025-10-13/documents`);
    const isSeen = async () => {
      const armed = (await (await fetch(`${url}/__mock/faults`)).json()) as { struck: number }[];
      return armed[0]?.struck === 1;
    };
    while (!(await isSeen()));
    child.kill('SIGINT');
    status = (await answer).status;
  });
  expect({ code, status }).toEqual({ code: 0, status: 401 });
}, 30_000);
