import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  type Lab,
  openLab,
} from '../../../test/lab/lab.ts';

type Body = Readonly<Record<string, unknown>>;

/** Prepares a customer with 100 USD, and an agent that may do everything. */
function scene(lab: Lab, threshold?: number, accountNumber = '000123456') {
  const { id: customerId } = lab.mock.add.customer();
  const account = lab.mock.add.internalAccount({ customerId, available: 100_00 });
  const external = lab.mock.add.externalAccount({ customerId, accountNumber });
  const { agent, accessToken } = lab.mock.add.agent({
    customerId,
    policy: {
      permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'MANAGE_EXTERNAL_ACCOUNTS'],
      ...(threshold === undefined ? {} : { approvalThresholds: { amount: threshold } }),
    },
  });
  const asAgent = (method: string, path: string, body?: unknown, headers: object = {}) =>
    lab.send(method, `/agents/me${path}`, body, {
      authorization: `Bearer ${accessToken}`,
      ...headers,
    });
  const out = (amount: number, key?: string) =>
    asAgent(
      'POST',
      '/transfer-out',
      { source: { accountId: account.id }, destination: { accountId: external.id }, amount },
      key === undefined ? {} : { 'Idempotency-Key': key },
    );
  return { customerId, account, external, agent, asAgent, out, path: `/agents/${agent.id}` };
}

const idsOf = ({ body }: { readonly body: Body }) =>
  (body.data as readonly { readonly id: string }[]).map(({ id }) => id);

const euroAccount = {
  accountType: 'EUR_ACCOUNT',
  iban: 'DE89370400440532013000',
  beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Hopper GmbH' },
};

