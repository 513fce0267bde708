import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ArgumentError } from '@org/payments-contract/internal';
import { createPaymentsClient } from '@org/payments-sdk';
import { expect, inject, onTestFinished, test } from 'vitest';
import { isSignedBy, openEndpoint } from '../../../test/support/endpoint.ts';
import { createMock } from '../../mock.ts';
import type { Snapshot } from '../../store/store.ts';
import { readArguments } from './arguments.ts';
import { main, VERSION } from './main.ts';
import { makeMock } from './make-mock.ts';
import { loadState, saveState } from './state-file.ts';

const cli = `${inject('programs')}/payments-mock.mjs`;

function start(...args: string[]): ChildProcess {
  const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, cli, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function finish(child: ChildProcess, onLine?: (line: string) => void) {
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

function folderFor(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-mock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function runHere(...args: string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const output = {
    out: (line: string) => void lines.push(line),
    error: (line: string) => void errors.push(line),
  };
  return { code: await main(args, output), text: lines.join('\n'), errors: errors.join('\n') };
}

interface Told {
  readonly event: string;
  readonly url: string;
  readonly [name: string]: unknown;
}

/** Starts the command, calls a function with each line it prints, and waits until it has ended. */
async function serve(args: readonly string[], onTold: (events: Told, child: ChildProcess) => void) {
  const child = start('--port', '0', '--json', ...args);
  const { code, lines } = await finish(child, (line) => onTold(JSON.parse(line), child));
  return { code, events: lines.map((line) => JSON.parse(line) as Told) };
}

async function customersOf(url: string): Promise<unknown> {
  const overview = (await (await fetch(`${url}/__mock/overview`)).json()) as Record<
    string,
    unknown
  >;
  return overview.customers;
}

test('it serves, delivers an event that another process triggers, and keeps its state in a file', async () => {
  const state = join(folderFor(), 'state.json');
  const endpoint = await openEndpoint();
  const kind = 'OUTGOING_PAYMENT.COMPLETED';
  let customers: unknown;
  let triggered = '{}';
  const args = ['--demo', '--seed', 'cli', '--state', state, '--forward-to', endpoint.url];
  const { code, events } = await serve(['listen', ...args], async (line, child) => {
    if (line.event === 'ready') {
      customers = await customersOf(line.url);
      triggered = (await runHere('trigger', kind, '--url', line.url, '--json')).text;
    }
    if (line.event === 'delivery' && line.eventType === kind) child.kill('SIGTERM');
  });
  expect(code).toBe(0);
  expect(customers).toMatchObject([{ email: 'ada@example.com' }]);
  const [ready] = events;
  expect(ready).toMatchObject({
    event: 'ready',
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/2025-10-13$/),
  });
  const { id } = JSON.parse(triggered) as { id: string };
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'delivery', eventId: id, state: 'delivered', status: 200 }),
  );
  const { raw, signature } = endpoint.received.find(({ event }) => event.id === id) ?? {
    raw: Buffer.of(),
    signature: '',
  };
  expect(ready?.seed).toBe('cli');
  expect(isSignedBy(String(ready?.webhookPublicKey), raw, signature)).toBe(true);
  // An event of the demo that is on its way may be told after it.
  const stopped = { event: 'stopped', signal: 'SIGTERM', state };
  expect(events).toContainEqual(expect.objectContaining(stopped));
  expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ version: 1 });
  const { mock } = await makeMock(readArguments(['--state', state]));
  const { rows } = mock.snapshot().tables.customers;
  expect(rows[0]?.[1]).toMatchObject({ email: 'ada@example.com' });
});

