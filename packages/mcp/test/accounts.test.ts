import { memoryAuditLog, type PaymentsMcpOptions } from '@org/payments-mcp';
import { createAgentClient, createPaymentsClient } from '@org/payments-sdk';
import { expect, test } from 'vitest';
import { call, connectInMemory, serverOf, stage } from './stage.ts';

const out = 'transfers_create_out';

/** A server on a shared audit log, and the questions that its person was asked. */
async function shared(options: PaymentsMcpOptions) {
  const asked: string[] = [];
  const client = await connectInMemory(serverOf(options), (message) => {
    asked.push(message);
    return { action: 'accept' };
  });
  return { client, asked };
}

test('of two agents that share an audit log, each has keys of its own', async () => {
  const { agent, mock, shared: connection, customerId, transfer, balance } = stage();
  const audit = memoryAuditLog();
  const second = mock.add.agent({
    customerId,
    policy: {
      permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'MANAGE_EXTERNAL_ACCOUNTS'],
      spendingLimits: { currency: 'USD', perTransactionLimit: 50_00 },
    },
  });
  const other = createAgentClient({ ...connection, accessToken: second.accessToken });
  const input = { ...transfer, amount: 40_00, idempotencyKey: 'inv-1' };
  const first = await shared({ agent, audit });
  await call(first.client, `agent_${out}`, input);
  const next = await shared({ agent: other, audit });
  expect((await call(next.client, `agent_${out}`, input)).isError).toBe(false);
  expect(next.asked[0]).not.toContain('Sent before');
  expect(await balance()).toBe(920_00);
  // Neither does a key of the other agent skip the policy, nor is it taken for that agent's payment.
  const { client } = await shared({ agent: other, audit });
  const large = { ...input, amount: 60_00, idempotencyKey: 'inv-2' };
  expect((await call(first.client, `agent_${out}`, large)).isError).toBe(false);
  expect((await call(client, `agent_${out}`, large)).value).toMatchObject({
    error: { code: 'VELOCITY_LIMIT_EXCEEDED', refusedBy: 'policy' },
  });
  const sent = audit.records.filter(({ event }) => event === 'sent' || event === 'applied');
  expect(new Set(sent.map(({ account }) => account)).size).toBe(2);
  expect(sent.every(({ account }) => /^[\w-]{22}$/.test(account ?? ''))).toBe(true);
});

test('a client without a journal has one in memory: its keys are known as long as the server', async () => {
  const { mock, transfer, balance } = stage();
  const { baseUrl, tokenId, clientSecret } = mock.connection;
  const platform = createPaymentsClient({ baseUrl, fetch: mock.fetch, tokenId, clientSecret });
  const { client, asked } = await shared({ platform, allowWrites: true });
  const input = { ...transfer, amount: 5_00, idempotencyKey: 'inv-1' };
  for (const _ of [1, 2]) expect((await call(client, out, input)).isError).toBe(false);
  expect(asked[1]).toContain('Sent before');
  expect((await call(client, out, { ...input, amount: 6_00 })).isError).toBe(true);
  // Nobody is asked about another payment with the key.
  expect(asked).toHaveLength(2);
  expect(await balance()).toBe(995_00);
});
