import { createMock } from '@org/payments-mock';
import { createAgentClient, createPaymentsClient } from '@org/payments-sdk';
import { expect, test } from 'vitest';

/** What docs/agents.md says and no other test shows through the clients. */
function scene(policy = {}) {
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
  const { mock, payments, shared, customerId, agentId } = scene();
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
  const { mock, payments, agent, agentId, customerId, transfer } = scene();
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
  const { payments, agent, agentId, transfer } = scene({
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
  const { payments, agentId, accountId } = scene();
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
  const { payments, customerId } = scene();
  const policy = { permissions: [], spendingLimits: { currency: 'USD' } };
  const create = () =>
    payments.agents.create({ name: 'Spender', customerId, policy: policy as never });
  await expect(create()).rejects.toMatchObject({
    issues: [{ path: 'policy.spendingLimits.perTransactionLimit' }],
  });
});