test('it starts from a state, and a signal stops it only after the request in flight has its response', async () => {
  const state = join(folderFor(), 'state.json');
  const seeded = createMock();
  const { id } = seeded.add.customer();
  await saveState(state, seeded.snapshot());
  let customers: unknown;
  let status: number | undefined;
  const { code, events } = await serve(['--state', state], async ({ event, url }, child) => {
    if (event !== 'ready') return;
    customers = await customersOf(url);
    const body = JSON.stringify({ effect: { kind: 'delay', milliseconds: 100 } });
    await fetch(`${url}/__mock/faults`, { method: 'POST', body });
    const response = fetch(`${url}/2025-10-13/documents`);
    const isSeen = async () => {
      const armed = (await (await fetch(`${url}/__mock/faults`)).json()) as { struck: number }[];
      return armed[0]?.struck === 1;
    };
    while (!(await isSeen()));
    child.kill('SIGINT');
    status = (await response).status;
  });
  expect({ code, status }).toEqual({ code: 0, status: 401 });
  expect(customers).toMatchObject([{ id }]);
  expect(events.at(-1)).toMatchObject({ event: 'stopped', signal: 'SIGINT' });
});

test('a signal ends it while connections are open, a response is delayed and a delivery waits', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  onTestFinished(() => silent.closeAllConnections());
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const lost: Promise<unknown>[] = [];
  const args = ['--forward-to', `http://127.0.0.1:${port}/`];
  const { code, events } = await serve(args, async ({ event, url }, child) => {
    if (event !== 'ready') return;
    const post = (path: string, body: object) =>
      fetch(`${url}/__mock${path}`, { method: 'POST', body: JSON.stringify(body) });
    await post('/faults', { effect: { kind: 'delay', milliseconds: 600_000 } });
    const arrived = once(silent, 'request');
    await post('/webhooks/trigger', { type: 'TEST' });
    await arrived;
    for (const path of ['/__mock/events', '/__mock/clock/follow']) {
      lost.push((await fetch(`${url}${path}`)).text());
    }
    const delayed = fetch(`${url}/2025-10-13/documents`);
    lost.push(expect(delayed).rejects.toThrow('fetch failed'));
    const struck = async () =>
      ((await (await fetch(`${url}/__mock/faults`)).json()) as { struck: number }[])[0]?.struck;
    while ((await struck()) !== 1);
    child.kill('SIGTERM');
  });
  await Promise.all(lost);
  expect(code).toBe(0);
  expect(events.at(-1)).toMatchObject({ event: 'stopped', signal: 'SIGTERM' });
});

test('it prints the gaps and the usage, and names what is wrong with the command line', async () => {
  const gaps = await runHere('--gaps', '--set', 'unknownFields=ignore');
  expect(gaps).toMatchObject({
    code: 0,
    text: expect.stringContaining('unknownFields=ignore; or refuse'),
  });
  expect((await runHere('--help')).text).toContain('--allow-host <name>');
  const folder = folderFor();
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const wrong: readonly (readonly [string[], string])[] = [
    [['--prot', '1'], "'--prot'"],
    [['trigger'], 'trigger takes a type of event: '],
    [['trigger', 'CARD.LOST'], 'CARD.LOST is not a type of event'],
    [['trigger', 'TEST', 'now'], 'now is an unexpected argument'],
    [['trigger', 'TEST', '--url', 'http://127.0.0.1:1'], 'no mock responds at http'],
    [['send'], 'commands are listen and trigger'],
    [['--forward-to', 'localhost:3000'], '--forward-to takes an http or https URL'],
    [['--now', '2026-02-30'], '--now takes a time'],
    [['--cors-origin', 'app.example'], 'cors.0 is not one of origins'],
    [['--allow-host', 'http://mock.internal'], 'allowedHosts.0 is not one of host names'],
    [['--state', file('old.json', '{"version":0}')], 'version must be 1'],
    [['--state', file('text.json', 'x')], 'does not contain valid JSON'],
    [['--fault', '{'], '--fault: '],
    [['--fault', '{"effect":{"kind":"explode"}}'], 'effect.kind is "explode"; allowed: answer'],
    [['--replay', join(folder, 'none.json')], 'does not exist'],
    [['--replay', file('report.json', '{"version":2}')], 'version is 2; allowed: 1'],
  ];
  for (const [args, message] of wrong) {
    expect(await runHere(...args)).toMatchObject({
      code: 2,
      errors: expect.stringContaining(message),
    });
  }
  const secret = ['--port', '0', '--forward-to', 'http://user:hidden-password@127.0.0.1:1/'];
  const errors = 'payments-mock: --forward-to takes a URL without a user name and a password';
  expect(await runHere('listen', ...secret)).toEqual({ code: 2, text: '', errors });
});

