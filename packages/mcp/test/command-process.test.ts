import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import type { OperationName } from '@org/payments-contract';
import { listen } from '@org/payments-mock/server';
import { expect, inject, onTestFinished, test } from 'vitest';
import { stage } from './stage.ts';

const source = `${inject('programs')}/payments.mjs`;
const flags = '--conditions=source --disable-warning=ExperimentalWarning';

/** A mock, and a folder that is on the path of the shell and has the command `payments`. */
async function shell() {
  const setting = stage();
  const service = await listen(setting.mock, { port: 0 });
  onTestFinished(() => service.close());
  const folder = mkdtempSync(join(tmpdir(), 'payments-shell-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'payments');
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' ${flags} '${source}' "$@"\n`);
  chmodSync(path, 0o755);
  const { baseUrl, tokenId, clientSecret } = service.connection;
  // What decides about colours is the terminal of the test, not that of who runs it.
  const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...rest } = process.env;
  const env = {
    ...rest,
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    TERM: 'xterm-256color',
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_TOKEN_ID: tokenId,
    PAYMENTS_CLIENT_SECRET: clientSecret,
  };
  const bash = (script: string, own: NodeJS.ProcessEnv = {}) =>
    promisify(execFile)('bash', ['--norc', '-c', script], { env: { ...env, ...own } });
  const { source: from, destination } = setting.transfer;
  const ids = `--source.account-id ${from.accountId} --destination.account-id ${destination.accountId}`;
  const pay = `transfers create-out --amount-minor 1000 ${ids} --yes --idempotency-key invoice-10`;
  return { ...setting, folder, env, bash, pay: pay.split(' ') };
}

test('bash completes the words that the command names', async () => {
  const { bash } = await shell();
  const line = 'COMP_WORDS=(payments cards list --cardh); COMP_CWORD=3; _payments payments';
  const script = `eval "$(payments completion bash)"; complete -p payments; ${line}`;
  const { stdout } = await bash(`${script}; echo "\${COMPREPLY[@]}"`);
  expect(stdout).toBe('complete -o default -F _payments payments\n--cardholder-id\n');
}, 120_000);

test('a reader that closes the pipe ends the command without an error', async () => {
  const { bash, mock } = await shell();
  for (let count = 0; count < 300; count += 1) mock.add.customer({ fullName: 'x'.repeat(500) });
  const warning = "process.once('beforeExit',()=>process.emitWarning('programmers'))";
  const { stdout, stderr } = await bash(
    `payments customers list --limit 100 --csv | head -1; echo "\${PIPESTATUS[0]}"`,
    { NODE_OPTIONS: `--import=data:text/javascript,${warning}` },
  );
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^id,.+\n0\n$/);
}, 120_000);

test.skipIf(!existsSync('/dev/full'))(
  'a payment whose result does not fit the disk was carried out',
  async () => {
    const { bash, pay, balance } = await shell();
    const failed = await bash(`payments ${pay.join(' ')} > /dev/full`).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/Transaction:.+ENOSPC/),
    });
    expect(await balance()).toBe(990_00);
  },
  120_000,
);

test('a terminal shows bold titles in its width; a pipe, or NO_COLOR, whole cells or no style', async () => {
  const { bash, mock } = await shell();
  const { id } = mock.add.customer({ fullName: 'Ada '.repeat(40) });
  const list = 'payments customers list --columns id,fullName';
  const inTerminal = `script -qec 'stty cols 80; ${list}' /dev/null`;
  const bold = '\u001b[1m';
  const terminal = (await bash(inTerminal)).stdout;
  expect(terminal).toContain(bold);
  expect(terminal).toContain(id);
  const lines = stripVTControlCharacters(terminal).split(/\r?\n/);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  expect(lines.some((line) => line.endsWith('…'))).toBe(true);
  // What has no room is left out, where nobody named it.
  const all = (await bash(inTerminal.replace('--columns id,fullName', ''))).stdout;
  for (const line of stripVTControlCharacters(all).split(/\r?\n/))
    expect(line.length).toBeLessThan(81);
  const unknown = (await bash(inTerminal.replace('cols 80', 'cols 0'))).stdout;
  expect(stripVTControlCharacters(unknown).split(/\r?\n/)).toEqual(lines);
  const plain = (await bash(inTerminal, { NO_COLOR: '1' })).stdout;
  expect(plain).not.toContain(bold);
  const piped = (await bash(`${list} | cat`)).stdout;
  expect(piped).not.toContain(bold);
  expect(piped).toContain('Ada '.repeat(40).trim());
}, 120_000);

/** Interrupts a command while a request waits for its response. */
async function interrupted(
  args: readonly string[],
  { mock, env }: Awaited<ReturnType<typeof shell>>,
  signal: NodeJS.Signals = 'SIGINT',
  operation: OperationName = 'transfers.createOut',
) {
  const effect = { kind: 'delay', milliseconds: 600_000 } as const;
  mock.faults.add({ operation, times: 'always', effect });
  const command = [...flags.split(' '), source, ...args];
  const child: ChildProcess = spawn(process.execPath, command, { env });
  const struck = new Promise<void>((resolve) => {
    const stop = mock.onChange(() => {
      if (mock.faults.armed.every((fault) => fault.struck === 0)) return;
      stop();
      resolve();
    });
  });
  const ended = once(child, 'close');
  await Promise.race([struck, ended]);
  child.kill(signal);
  let errors = '';
  child.stderr?.on('data', (said) => {
    errors += said;
    if (/Ending after/.test(said)) child.kill(signal);
  });
  const [code, endedBy] = await ended;
  return { code, endedBy, errors };
}