rules("agents: the agent's own operations", (door) => {
  test('rule 76: an agent reads itself, with what it has spent', async () => {
    const lab = await openLab(door);
    const { asAgent, out, agent } = scene(lab);
    await out(25_00);
    const { body } = await asAgent('GET', '');
    expect(body).toMatchObject({
      id: agent.id,
      usage: { dailySpend: 25_00, dailyTransactionCount: 1, monthlySpend: 25_00 },
    });
  });

  test("rule 75: an agent sees its own customer's records only", async () => {
    const lab = await openLab(door);
    const [one, two] = [scene(lab), scene(lab)];
    const { transaction } = (await two.out(1)).body as { transaction: { id: string } };
    expect(idsOf(await one.asAgent('GET', '/internal-accounts'))).toEqual([one.account.id]);
    expect(idsOf(await one.asAgent('GET', '/external-accounts'))).toEqual([one.external.id]);
    expect(idsOf(await one.asAgent('GET', '/transactions'))).toEqual([]);
    const own = await two.asAgent('GET', `/transactions/${transaction.id}`);
    expect(own.body).toMatchObject({ id: transaction.id, agentId: two.agent.id });
    const foreign = await one.asAgent('GET', `/transactions/${transaction.id}`);
    expectRefused(foreign, 404, 'TRANSACTION_NOT_FOUND');
    for (const method of ['GET', 'DELETE']) {
      const reply = await one.asAgent(method, `/external-accounts/${two.external.id}`);
      expectRefused(reply, 404, 'NOT_FOUND');
    }
    expect((await two.asAgent('GET', `/external-accounts/${two.external.id}`)).status).toBe(200);
  });

  test('rule 75: accounts are filtered by currency and type', async () => {
    const lab = await openLab(door);
    const { asAgent, customerId, account } = scene(lab);
    const euro = lab.mock.add.internalAccount({ customerId, currency: 'EUR' });
    const wallet = lab.mock.add.wallet({ customerId }).account;
    expect(idsOf(await asAgent('GET', '/internal-accounts?currency=EUR'))).toEqual([euro.id]);
    const wallets = await asAgent('GET', '/internal-accounts?type=EMBEDDED_WALLET');
    expect(idsOf(wallets)).toEqual([wallet.id]);
    const first = await asAgent('GET', '/internal-accounts?limit=1');
    expect(idsOf(first)).toEqual([account.id]);
    expect(first.body).toMatchObject({ hasMore: true, totalCount: 3 });
    expectInvalid(await asAgent('GET', '/internal-accounts?type=SAVINGS'), 'type');
  });

  test("rule 77: an agent adds and removes its customer's external accounts", async () => {
    const lab = await openLab(door);
    const { asAgent, customerId } = scene(lab);
    const body = { currency: 'EUR', accountInfo: euroAccount };
    const added = await asAgent('POST', '/external-accounts', body);
    expect(added).toMatchObject({ status: 201, body: { customerId, status: 'ACTIVE' } });
    const path = `/external-accounts/${added.body.id}`;
    expect((await asAgent('GET', path)).body).toEqual(added.body);
    expect((await asAgent('DELETE', path)).status).toBe(204);
    expectRefused(await asAgent('GET', path), 404, 'NOT_FOUND');
    const other = { ...body, customerId: lab.mock.add.customer().id };
    expectRefused(await asAgent('POST', '/external-accounts', other), 403, 'FORBIDDEN');
    expect((await asAgent('POST', '/external-accounts', { ...body, customerId })).status).toBe(201);
  });

  test('rule 77: an agent reads its own actions, by status', async () => {
    const lab = await openLab(door);
    const [{ asAgent, out, path }, other] = [scene(lab, 10), scene(lab, 10)];
    const [done, held] = [(await out(10)).body, (await out(11)).body];
    expect(idsOf(await asAgent('GET', '/actions'))).toEqual([done.id, held.id]);
    const waiting = await asAgent('GET', '/actions?status=PENDING_APPROVAL');
    expect(idsOf(waiting)).toEqual([held.id]);
    expectRefused(await other.asAgent('GET', `/actions/${held.id}`), 404, 'NOT_FOUND');
    const reason = { reason: 'too much' };
    await lab.send('POST', `${path}/actions/${held.id}/reject`, reason);
    expect((await asAgent('GET', `/actions/${held.id}`)).body).toMatchObject({
      status: 'REJECTED',
      rejectionReason: 'too much',
    });
  });

  test("rule 77: an action shows its payment's current state", async () => {
    const lab = await openLab(door);
    const { asAgent, out } = scene(lab, undefined, '000123005');
    const { body } = await out(10);
    expect(body).toMatchObject({ status: 'APPROVED', transaction: { status: 'PENDING' } });
    lab.mock.clock.advance({ seconds: 31 });
    const later = await asAgent('GET', `/actions/${body.id}`);
    expect(later.body).toMatchObject({ status: 'APPROVED', transaction: { status: 'FAILED' } });
  });

  test('rule 77: an action whose payment fails at once is failed, and moves no money', async () => {
    const lab = await openLab(door);
    const { out } = scene(lab, undefined, '000123002');
    expect((await out(10)).body).toMatchObject({
      status: 'FAILED',
      transaction: { status: 'FAILED' },
    });
    expect(lab.mock.ledger.balances()).toMatchObject([{ balances: 100_00, holds: 0, moneyOut: 0 }]);
  });

  test('rule 75: a key of one agent reveals nothing of another agent', async () => {
    const lab = await openLab(door);
    const [one, two] = [scene(lab), scene(lab)];
    const first = (await one.out(10, 'key')).body;
    const again = (await one.out(10, 'key')).body;
    const other = (await two.out(20, 'key')).body;
    expect(again).toEqual(first);
    expect(other).toMatchObject({ agentId: two.agent.id, transferDetails: { amount: 20 } });
    expect(lab.mock.ledger.balances()).toMatchObject([{ moneyOut: 30 }]);
  });
});