test('the state file is for its owner only, and a failed write leaves the old one', async () => {
  const folder = folderFor();
  const path = join(folder, 'state.json');
  const mock = createMock();
  const { id } = mock.add.customer();
  writeFileSync(path, '{}', { mode: 0o644 });
  await saveState(path, mock.snapshot());
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await loadState(path)).toEqual(mock.snapshot());
  const circular = { ...mock.snapshot() } as Record<string, unknown>;
  circular.self = circular;
  await expect(saveState(path, circular as unknown as Snapshot)).rejects.toThrow();
  expect(readFileSync(path, 'utf8')).toContain(id);
  expect(readdirSync(folder)).toEqual(['state.json']);
});

test('rule 103: with --demo a reset returns to the demo', async () => {
  for (const extra of [[], ['--state', join(folderFor(), 'none.json')]]) {
    const { mock } = await makeMock(readArguments(['--demo', '--seed', 'cli', ...extra]));
    const before = mock.snapshot().tables;
    expect(before.cards.rows).toHaveLength(2);
    mock.add.customer();
    mock.reset();
    expect(mock.snapshot().tables).toEqual(before);
  }
});

test('faults, reports and credentials of the command line are those of the mock', async () => {
  const path = join(folderFor(), 'report.json');
  const attempts = [{ leg: 1, phase: 'unsent', durationMs: 1 }];
  const report = { version: 1, operation: 'documents.list', method: 'GET', path: '/documents' };
  writeFileSync(path, JSON.stringify({ ...report, attempts }));
  const fault = JSON.stringify({ leg: 2, effect: { kind: 'lose-reply' } });
  const credentials = ['--token-id', 'test', '--client-secret', 'test-secret'];
  const { mock } = await makeMock(
    readArguments(['--fault', fault, '--replay', path, ...credentials]),
  );
  expect(mock.connection).toMatchObject({ tokenId: 'test', clientSecret: 'test-secret' });
  expect(mock.faults.armed.map(({ fault: { effect } }) => effect.kind)).toEqual([
    'lose-reply',
    'refuse-connection',
  ]);
});

test('a mock that is started with a dialect speaks it, and prints the key that a wallet pins', async () => {
  const { events } = await serve(['--dialect', '2026-08'], ({ event }, child) => {
    if (event === 'ready') child.kill('SIGTERM');
  });
  const codeKey = expect.stringMatching(/^0[23][0-9a-f]{64}$/);
  expect(events[0]).toMatchObject({ dialect: '2026-08', codeKey });
  const { mock } = await makeMock(readArguments(['--dialect', '2026-08']));
  const { fetch } = mock;
  const payments = createPaymentsClient({ ...mock.connection, fetch, dialect: '2026-08' });
  const { id } = mock.add.card();
  expect(await payments.cards.update({ id, state: 'FROZEN' })).toMatchObject({ state: 'FROZEN' });
  const { code, errors } = await runHere('--dialect', '2027');
  expect([code, errors]).toEqual([2, expect.stringMatching(/dialect.*2026-08/s)]);
});

test('the command line is parsed', () => {
  expect(readArguments([])).toMatchObject({ port: 4010, host: '127.0.0.1', cors: false });
  const read = readArguments(
    '--port 0 --cors-origin https://a.test --allow-host mock --set challengeLifetime=60000 --set supportedCurrencies=USD,EUR'.split(
      ' ',
    ),
  );
  expect(read).toMatchObject({
    port: 0,
    allowedHosts: ['mock'],
    cors: ['https://a.test'],
    choices: { challengeLifetime: 60_000, supportedCurrencies: ['USD', 'EUR'] },
  });
  for (const wrong of [
    ['--port', 'x'],
    ['--port', '65536'],
    ['--now', 'soon'],
    ['--set', 'nothing=1'],
    ['--set', 'unknownFields=keep'],
    ['--set', 'challengeLifetime=soon'],
    ['extra'],
  ]) {
    expect(() => readArguments(wrong), wrong.join(' ')).toThrow(ArgumentError);
  }
});

