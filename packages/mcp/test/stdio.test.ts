import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { listen } from '@org/payments-mock/server';
import { expect, inject, onTestFinished, test } from 'vitest';
import { flags, stateFolder, testSharedJournal } from './shared-journal.ts';
import { accept, call, connect, stage } from './stage.ts';

const cli = `${inject('programs')}/mcp.mjs`;

test('two servers and a command on one journal, killed whenever the service has paid, pay each key once', async () => {
  await testSharedJournal(inject('programs'));
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
  const child = spawn(process.execPath, [...flags, cli, 'agent'], {
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
  const child = spawn(process.execPath, [...flags, cli, 'agent', '--http', '--port', '0'], {
    env: {
      ...process.env,
      PAYMENTS_BASE_URL: service.connection.baseUrl,
      PAYMENTS_ACCESS_TOKEN: accessToken,
      PAYMENTS_MCP_TOKEN: token,
      PAYMENTS_MCP_APPROVAL_CODES: 'ada@example.com=a-code-for-ada-who-may-approve-on-the-page',
      PAYMENTS_LOG: 'debug',
      // No folder for its state is there yet.
      PAYMENTS_JOURNAL_SECRET: 'a-secret-of-the-test-with-32-bytes-or-more',
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
  const client = await connect(transport as Transport, accept);
  const paid = await call(client, 'call_operation', {
    operation: 'agent.transfers.createOut',
    arguments: { ...transfer, amount: 10_00, idempotencyKey: 'invoice-1' },
  });
  expect(paid.value).toMatchObject({ status: 'APPROVED' });
  expect(await balance()).toBe(990_00);
  const page = await fetch(url.replace('/mcp', '/approvals'));
  expect(await page.text()).toContain('Code');
});
