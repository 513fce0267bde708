import { operations } from '@org/payments-contract';
import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createAgentClient, createPaymentsClient } from '@org/payments-sdk';
import { expect, onTestFinished, test } from 'vitest';

const everything = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
] as const;

/** A platform with a customer of 1,000 USD, over real HTTP. */
async function scene() {
  const mock = createMock({ seed: 'agents', checkResponses: true });
  const { id: customerId } = mock.add.customer();
  const { id: accountId } = mock.add.internalAccount({ customerId, available: 1_000_00 });
  const { id: payTo } = mock.add.externalAccount({ customerId });
  const server = await listen(mock, { port: 0 });
  onTestFinished(() => server.close());
  const payments = createPaymentsClient(server.connection);
  const transfer = { source: { accountId }, destination: { accountId: payTo } };
  return { mock, payments, server, customerId, accountId, payTo, transfer };
}

/** Creates an agent and connects it. */
async function connect({ payments, server, customerId }: Awaited<ReturnType<typeof scene>>) {
  const created = await payments.agents.create({
    name: 'Bookkeeper',
    customerId,
    policy: {
      permissions: [...everything],
      spendingLimits: { currency: 'USD', perTransactionLimit: 500_00, dailyLimit: 800_00 },
      approvalThresholds: { currency: 'USD', amount: 200_00 },
    },
  });
  const { code } = created.deviceCode;
  const before = await payments.agents.getDeviceCodeStatus({ code });
  const agent = await createAgentClient.fromDeviceCode(code, {
    baseUrl: server.connection.baseUrl,
  });
  const after = await payments.agents.getDeviceCodeStatus({ code });
  expect([before.redeemed, after.redeemed]).toEqual([false, true]);
  return { agent, agentId: created.agent.id };
}

test('every operation of the two areas, called over HTTP', async () => {
  const stage = await scene();
  const { mock, payments, customerId, accountId, payTo, transfer } = stage;
  const { agent, agentId } = await connect(stage);

  // The agent's reads.
  expect(await agent.me.get()).toMatchObject({ id: agentId, isConnected: true });
  expect(await agent.internalAccounts.list().toArray()).toMatchObject([{ id: accountId }]);
  expect(await agent.externalAccounts.list().toArray()).toMatchObject([{ id: payTo }]);
  const added = await agent.externalAccounts.create({
    currency: 'EUR',
    accountInfo: {
      accountType: 'EUR_ACCOUNT',
      iban: 'DE89370400440532013000',
      beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Hopper GmbH' },
    },
  });
  const externalAccountId = added.id;
  expect(await agent.externalAccounts.get({ externalAccountId })).toEqual(added);
  await agent.externalAccounts.delete({ externalAccountId });

  // Payments: at once, held and approved, held and rejected.
  const paid = await agent.transfers.createOut({ ...transfer, amount: 100_00 });
  const pulled = { source: transfer.destination, destination: transfer.source };
  await agent.transfers.createIn({ ...pulled, amount: 50_00 });
  const [first, second] = [
    await agent.transfers.createOut({ ...transfer, amount: 250_00 }),
    await agent.transfers.createOut({ ...transfer, amount: 300_00 }),
  ];
  const waiting = await payments.agents.listApprovals({ agentId }).toArray();
  expect(waiting.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
  await payments.agents.approveAction({ agentId, actionId: first.id });
  await payments.agents.rejectAction({ agentId, actionId: second.id, reason: 'not now' });
  const approved = await agent.waitFor.action({ actionId: first.id });
  expect(approved).toMatchObject({ status: 'APPROVED' });
  expect(await agent.actions.get({ actionId: second.id })).toMatchObject({
    status: 'REJECTED',
    rejectionReason: 'not now',
  });
  expect(await agent.actions.list({ status: 'APPROVED' }).toArray()).toHaveLength(3);
  const transactionId = paid.transaction?.id ?? '';
  await agent.waitFor.transaction({ transactionId });
  expect(await agent.transactions.get({ transactionId })).toMatchObject({ agentId });
  expect(await agent.transactions.list().toArray()).toHaveLength(3);
  expect(mock.events.filter(({ type }) => type === 'AGENT_ACTION.PENDING_APPROVAL')).toHaveLength(
    2,
  );

  // Quotes.
  const quote = await agent.quotes.create({
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: payTo },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_00,
  });
  expect((await agent.quotes.get({ quoteId: quote.id })).id).toBe(quote.id);
  expect(await agent.quotes.execute({ quoteId: quote.id })).toMatchObject({
    type: 'EXECUTE_QUOTE',
  });

  // The platform's operations.
  expect(await payments.agents.list({ customerId }).toArray()).toMatchObject([{ id: agentId }]);
  await payments.agents.update({ agentId, isPaused: true });
  await payments.agents.updatePolicy({ agentId, spendingLimits: { dailyLimit: 1_00 } });
  expect(await payments.agents.get({ agentId })).toMatchObject({
    isPaused: true,
    policy: { spendingLimits: { perTransactionLimit: 500_00, dailyLimit: 1_00 } },
  });
  const { agent: unconnected } = mock.add.agent({ customerId, isConnected: false });
  const another = await payments.agents.createDeviceCode({ agentId: unconnected.id });
  expect(another).toMatchObject({ agentId: unconnected.id, redeemed: false });
  await payments.agents.delete({ agentId });
  await expect(agent.me.get()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });

  const called = new Set(mock.requests.map(({ operation }) => operation));
  const wanted = operations().map(({ name }) => name);
  const own = wanted.filter((name) => name.startsWith('agents.') || name.startsWith('agent.'));
  expect(own.filter((name) => !called.has(name))).toEqual([]);
  expect(own).toHaveLength(27);
});