test('the version is that of the package', () => {
  const manifest = new URL('../../../package.json', import.meta.url);
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({ version: VERSION });
});

test('it ends in order when nobody reads its output any more', async () => {
  const state = join(folderFor(), 'state.json');
  const child = start(
    '--port',
    '0',
    '--json',
    '--state',
    state,
    '--forward-to',
    'http://127.0.0.1:1/',
  );
  const finished = finish(child, async (line) => {
    const { event, url } = JSON.parse(line) as Told;
    child.stdout?.destroy();
    if (event === 'ready') await runHere('trigger', 'TEST', '--url', url);
  });
  expect(await finished).toMatchObject({ code: 0, errors: '' });
  expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ version: 1 });
});

test('it starts with the resources of a file, prints them, and returns to them', async () => {
  const file = join(folderFor(), 'fixtures.yaml');
  writeFileSync(file, 'customer:\n  ada: { id: Customer:ada, email: ada@example.com }\n');
  const seen: unknown[] = [];
  const { code, events } = await serve(['--fixtures', file], async ({ event, url }, child) => {
    if (event !== 'ready') return;
    await fetch(`${url}/__mock/fixtures/customer`, { method: 'POST' });
    await fetch(`${url}/__mock/reset`, { method: 'POST' });
    seen.push(await customersOf(url));
    child.kill('SIGTERM');
  });
  expect(code).toBe(0);
  expect(events[0]).toMatchObject({ fixtures: { customer: { ada: { id: 'Customer:ada' } } } });
  expect(seen[0]).toMatchObject([{ id: 'Customer:ada' }]);
});

test('the names of a file of fixtures are printed with their ids', async () => {
  const file = join(folderFor(), 'fixtures.yaml');
  writeFileSync(file, 'customer:\n  ada: { id: Customer:ada }\n');
  const child = start('--port', '0', '--fixtures', file);
  const { lines } = await finish(child, (line) => {
    if (line.startsWith('Open ')) child.kill('SIGTERM');
  });
  expect(lines).toContain('  customer.ada  Customer:ada');
});

test('a file of fixtures is not read again once the state has been saved', async () => {
  const folder = folderFor();
  const [file, state] = [join(folder, 'fixtures.json'), join(folder, 'state.json')];
  writeFileSync(file, JSON.stringify({ customer: { ada: { id: 'Customer:ada' } } }));
  const args = readArguments(['--fixtures', file, '--state', state]);
  const first = await makeMock(args);
  first.mock.add.customer();
  await saveState(state, first.mock.snapshot());
  const second = await makeMock(args);
  expect(second.fixtures).toEqual({});
  expect(second.mock.snapshot().tables.customers.rows).toHaveLength(2);
});

test('a mistake in a file of fixtures ends the command with its place', async () => {
  const file = join(folderFor(), 'fixtures.yaml');
  writeFileSync(file, 'customer:\n  ada: { emial: ada@example.com }\n');
  const { code, errors } = await runHere('--fixtures', file);
  expect(code).toBe(2);
  expect(errors).toContain(
    `payments-mock: ${file}:2:10: customer.ada.emial is not a field; did you mean email?`,
  );
  expect((await runHere('--fixtures', `${file}.missing`)).errors).toContain('no such file');
});

test('an older Node.js is refused by its version, before anything starts', async () => {
  const run = async (version: string) => {
    const lines: string[] = [];
    const line = (text: string) => void lines.push(text);
    return [await main(['--version'], { out: line, error: line }, version), ...lines];
  };
  const message = (version: string) =>
    `payments-mock: Node.js ${version} is too old; use 22.12 or later`;
  for (const version of ['20.20.2', '22.9.0', '22.11.1']) {
    expect(await run(version)).toEqual([2, message(version)]);
  }
  for (const version of ['22.12.0', '24.1.0']) expect(await run(version)).toEqual([0, VERSION]);
});
