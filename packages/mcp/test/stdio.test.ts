import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { listen } from '@org/payments-mock/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, connect, stage } from './stage.ts';

const cli = fileURLToPath(new URL('../src/bin/mcp.ts', import.meta.url));

function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Starts the command as a client of the official SDK does. */
function command(args: readonly string[], env: Readonly<Record<string, string>>) {
  return new StdioClientTransport({
    command: process.execPath,
    args: ['--conditions=source', '--disable-warning=ExperimentalWarning', cli, ...args],
    env: { PAYMENTS_LOG: 'debug', XDG_STATE_HOME: stateFolder(), ...env },
    stderr: 'pipe',
  });
}

test('an agent pays through the command, once its person agreed', async () => {
  const { mock, accessToken, transfer, balance, sent, payTo } = stage();
  const server = await listen(mock, { port: 0 });
  onTestFinished(() => server.close());
  const logged: string[] = [];
  const transport = command(['agent', '--tools=all'], {
    PAYMENTS_BASE_URL: server.connection.baseUrl,
    PAYMENTS_ACCESS_TOKEN: accessToken,
  });
  transport.stderr?.on('data', (chunk) => logged.push(String(chunk)));
  const asked: string[] = [];
  let decision: 'accept' | 'decline' = 'decline';
  const client = await connect(transport, (message) => {
    asked.push(message);
    return { action: decision };
  });

  const declined = await call(client, 'agent_transfers_create_out', {
    ...transfer,
    amount: 100_00,
  });
  expect(declined.value.error).toMatchObject({ code: 'CONFIRMATION_DECLINED' });
  expect(asked[0]).toMatch(
    /^Send money to an external account of the agent's customer: 100\.00 USD/,
  );
  expect(asked[0]).toContain('To, as the service says:\n  Name as entered: "Grace Hopper"');
  expect(asked[0]).toContain(`destination.accountId: "${payTo}"`);
  expect(sent('agent.transfers.createOut')).toBe(0);

  decision = 'accept';
  const paid = await call(client, 'agent_transfers_create_out', { ...transfer, amount: 100_00 });
  expect(paid.value).toMatchObject({ type: 'TRANSFER_OUT', status: 'APPROVED' });
  expect(paid.value.idempotencyKey).toMatch(/^payment-/);
  expect(await balance()).toBe(900_00);

  await client.close();
  expect(logged.join('')).toContain('agent_transfers_create_out CONFIRMATION_DECLINED');
  expect(logged.join('')).not.toContain(accessToken);
});

test('after a restart the command knows by its journal what it sent: nothing is denied, or paid again', async () => {
  const { mock, accessToken, transfer, balance } = stage();
  const server = await listen(mock, { port: 0 });
  onTestFinished(() => server.close());
  const state = stateFolder();
  const environment = {
    XDG_STATE_HOME: state,
    PAYMENTS_BASE_URL: server.connection.baseUrl,
    PAYMENTS_ACCESS_TOKEN: accessToken,
  };
  const pay = async (amount: number) => {
    const transport = command(['agent', '--tools=all'], environment);
    const client = await connect(transport, () => ({ action: 'accept' }));
    const input = { ...transfer, amount, idempotencyKey: 'invoice-9' };
    const { value } = await call(client, 'agent_transfers_create_out', input);
    await client.close();
    return value;
  };
  const paid = await pay(400_00);
  expect(paid).toMatchObject({ status: 'APPROVED' });
  // Against the limits the same payment would be refused: 800.00 of 700.00 a day.
  expect(await pay(400_00)).toMatchObject({ id: paid.id, status: 'APPROVED' });
  expect((await pay(10_00)).error).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  expect(await balance()).toBe(600_00);
  for (const name of ['journal.db', 'journal.db.key', 'audit.jsonl']) {
    expect(statSync(join(state, 'payments-mcp', name)).mode & 0o777, name).toBe(0o600);
  }
});

describe('the command over HTTP', () => {
  const cli = fileURLToPath(new URL('../src/bin/mcp.ts', import.meta.url));
  const token = 'a-token-for-the-endpoint-of-the-test';

  test('the command serves over HTTP what its help names, with the approval page beside it', async () => {
    const { mock, accessToken, transfer, balance } = stage();
    const service = await listen(mock, { port: 0 });
    const state = mkdtempSync(join(tmpdir(), 'payments-mcp-'));
    const options = ['--conditions=source', '--disable-warning=ExperimentalWarning', cli];
    const child = spawn(process.execPath, [...options, 'agent', '--http', '--port', '0'], {
      env: {
        ...process.env,
        PAYMENTS_BASE_URL: service.connection.baseUrl,
        PAYMENTS_ACCESS_TOKEN: accessToken,
        PAYMENTS_MCP_TOKEN: token,
        PAYMENTS_MCP_APPROVAL_CODES: 'ada@example.com=a-code-for-ada-who-may-approve-on-the-page',
        PAYMENTS_LOG: 'debug',
        XDG_STATE_HOME: state,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const exited = once(child, 'exit');
    onTestFinished(async () => {
      child.kill();
      await exited;
      await service.close();
      rmSync(state, { recursive: true });
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
});
