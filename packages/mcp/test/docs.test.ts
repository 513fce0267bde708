import { readFileSync } from 'node:fs';
import { mcpErrorCodes } from '@org/payments-mcp';
import { listenHttp } from '@org/payments-mcp/http';
import { expect, onTestFinished, test } from 'vitest';
import { readArguments, usage } from '../src/cli/arguments.ts';
import { call, connectInMemory, serverOf, stage } from './stage.ts';

const root = new URL('../../../', import.meta.url);
const guide = readFileSync(new URL('docs/mcp.md', root), 'utf8');
const readme = readFileSync(new URL('packages/mcp/README.md', root), 'utf8');

test('the guide links each code of a tool to its page', () => {
  for (const [code, { error }] of Object.entries(mcpErrorCodes)) {
    if (error === 'ToolError')
      expect(guide).toContain(`[\`${code}\`](https://org.github.io/payments-sdk/errors/${code})`);
  }
});

test('each option and variable that the guide and the README name is in the help', () => {
  const options = `${guide}\n${readme}`.matchAll(/(?<![\w-])--[a-z][a-z-]+/g);
  const own = new Set([...options].map(([name]) => name));
  expect(own.size).toBeGreaterThan(5);
  for (const name of own) expect(usage).toContain(`${name} `);
  for (const [name] of readme.matchAll(/\bPAYMENTS_[A-Z_]+/g)) expect(usage).toContain(name);
  const line = 'platform --allow-write transfers.createOut --tool transactions';
  expect(() => readArguments(line.split(' '))).not.toThrow();
});

test('the example of a refusal is what a tool returns', async () => {
  const [, json = ''] = /```json\n(.+?)```/s.exec(guide.slice(guide.indexOf('## Results'))) ?? [];
  const { agent, agentId, payments, transfer } = stage();
  await payments.agents.updatePolicy({
    agentId,
    spendingLimits: { dailyLimit: 100_00 },
    defaultExecutionMode: 'APPROVAL_REQUIRED',
  });
  const client = await connectInMemory(serverOf({ agent }), () => ({ action: 'accept' }));
  const pay = (amount: number) =>
    call(client, 'agent_transfers_create_out', { ...transfer, amount });
  await pay(60_00);
  expect((await pay(50_00)).value).toMatchObject(JSON.parse(json));
});

test('the defaults are those that the guide names', async () => {
  const { agent, transfer } = stage();
  const mcp = serverOf({ agent, clock: { now: () => 0 } });
  const client = await connectInMemory(mcp);
  const input = { ...transfer, amount: 1_00 };
  const { value } = await call(client, 'agent_transfers_create_out', input);
  expect(guide).toContain('by default for up to five minutes');
  expect(value.expiresAt).toBe('1970-01-01T00:05:00.000Z');

  const token = 'a-token-for-the-endpoint-of-the-test';
  const server = await listenHttp(mcp, { token, port: 0 });
  onTestFinished(() => server.close());
  const send = (bytes: number) =>
    fetch(server.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: ' '.repeat(bytes),
    });
  expect(guide).toContain('A body may have 1,000,000 bytes');
  expect((await send(1_000_000)).status).toBe(400);
  expect((await send(1_000_001)).status).toBe(413);
});