rules('agents: the platform', (door) => {
  test('rule 76: agents are listed by customer, state and time', async () => {
    const lab = await openLab(door);
    const { agent: first } = lab.mock.add.agent({ isConnected: false });
    lab.mock.clock.advance({ hours: 1 });
    const { agent: second } = lab.mock.add.agent({ isPaused: true });
    const list = async (query: string) => idsOf(await lab.send('GET', `/agents?${query}`));
    expect(await list('')).toEqual([first.id, second.id]);
    expect(await list(`customerId=${second.customerId}`)).toEqual([second.id]);
    expect(await list('isPaused=true')).toEqual([second.id]);
    expect(await list('isConnected=false')).toEqual([first.id]);
    const time = encodeURIComponent(second.createdAt);
    expect(await list(`createdAfter=${time}`)).toEqual([second.id]);
    expect(await list(`createdBefore=${encodeURIComponent(first.createdAt)}`)).toEqual([first.id]);
    await lab.send('PATCH', `/agents/${first.id}`, { name: 'Clerk' });
    expect(await list(`updatedAfter=${time}`)).toEqual([first.id, second.id]);
    expect(await list(`updatedBefore=${encodeURIComponent(first.createdAt)}`)).toEqual([]);
    expectInvalid(await lab.send('GET', '/agents?createdAfter=yesterday'), 'createdAfter');
  });

  test('rule 76: the status of a device code says whether it was redeemed', async () => {
    const lab = await openLab(door);
    const { agent } = lab.mock.add.agent({ isConnected: false });
    const { code } = (await lab.send('POST', `/agents/${agent.id}/device-codes`)).body;
    const status = () => lab.send('GET', `/agents/device-codes/${code}/status`);
    expect((await status()).body).toEqual({ code, redeemed: false });
    await lab.send('POST', `/agents/device-codes/${code}/redeem`);
    expect((await status()).body).toEqual({ code, redeemed: true });
    const unknown = await lab.send('GET', '/agents/device-codes/NONE/status');
    expectRefused(unknown, 404, 'NOT_FOUND');
  });

  test('rule 76: a deleted agent stops at once, with its token, codes and held payments', async () => {
    const lab = await openLab(door);
    const { asAgent, out, path, agent } = scene(lab, 10);
    await out(11);
    const unused = lab.mock.add.agent({ isConnected: false }).agent;
    const { code } = (await lab.send('POST', `/agents/${unused.id}/device-codes`)).body;
    expect((await lab.send('DELETE', path)).status).toBe(204);
    expect((await lab.send('DELETE', `/agents/${unused.id}`)).status).toBe(204);
    expectUnauthorized(await asAgent('GET', ''), 'invalidAccessToken');
    expectRefused(await lab.send('GET', path), 404, 'NOT_FOUND');
    expectRefused(await lab.send('DELETE', path), 404, 'NOT_FOUND');
    const redeemed = await lab.send('POST', `/agents/device-codes/${code}/redeem`);
    expectRefused(redeemed, 404, 'NOT_FOUND');
    const approvals = await lab.send('GET', `/agents/approvals?agentId=${agent.id}`);
    expect(idsOf(approvals)).toEqual([]);
    expect(lab.mock.ledger.balances()).toMatchObject([{ balances: 100_00, moneyOut: 0 }]);
  });

  test('rule 98: actions that wait for approval are listed, newest first, and emit one event each', async () => {
    const lab = await openLab(door);
    const [one, two] = [scene(lab, 10), scene(lab, 10)];
    const first = (await one.out(11)).body;
    lab.mock.clock.advance({ hours: 1 });
    const second = (await two.out(12)).body;
    await two.out(1);
    const list = async (query = '') => idsOf(await lab.send('GET', `/agents/approvals?${query}`));
    expect(await list()).toEqual([second.id, first.id]);
    expect(await list('sortOrder=asc')).toEqual([first.id, second.id]);
    expect(await list(`agentId=${one.agent.id}`)).toEqual([first.id]);
    expect(await list(`customerId=${two.customerId}`)).toEqual([second.id]);
    expect(await list(`startDate=${second.createdAt}`)).toEqual([second.id]);
    expect(await list(`endDate=${first.createdAt}`)).toEqual([first.id]);
    const events = lab.mock.events.filter(({ type }) => type === 'AGENT_ACTION.PENDING_APPROVAL');
    expect(events.map(({ data }) => data)).toEqual([first, second]);
    await lab.send('POST', `${one.path}/actions/${first.id}/approve`);
    expect(await list()).toEqual([second.id]);
  });

  test('rule 98: an approval that lacks money leaves the action waiting', async () => {
    const lab = await openLab(door);
    const { out, path, account } = scene(lab, 10);
    const { id } = (await out(90_00)).body;
    await out(10);
    const spent = lab.mock.add.externalAccount({ customerId: account.customerId as never });
    await lab.send('POST', '/transfer-out', {
      source: { accountId: account.id },
      destination: { accountId: spent.id },
      amount: 50_00,
    });
    const approve = () => lab.send('POST', `${path}/actions/${id}/approve`);
    expectRefused(await approve(), 400, 'AMOUNT_OUT_OF_RANGE');
    await lab.send('POST', `/sandbox/internal-accounts/${account.id}/fund`, { amount: 50_00 });
    expect((await approve()).body).toMatchObject({ status: 'APPROVED' });
    const foreign = lab.mock.add.agent().agent.id;
    expectRefused(
      await lab.send('POST', `/agents/${foreign}/actions/${id}/approve`),
      404,
      'NOT_FOUND',
    );
  });
});
