import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectRefused, openLab } from '../../../test/lab/lab.ts';
import { agentScene } from '../../../test/support/agents.ts';
import { idsOf } from '../../../test/support/pages.ts';

const above = (amount: number) => ({ approvalThresholds: { currency: 'USD', amount } });
const limited = { ...above(100), spendingLimits: { dailyLimit: 1000, dailyTransactionLimit: 3 } };

rules("approval of an agent's payments", (door) => {
  test('rule 77: above the threshold an action waits for approval', async () => {
    const lab = await openLab(door);
    const { out, decide, customerId } = agentScene(lab, { policy: above(500) });
    const count = async () =>
      (await lab.send('GET', `/transactions?customerId=${customerId}`)).body.totalCount;
    expect((await out(500)).body).toMatchObject({ status: 'APPROVED' });
    const held = (await out(501)).body;
    expect(held).toMatchObject({ status: 'PENDING_APPROVAL', type: 'TRANSFER_OUT' });
    expect(held).not.toHaveProperty('transaction');
    expect(await count()).toBe(1);
    const approved = await decide(held.id, 'approve');
    expect(approved.body).toMatchObject({
      status: 'APPROVED',
      transaction: { type: 'OUTGOING' },
    });
    expect(await count()).toBe(2);
    expectRefused(await decide(held.id, 'approve'), 409, 'CONFLICT');
    const rejected = (await out(600)).body.id;
    const reject = await decide(rejected, 'reject', { reason: 'no' });
    expect(reject.body).toMatchObject({ status: 'REJECTED', rejectionReason: 'no' });
    expect(await count()).toBe(2);
  });

  test('rule 98: actions that wait for approval are listed, newest first, and emit one event each', async () => {
    const lab = await openLab(door);
    const [one, two] = [
      agentScene(lab, { policy: above(10) }),
      agentScene(lab, { policy: above(10) }),
    ];
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
    await one.decide(first.id, 'approve');
    expect(await list()).toEqual([second.id]);
  });

  test('rule 98: an approval that lacks money leaves the action waiting', async () => {
    const lab = await openLab(door);
    const { out, decide, account } = agentScene(lab, { policy: above(10), available: 100_00 });
    const { id } = (await out(90_00)).body;
    await out(10);
    const spent = lab.mock.add.externalAccount({ customerId: account.customerId as never });
    await lab.send('POST', '/transfer-out', {
      source: { accountId: account.id },
      destination: { accountId: spent.id },
      amount: 50_00,
    });
    expectRefused(await decide(id, 'approve'), 400, 'AMOUNT_OUT_OF_RANGE');
    await lab.send('POST', `/sandbox/internal-accounts/${account.id}/fund`, { amount: 50_00 });
    expect((await decide(id, 'approve')).body).toMatchObject({ status: 'APPROVED' });
    const foreign = lab.mock.add.agent().agent.id;
    expectRefused(
      await lab.send('POST', `/agents/${foreign}/actions/${id}/approve`),
      404,
      'NOT_FOUND',
    );
  });

  test('rule 98: payments that wait for approval count against amounts', async () => {
    const lab = await openLab(door);
    const { out, decide } = agentScene(lab, { policy: limited });
    const held = await out(600);
    expect(held.body.status).toBe('PENDING_APPROVAL');
    expectRefused(await out(401), 403, 'VELOCITY_LIMIT_EXCEEDED');
    await decide(held.body.id, 'reject');
    expect((await out(401)).status).toBe(201);
  });

  test('rule 98: they count against the number of payments too; an approved one counts once', async () => {
    const lab = await openLab(door);
    const { out, decide } = agentScene(lab, { policy: limited });
    const [first] = [await out(200), await out(200), await out(200)];
    expectRefused(await out(1), 403, 'VELOCITY_LIMIT_EXCEEDED');
    expect((await decide(first?.body.id, 'approve')).body.status).toBe('APPROVED');
    expectRefused(await out(1), 403, 'VELOCITY_LIMIT_EXCEEDED');
  });

  test("rule 98: approving a paused agent's payment is refused, and works once the agent is resumed", async () => {
    const lab = await openLab(door);
    const { out, decide, setPaused } = agentScene(lab, { policy: limited });
    const { body } = await out(200);
    await setPaused(true);
    expectRefused(await decide(body.id, 'approve'), 409, 'CONFLICT');
    expect(lab.mock.ledger.balances()).toMatchObject([{ balances: 1_000_00, moneyOut: 0 }]);
    await setPaused(false);
    expect((await decide(body.id, 'approve')).status).toBe(200);
    expect(lab.mock.ledger.balances()).toMatchObject([{ balances: 998_00, moneyOut: 200 }]);
    expect(lab.mock.eventsOf('AGENT_ACTION.PENDING_APPROVAL')).toHaveLength(1);
  });
});