test('Ctrl-C during a payment reports an unknown outcome, and the key to repeat it with', async () => {
  const setting = await shell();
  const { code, errors } = await interrupted(setting.pay, setting);
  expect(code).toBe(3);
  expect(errors).toContain('it may have been carried out');
  expect(errors).toContain('--idempotency-key invoice-10');
}, 120_000);

test('a signal before a payment is sent ends the command, and sends nothing', async () => {
  const setting = await shell();
  const env = {
    ...setting.env,
    PAYMENTS_JOURNAL: `${setting.folder}/journal.db`,
    PAYMENTS_JOURNAL_SECRET: 'a-secret-of-the-test-with-32-bytes',
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    setting.mock.faults.clear();
    const ended = await interrupted(setting.pay, { ...setting, env }, signal, 'config.get');
    expect(ended.endedBy).toBe(signal);
    expect(setting.sent('transfers.createOut')).toBe(0);
  }
}, 120_000);

test('what was typed before the question does not approve', async () => {
  const { env, pay, sent } = await shell();
  const asked = pay.filter((word) => word !== '--yes').join(' ');
  const child = spawn('script', ['-qec', `payments ${asked}`, '/dev/null'], { env });
  child.stdin.write('yes\n');
  let shown = '';
  child.stdout.on('data', (part: Buffer) => {
    const isAsked = /Type yes/.test(shown);
    shown += part;
    // What the terminal has before the question is dropped, and so would be the end of the input.
    if (!isAsked && /Type yes/.test(shown)) child.stdin.end('no\n');
  });
  expect(await once(child, 'close')).toEqual([4, null]);
  expect(sent('transfers.createOut')).toBe(0);
}, 120_000);

test('an error that nobody catches during a payment leaves its outcome unknown', async () => {
  const setting = await shell();
  const crash = "data:text/javascript,process.on('SIGUSR2',()=>{throw(Error('crash'))})";
  const env = { ...setting.env, NODE_OPTIONS: `--import="${crash}"` };
  const { code, errors } = await interrupted(setting.pay, { ...setting, env }, 'SIGUSR2');
  expect([code, errors]).toEqual([
    3,
    expect.stringMatching(/may have been.+Error: crash\). Send it again only .+ invoice-10/),
  ]);
}, 120_000);

test('a second Ctrl-C during a run leaves its outcome unknown, and a dumb terminal gets no escapes', async () => {
  const setting = await shell();
  const { transfer, folder, bash } = setting;
  writeFileSync(`${folder}/a.csv`, `to,amount\n${transfer.destination.accountId},5.00\n`);
  const own = { TERM: 'dumb', PAYMENTS_JOURNAL_SECRET: 'a-secret-of-the-test-with-32-bytes' };
  const run = `run ${folder}/a.csv --from ${transfer.source.accountId} --state ${folder}/r.db --id a`;
  const checked = await bash(`payments ${run} --currency USD --check --json`, own);
  const pay = `${run} --currency USD --yes --digest ${JSON.parse(checked.stdout).digest}`;
  const env = { ...setting.env, ...own };
  const { code, errors } = await interrupted(pay.split(' '), { ...setting, env });
  expect([code, errors]).toEqual([
    3,
    expect.stringMatching(/may have been.+SIGINT\). Repeat the command/),
  ]);
  setting.mock.faults.clear();
  const shown = await bash(`script -qec 'payments ${pay}' /dev/null`, own);
  expect(shown.stdout).toContain('1 paid');
  expect(shown.stdout).not.toContain('\u001b');
}, 120_000);

test('Ctrl-C during a list reports that it has changed nothing', async () => {
  const { code, errors } = await interrupted(
    ['customers', 'list'],
    await shell(),
    'SIGINT',
    'customers.list',
  );
  expect(errors).toBe('payments: interrupted: this command has changed nothing\n');
  expect(code).toBe(130);
}, 120_000);

test('a command returns the secret of an account, and its output is in no error', async () => {
  const { bash, env } = await shell();
  const own = { PAYMENTS_CLIENT_SECRET: '', SECRET: env.PAYMENTS_CLIENT_SECRET };
  const run = (command: string) =>
    bash('payments config get --json', { ...own, PAYMENTS_CREDENTIALS_COMMAND: command });
  const { stdout } = await run(
    `test "$PAYMENTS_ACCOUNT" = '${env.PAYMENTS_TOKEN_ID}' && printf '%s\n' "$SECRET" 'login: ada'`,
  );
  expect(JSON.parse(stdout)).toMatchObject({ id: expect.any(String) });
  for (const [command, problem] of [
    ['echo hidden-output; exit 7', 'ended with status 7'],
    ['true', 'printed nothing'],
    ['kill -TERM $$', 'ended with SIGTERM'],
  ] as const) {
    const failed = await run(command).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining(problem) });
    expect((failed as { stderr: string }).stderr).not.toContain('hidden-output');
  }
}, 120_000);
