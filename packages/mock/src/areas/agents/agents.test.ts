import type { AgentPolicy } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  type Lab,
  openLab,
} from '../../../test/lab/lab.ts';
import type { PolicyFields } from './fixture.ts';

const permissions: AgentPolicy['permissions'] = ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS'];
const spendingLimits = { currency: 'USD', perTransactionLimit: 500_00 };

function agentScene(lab: Lab, policy: PolicyFields = {}, available = 100_000) {
  const { id: customerId } = lab.mock.add.customer();
  const account = lab.mock.add.internalAccount({ customerId, available });
  const external = lab.mock.add.externalAccount({ customerId });
  const added = lab.mock.add.agent({ customerId, policy: { permissions, ...policy } });
  const headers = { authorization: `Bearer ${added.accessToken}` };
  const send = (amount: number, from = account.id) =>
    lab.send(
      'POST',
      '/agents/me/transfer-out',
      { source: { accountId: from }, destination: { accountId: external.id }, amount },
      headers,
    );
  const path = `/agents/${added.agent.id}`;
  return { customerId, account, external, agent: added.agent, headers, send, path };
}

const limits = (fields: PolicyFields['spendingLimits'] & object) => ({ spendingLimits: fields });

rules('agents', (door) => {
  test('rule 76: an agent is connected once its device code is redeemed', async () => {
    const lab = await openLab(door);
    const { id: customerId } = lab.mock.add.customer();
    const body = { name: 'Clerk', customerId, policy: { permissions, spendingLimits } };
    const created = await lab.send('POST', '/agents', body);
    expect(created.status).toBe(201);
    const { agent, deviceCode } = created.body as {
      agent: { id: string };
      deviceCode: { code: string };
    };
    expect(created.body).toMatchObject({
      agent: { isConnected: false, isPaused: false, name: 'Clerk', customerId },
      deviceCode: { agentId: agent.id, redeemed: false },
    });
    const redeem = () =>
      lab.send('POST', `/agents/device-codes/${deviceCode.code}/redeem`, undefined, {
        authorization: '',
      });
    const redeemed = await redeem();
    expect(redeemed.status).toBe(200);
    expect(redeemed.body).toMatchObject({ agentId: agent.id, agentName: 'Clerk' });
    const { accessToken } = redeemed.body;
    expect(JSON.stringify(lab.mock.requests)).not.toContain(String(accessToken));
    const read = await lab.send('GET', `/agents/${agent.id}`);
    expect(read.body).toMatchObject({ isConnected: true });
    const authorization = `Bearer ${accessToken}`;
    const listed = await lab.send('GET', '/agents/me/transactions', undefined, { authorization });
    expect(listed.status).toBe(200);
    expectInvalid(await redeem(), 'code');
    const another = await lab.send('POST', `/agents/${agent.id}/device-codes`);
    expectRefused(another, 409, 'CONFLICT');
  });

  test('rule 76: a device code expires, and another one can be made', async () => {
    const lab = await openLab(door);
    const { agent } = lab.mock.add.agent({ isConnected: false });
    const path = `/agents/${agent.id}/device-codes`;
    const redeem = (code: unknown) => lab.send('POST', `/agents/device-codes/${code}/redeem`);
    const first = (await lab.send('POST', path)).body;
    lab.mock.clock.set(String(first.expiresAt));
    expectInvalid(await redeem(first.code), 'code');
    const second = (await lab.send('POST', path)).body;
    expect(second.code).not.toBe(first.code);
    expect((await redeem(second.code)).status).toBe(200);
    expectRefused(await redeem('NONE'), 404, 'NOT_FOUND');
  });

  test('rule 77: a paused agent cannot start an action', async () => {
    const lab = await openLab(door);
    const { send, path, headers } = agentScene(lab);
    expect((await send(100)).status).toBe(201);
    await lab.send('PATCH', path, { isPaused: true });
    expectRefused(await send(100), 403, 'FORBIDDEN');
    const listed = await lab.send('GET', '/agents/me/transactions', undefined, headers);
    expect(listed.body).toMatchObject({ totalCount: 1 });
    await lab.send('PATCH', path, { isPaused: false });
    expect((await send(100)).status).toBe(201);
  });

  test('rule 77: a transfer needs the permission, and an allowed account', async () => {
    const lab = await openLab(door);
    const reader = agentScene(lab, { permissions: ['VIEW_TRANSACTIONS'] });
    expectRefused(await reader.send(1), 403, 'FORBIDDEN');
    const accountRestrictions = { allowedAccountIds: ['InternalAccount:other'] };
    expectRefused(await agentScene(lab, { accountRestrictions }).send(1), 403, 'FORBIDDEN');
  });

  test('rule 77: another customer has no accounts for an agent', async () => {
    const lab = await openLab(door);
    const [one, two] = [agentScene(lab), agentScene(lab)];
    expectRefused(await one.send(1, two.account.id), 404, 'NOT_FOUND');
    const { id } = two.external;
    const body = {
      source: { accountId: two.account.id },
      destination: { accountId: id },
      amount: 1,
    };
    const reply = await lab.send('POST', '/agents/me/transfer-out', body, one.headers);
    expectRefused(reply, 404, 'NOT_FOUND');
    const basic = await lab.send('POST', '/agents/me/transfer-out', body);
    expectUnauthorized(basic, 'wrongScheme');
  });

  test.each([
    ['perTransactionLimit', limits({ currency: 'USD', perTransactionLimit: 500 })],
    [
      'per account',
      (id: string) => ({
        accountRestrictions: { accountRules: [{ accountId: id, perTransactionLimit: 500 }] },
      }),
    ],
  ])('rule 77: the limit %s holds', async (_name, policy) => {
    const lab = await openLab(door);
    const scene = agentScene(lab);
    const fields = typeof policy === 'function' ? policy(scene.account.id) : policy;
    const { accessToken } = lab.mock.add.agent({
      customerId: scene.agent.customerId,
      policy: { permissions, ...fields },
    });
    const send = (amount: number) =>
      lab.send(
        'POST',
        '/agents/me/transfer-out',
        {
          source: { accountId: scene.account.id },
          destination: { accountId: scene.external.id },
          amount,
        },
        { authorization: `Bearer ${accessToken}` },
      );
    expect((await send(500)).status).toBe(201);
    expectRefused(await send(501), 403, 'VELOCITY_LIMIT_EXCEEDED');
  });

  test('rule 77: the daily amount holds, and the clock resets it', async () => {
    const lab = await openLab(door);
    const { send, path } = agentScene(lab, limits({ currency: 'USD', dailyLimit: 500 }));
    expect((await send(400)).status).toBe(201);
    expectRefused(await send(101), 403, 'VELOCITY_LIMIT_EXCEEDED');
    expect((await send(100)).status).toBe(201);
    const used = (await lab.send('GET', path)).body.usage;
    expect(used).toMatchObject({ dailySpend: 500, dailyTransactionCount: 2, monthlySpend: 500 });
    lab.mock.clock.set('2026-01-06T00:00:00Z');
    const reset = (await lab.send('GET', path)).body.usage;
    expect(reset).toMatchObject({
      dailySpend: 0,
      monthlySpend: 500,
      dailyResetDate: '2026-01-06',
    });
    expect((await send(500)).status).toBe(201);
  });

  test('rule 77: the daily number of payments holds, and the clock resets it', async () => {
    const lab = await openLab(door);
    const { send } = agentScene(lab, limits({ currency: 'USD', dailyTransactionLimit: 1 }));
    expect((await send(1)).status).toBe(201);
    expectRefused(await send(1), 403, 'VELOCITY_LIMIT_EXCEEDED');
    lab.mock.clock.advance({ days: 1 });
    expect((await send(1)).status).toBe(201);
  });

  test('rule 77: the monthly amount holds, and the clock resets it', async () => {
    const lab = await openLab(door);
    const { send } = agentScene(lab, limits({ currency: 'USD', monthlyLimit: 500 }));
    expect((await send(500)).status).toBe(201);
    lab.mock.clock.advance({ days: 1 });
    expectRefused(await send(1), 403, 'VELOCITY_LIMIT_EXCEEDED');
    lab.mock.clock.set('2026-02-01T00:00:00Z');
    expect((await send(500)).status).toBe(201);
  });

  test('rule 77: limits are in their own currency, and null means no limit', async () => {
    const lab = await openLab(door);
    const euro = agentScene(lab, limits({ currency: 'EUR', perTransactionLimit: 500 }));
    expectRefused(await euro.send(1), 403, 'FORBIDDEN');
    const open = agentScene(lab, limits({ currency: 'USD', dailyLimit: null }));
    expect((await open.send(90_000)).status).toBe(201);
  });

  test('rule 77: above the threshold an action waits for approval', async () => {
    const lab = await openLab(door);
    const approvalThresholds = { currency: 'USD', amount: 500 };
    const { send, path, customerId } = agentScene(lab, { approvalThresholds });
    const count = async () =>
      (await lab.send('GET', `/transactions?customerId=${customerId}`)).body.totalCount;
    expect((await send(500)).body).toMatchObject({ status: 'APPROVED' });
    const held = (await send(501)).body;
    expect(held).toMatchObject({ status: 'PENDING_APPROVAL', type: 'TRANSFER_OUT' });
    expect(held).not.toHaveProperty('transaction');
    expect(await count()).toBe(1);
    const approve = () => lab.send('POST', `${path}/actions/${held.id}/approve`);
    const approved = await approve();
    expect(approved.body).toMatchObject({
      status: 'APPROVED',
      transaction: { type: 'OUTGOING' },
    });
    expect(await count()).toBe(2);
    expectRefused(await approve(), 409, 'CONFLICT');
    const rejected = (await send(600)).body.id;
    const reject = await lab.send('POST', `${path}/actions/${rejected}/reject`, { reason: 'no' });
    expect(reject.body).toMatchObject({ status: 'REJECTED', rejectionReason: 'no' });
    expect(await count()).toBe(2);
  });

  test('rule 72: a payment of an agent names it', async () => {
    const lab = await openLab(door);
    const { send, agent, headers } = agentScene(lab);
    await send(1);
    const { body } = await lab.send('GET', '/agents/me/transactions', undefined, headers);
    expect(body.data).toMatchObject([{ agentId: agent.id, type: 'OUTGOING' }]);
  });
});
