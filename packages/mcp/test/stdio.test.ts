import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { listen } from '@org/payments-mock/server';
import { expect, inject, onTestFinished, test } from 'vitest';
import { call, connect, stage } from './stage.ts';

const cli = `${inject('programs')}/mcp.mjs`;
const node = ['--conditions=source', '--disable-warning=ExperimentalWarning'];

function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Starts the command as a client of the official SDK does. */
function command(args: readonly string[], env: Readonly<Record<string, string>>) {
  return new StdioClientTransport({
    command: process.execPath,
    args: [...node, cli, ...args],
    env: { PAYMENTS_LOG: 'debug', XDG_STATE_HOME: stateFolder(), ...env },
    stderr: 'pipe',
  });
}

/** What one attempt shows: the amount was paid, the key is another payment's, or nothing. */
type Attempt = 'paid' | 'other' | 'open';

test('two servers and a command on one journal, killed whenever the service has paid, pay each key once', async () => {
  // A key that is used is not refused: what differs must be noticed by whoever sends it.
  const { mock, payments, transfer } = stage({ idempotency: 'lenient' });
  const service = await listen(mock, { port: 0 });
  onTestFinished(() => service.close());
  const state = stateFolder();
  const env = {
    XDG_STATE_HOME: state,
    PAYMENTS_LOG: 'off',
    PAYMENTS_BASE_URL: service.connection.baseUrl,
    PAYMENTS_TOKEN_ID: service.connection.tokenId,
    PAYMENTS_CLIENT_SECRET: service.connection.clientSecret,
    PAYMENTS_JOURNAL: join(state, 'journal.db'),
    PAYMENTS_JOURNAL_SECRET: 'a-secret-of-the-test-with-32-bytes-or-more',
  };
  const living = new Set<number>();
  let kills = 0;
  // The reply of a payment has not left: whoever runs then dies, the payer among them.
  mock.onChange(() => {
    for (const one of kills < 6 ? living : []) {
      kills += 1;
      living.delete(one);
      process.kill(one, 'SIGKILL');
    }
  });
  const server = (amount: number) => async (key: string) => {
    const transport = command(['--tools=all', '--allow-write', 'transfers.createOut'], env);
    const pay = async (): Promise<Attempt> => {
      const client = await connect(transport, () => ({ action: 'accept' }));
      living.add(transport.pid ?? 0);
      const input = { ...transfer, amount, idempotencyKey: key };
      const { isError, value } = await call(client, 'transfers_create_out', input);
      if (!isError) return 'paid';
      return value.error?.code === 'IDEMPOTENCY_KEY_REUSED' ? 'other' : 'open';
    };
    // A process that is killed ends the connection.
    const ended = await pay().catch((): Attempt => 'open');
    living.delete(transport.pid ?? 0);
    await transport.close();
    return ended;
  };
  const terminal = async (key: string): Promise<Attempt> => {
    const from = ['--source.account-id', transfer.source.accountId];
    const to = ['--destination.account-id', transfer.destination.accountId];
    const pay = ['transfers', 'create-out', ...from, ...to, '--amount', '3.00USD', '--yes'];
    const own = cli.replace('mcp.mjs', 'payments.mjs');
    const child = spawn(process.execPath, [...node, own, ...pay, '--idempotency-key', key], {
      env,
    });
    living.add(child.pid ?? 0);
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    living.delete(child.pid ?? 0);
    if (code === 0) return 'paid';
    return errors.includes('IDEMPOTENCY_KEY_REUSED') ? 'other' : 'open';
  };
  const payAll = async (amount: number, keys: string[], pay: (key: string) => Promise<Attempt>) => {
    const paid: number[] = [];
    for (const key of keys) {
      let ended = await pay(key);
      while (ended === 'open') ended = await pay(key);
      if (ended === 'paid') paid.push(amount);
    }
    return paid;
  };
  const claims = await Promise.all([
    payAll(1_00, ['a', 'b', 'c'], server(1_00)),
    payAll(2_00, ['b', 'c', 'a'], server(2_00)),
    payAll(3_00, ['c', 'a', 'b'], terminal),
  ]);
  expect(kills).toBeGreaterThanOrEqual(3);
  const all = await payments.transactions.list({}).toArray();
  const amounts = all.map((one) => (one.type === 'OUTGOING' ? one.sentAmount.amount : 0));
  expect(amounts.sort()).toEqual(claims.flat().sort());
  expect(amounts).toHaveLength(3);
}, 300_000);

