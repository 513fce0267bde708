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

test('a client gets the errors for limits, approvals and a paused agent', async () => {
  const stage = await scene();
  const { payments, transfer } = stage;
  const { agent, agentId } = await connect(stage);
  const pay = (amount: number) => agent.transfers.createOut({ ...transfer, amount });
  await expect(pay(501_00)).rejects.toMatchObject({
    name: 'ForbiddenError',
    code: 'VELOCITY_LIMIT_EXCEEDED',
  });
  await pay(150_00);
  const pendingAction = await pay(500_00);
  expect(pendingAction.status).toBe('PENDING_APPROVAL');
  await expect(pay(151_00)).rejects.toMatchObject({ code: 'VELOCITY_LIMIT_EXCEEDED' });
  await payments.agents.update({ agentId, isPaused: true });
  const approve = () => payments.agents.approveAction({ agentId, actionId: pendingAction.id });
  await expect(approve()).rejects.toMatchObject({ name: 'ConflictError', code: 'CONFLICT' });
  await expect(pay(1)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await payments.agents.update({ agentId, isPaused: false });
  expect(await approve()).toMatchObject({ status: 'APPROVED' });
});

test('a repeated payment with the same key pays once', async () => {
  const stage = await scene();
  const { agent } = await connect(stage);
  const input = { ...stage.transfer, amount: 10_00 };
  const first = await agent.transfers.createOut(input, { idempotencyKey: 'invoice-7' });
  const again = await agent.transfers.createOut(input, { idempotencyKey: 'invoice-7' });
  expect(again).toEqual(first);
  expect(stage.mock.ledger.balances()).toMatchObject([{ moneyOut: 10_00 }]);
});

/** What docs/agents.md says and no other test shows through the clients. */
function guideScene(policy = {}) {
  const mock = createMock({ seed: 'agents-guide' });
  const { baseUrl, tokenId, clientSecret } = mock.connection;
  const shared = { baseUrl, fetch: mock.fetch, retry: 0 };
  const payments = createPaymentsClient({ ...shared, tokenId, clientSecret });
  const { id: customerId } = mock.add.customer();
  const { id: accountId } = mock.add.internalAccount({ customerId, available: 100_00 });
  const { id: payTo } = mock.add.externalAccount({ customerId });
  const { agent: own, accessToken } = mock.add.agent({
    customerId,
    policy: {
      permissions: ['CREATE_TRANSFERS'],
      spendingLimits: { currency: 'USD', perTransactionLimit: 500_00 },
      ...policy,
    },
  });
  const agent = createAgentClient({ ...shared, accessToken });
  const transfer = { source: { accountId }, destination: { accountId: payTo } };
  return { mock, payments, shared, customerId, accountId, agent, agentId: own.id, transfer };
}

test('a device code works once, and the token is stored again after a failure', async () => {
  const { mock, payments, shared, customerId, agentId } = guideScene();
  const { agent: fresh } = mock.add.agent({ customerId, isConnected: false });
  const { code } = await payments.agents.createDeviceCode({ agentId: fresh.id });
  const stored: string[] = [];
  let isFull = true;
  const onRedeemed = ({ accessToken }: { readonly accessToken: string }) => {
    if (isFull) throw new Error('the store is full');
    stored.push(accessToken);
  };
  const redeem = (text: string) =>
    createAgentClient.fromDeviceCode(text, { ...shared, onRedeemed });
  const failure = await redeem(code).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'TokenNotStoredError' });
  isFull = false;
  await (failure as { storeAgain(): Promise<unknown> }).storeAgain();
  expect(stored).toHaveLength(1);
  await expect(redeem(code)).rejects.toMatchObject({
    name: 'BadRequestError',
    code: 'INVALID_INPUT',
  });
  await expect(redeem('NONE-0000')).rejects.toMatchObject({
    name: 'NotFoundError',
    code: 'NOT_FOUND',
  });
  await expect(payments.agents.createDeviceCode({ agentId })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('a paused agent reads; accounts of another customer do not exist; another currency is forbidden', async () => {
  const { mock, payments, agent, agentId, customerId, transfer } = guideScene();
  await payments.agents.update({ agentId, isPaused: true });
  expect(await agent.me.get()).toMatchObject({ isPaused: true });
  await payments.agents.update({ agentId, isPaused: false });
  const { id: stranger } = mock.add.customer();
  const { id: theirs } = mock.add.internalAccount({ customerId: stranger, available: 1_00 });
  const pay = (accountId: string, { destination } = transfer) =>
    agent.transfers.createOut({ source: { accountId }, destination, amount: 1_00 });
  await expect(pay(theirs)).rejects.toMatchObject({ status: 404 });
  const { id: euros } = mock.add.internalAccount({ customerId, currency: 'EUR', available: 1_00 });
  const accountInfo = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' } as const;
  const supplier = mock.add.externalAccount({ customerId, currency: 'EUR', accountInfo });
  const inEuros = { ...transfer, destination: { accountId: supplier.id } };
  await expect(pay(euros, inEuros)).rejects.toMatchObject({
    name: 'ForbiddenError',
    code: 'FORBIDDEN',
  });
});

test('an approval without money keeps waiting; deleting the agent ends what waits', async () => {
  const { payments, agent, agentId, transfer } = guideScene({
    defaultExecutionMode: 'APPROVAL_REQUIRED',
  });
  const { id: actionId } = await agent.transfers.createOut({ ...transfer, amount: 100_00 });
  await payments.transfers.createOut({ ...transfer, amount: 1_00 });
  const approve = () => payments.agents.approveAction({ agentId, actionId });
  await expect(approve()).rejects.toMatchObject({ code: 'AMOUNT_OUT_OF_RANGE' });
  expect(await agent.actions.get({ actionId })).toMatchObject({ status: 'PENDING_APPROVAL' });
  await payments.agents.delete({ agentId });
  expect(await payments.agents.listApprovals({}).toArray()).toEqual([]);
  await expect(agent.me.get()).rejects.toMatchObject({ status: 401 });
  expect(await payments.transactions.list().toArray()).toHaveLength(1);
});

test('what a change of the policy leaves out stays, and a list replaces the previous one', async () => {
  const { payments, agentId, accountId } = guideScene();
  await payments.agents.updatePolicy({
    agentId,
    permissions: ['VIEW_TRANSACTIONS'],
    spendingLimits: { dailyLimit: 2_000_00 },
    accountRestrictions: { accountRules: [{ accountId, executionMode: 'APPROVAL_REQUIRED' }] },
  });
  expect((await payments.agents.get({ agentId })).policy).toMatchObject({
    permissions: ['VIEW_TRANSACTIONS'],
    spendingLimits: { currency: 'USD', perTransactionLimit: 500_00, dailyLimit: 2_000_00 },
    accountRestrictions: { accountRules: [{ accountId, executionMode: 'APPROVAL_REQUIRED' }] },
  });
});

test('a policy without a limit for one payment is refused', async () => {
  const { payments, customerId } = guideScene();
  const policy = { permissions: [], spendingLimits: { currency: 'USD' } };
  const create = () =>
    payments.agents.create({ name: 'Spender', customerId, policy: policy as never });
  await expect(create()).rejects.toMatchObject({
    issues: [{ path: 'policy.spendingLimits.perTransactionLimit' }],
  });
});
