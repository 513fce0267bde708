import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { listen } from '@org/payments-mock/server';
import { expect, onTestFinished, test } from 'vitest';
import { call, connect, stage } from './stage.ts';

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
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
      PAYMENTS_MCP_APPROVAL_CODE: 'a-code-for-the-people-who-may-approve',
      XDG_STATE_HOME: state,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
    await service.close();
    rmSync(state, { recursive: true });
  });
  const lines = createInterface({ input: child.stderr });
  let url = '';
  for await (const line of lines) {
    url = /ready at (\S+)/.exec(line)?.[1] ?? '';
    if (url !== '') break;
  }
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