/** What a client does that goes away while its payment is under way. */
const departures: readonly (readonly [string, (child: ChildProcessWithoutNullStreams) => void])[] =
  [
    [
      'closes the output',
      ({ stdout, stdin }) => {
        stdout.destroy();
        // The next line of the server meets a pipe without a reader.
        stdin.write('{"jsonrpc":"2.0","id":9,"method":"tools/list"}\n');
      },
    ],
    ['closes the input', ({ stdin }) => stdin.end()],
    ['ends the process with SIGTERM', (child) => child.kill('SIGTERM')],
    ['ends the process with SIGHUP', (child) => child.kill('SIGHUP')],
  ];

test.each(departures)('a payment whose client %s is recorded to its end', async (_, leave) => {
  const { mock, accessToken, transfer, balance } = stage();
  const server = await listen(mock, { port: 0 });
  onTestFinished(() => server.close());
  mock.faults.add({
    operation: 'agent.transfers.createOut',
    effect: { kind: 'delay', milliseconds: 500 },
  });
  const state = stateFolder();
  const child = spawn(process.execPath, [...node, cli, 'agent'], {
    env: {
      ...process.env,
      PAYMENTS_BASE_URL: server.connection.baseUrl,
      PAYMENTS_ACCESS_TOKEN: accessToken,
      XDG_STATE_HOME: state,
      PAYMENTS_LOG: 'debug',
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const logged = text(child.stderr);
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const params = { protocolVersion: '2025-06-18', clientInfo: { name: 'raw', version: '1' } };
  const capabilities = { elicitation: {} };
  send({ id: 1, method: 'initialize', params: { ...params, capabilities } });
  send({ method: 'notifications/initialized' });
  const input = { ...transfer, amount: 10_00, idempotencyKey: 'invoice-1' };
  const asked = { operation: 'agent.transfers.createOut', arguments: input };
  const given = { name: 'call_operation', arguments: asked, _meta: { progressToken: 1 } };
  send({ id: 2, method: 'tools/call', params: given });
  const isSent = new Promise<void>((resolve) => {
    const stop = mock.onChange(() => {
      if (mock.faults.armed.every(({ struck }) => struck === 0)) return;
      stop();
      resolve();
    });
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method !== 'elicitation/create') return;
    send({ id, result: { action: 'accept', content: { confirm: true } } });
  });
  await isSent;
  leave(child);
  expect(await exited).toEqual([0, null]);
  const audit = readFileSync(join(state, 'payments-mcp', 'audit.jsonl'), 'utf8');
  const events = audit
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).event);
  expect(events).toEqual(['asked', 'approved', 'sent', 'applied']);
  for (const name of ['journal.db', 'journal.db.key', 'audit.jsonl']) {
    expect(statSync(join(state, 'payments-mcp', name)).mode & 0o777, name).toBe(0o600);
  }
  expect(await balance()).toBe(990_00);
  expect(await logged).not.toContain(accessToken);
});

const token = 'a-token-for-the-endpoint-of-the-test';

test('the command serves over HTTP what its help names, with the approval page beside it', async () => {
  const { mock, accessToken, transfer, balance } = stage();
  const service = await listen(mock, { port: 0 });
  const child = spawn(process.execPath, [...node, cli, 'agent', '--http', '--port', '0'], {
    env: {
      ...process.env,
      PAYMENTS_BASE_URL: service.connection.baseUrl,
      PAYMENTS_ACCESS_TOKEN: accessToken,
      PAYMENTS_MCP_TOKEN: token,
      PAYMENTS_MCP_APPROVAL_CODES: 'ada@example.com=a-code-for-ada-who-may-approve-on-the-page',
      PAYMENTS_LOG: 'debug',
      XDG_STATE_HOME: stateFolder(),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await exited;
    await service.close();
  });
  const lines = createInterface({ input: child.stderr });
  let url = '';
  for await (const line of lines) {
    url = /ready at (\S+)/.exec(line)?.[1] ?? '';
    if (url !== '') break;
  }
  // Whoever started it reads its log no more.
  child.stderr.destroy();
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  const client = await connect(transport as Transport, () => ({ action: 'accept' }));
  const paid = await call(client, 'call_operation', {
    operation: 'agent.transfers.createOut',
    arguments: { ...transfer, amount: 10_00, idempotencyKey: 'invoice-1' },
  });
  expect(paid.value).toMatchObject({ status: 'APPROVED' });
  expect(await balance()).toBe(990_00);
  const page = await fetch(url.replace('/mcp', '/approvals'));
  expect(await page.text()).toContain('Code');
});
