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
      permissions: ['CREATE_TRANSFERS'],
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

test('a key that was used in the sandbox is free in production', async () => {
  const [sandbox, production] = [
    stage(),
    stage({ baseUrl: 'https://api.example.com/payments/2025-10-13' }),
  ];
  const audit = memoryAuditLog();
  const input = { ...sandbox.transfer, amount: 5_00, idempotencyKey: 'inv-1' };
  const options = {
    allowWrites: true,
    permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
    audit,
  } as const;
  const trial = await shared({ ...options, platform: sandbox.payments });
  await call(trial.client, out, input);
  const real = await shared({ ...options, platform: production.payments });
  // Ids follow from the seed.
  expect(production.transfer).toEqual(sandbox.transfer);
  expect((await call(real.client, out, input)).isError).toBe(false);
  expect(real.asked[0]).not.toContain('Sent before');
  expect((await call(real.client, out, { ...input, amount: 6_00 })).isError).toBe(true);
  expect(await production.balance()).toBe(995_00);
});

test('of two servers on one audit log, each sees what the other sends', async () => {
  const { payments, transfer, balance, sent } = stage();
  const audit = memoryAuditLog();
  const options = { platform: payments, allowWrites: true, audit } as const;
  const [one, two] = [await shared(options), await shared(options)];
  const input = { ...transfer, amount: 5_00, idempotencyKey: 'inv-1' };
  await call(two.client, out, { ...input, idempotencyKey: 'another' });
  await call(one.client, out, input);
  const { value } = await call(two.client, out, { ...input, amount: 6_00 });
  expect(value.error).toMatchObject({ issues: [{ path: 'idempotencyKey' }] });
  expect((await call(two.client, out, input)).isError).toBe(false);
  expect(two.asked.at(-1)).toContain('Sent before: yes');
  expect(await balance()).toBe(990_00);
  expect(sent('transfers.createOut')).toBe(3);
});

test('a key that another server uses while the person decides is not sent for another payment', async () => {
  const { payments, transfer, balance } = stage();
  const audit = memoryAuditLog();
  const options = { platform: payments, allowWrites: true, audit } as const;
  const other = await shared(options);
  const input = { ...transfer, amount: 5_00, idempotencyKey: 'inv-1' };
  const client = await connectInMemory(serverOf(options), async () => {
    await call(other.client, out, input);
    return { action: 'accept' };
  });
  const { value } = await call(client, out, { ...input, amount: 6_00 });
  expect(value.error).toMatchObject({ issues: [{ path: 'idempotencyKey' }] });
  expect(await balance()).toBe(995_00);
});

test('without credentials nothing is sent, and the error names them', async () => {
  const { mock, transfer, sent } = stage();
  const platform = createPaymentsClient({
    ...{ baseUrl: mock.connection.baseUrl, fetch: mock.fetch },
    credentials: async () => {
      throw new Error('the vault is closed');
    },
  });
  const { client } = await shared({
    platform,
    allowWrites: true,
    permissions: ['VIEW', 'TRANSACT'],
  });
  const { value } = await call(client, out, { ...transfer, amount: 1_00 });
  expect(value.error).toMatchObject({ code: 'CREDENTIALS_FAILED' });
  expect(sent('transfers.createOut')).toBe(0);
});
