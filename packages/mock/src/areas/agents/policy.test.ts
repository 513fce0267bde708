import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, type Lab, openLab } from '../../../test/lab/lab.ts';
import type { PolicyFields } from './fixture.ts';

type Permissions = PolicyFields['permissions'] & object;
const permissions: Permissions = ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS'];

/** Prepares a customer with an account of 1,000 USD, and an agent with a policy. */
function scene(lab: Lab, policy: PolicyFields = {}) {
  const { id: customerId } = lab.mock.add.customer();
  const account = lab.mock.add.internalAccount({ customerId, available: 1_000_00 });
  const external = lab.mock.add.externalAccount({ customerId });
  const { agent, accessToken } = lab.mock.add.agent({
    customerId,
    policy: { permissions, ...policy },
  });
  const headers = { authorization: `Bearer ${accessToken}` };
  const asAgent = (method: string, path: string, body?: unknown) =>
    lab.send(method, `/agents/me${path}`, body, headers);
  const out = (amount: number, from = account.id) =>
    asAgent('POST', '/transfer-out', {
      source: { accountId: from },
      destination: { accountId: external.id },
      amount,
    });
  const takeIn = (amount: number) =>
    asAgent('POST', '/transfer-in', {
      source: { accountId: external.id },
      destination: { accountId: account.id },
      amount,
    });
  const path = `/agents/${agent.id}`;
  const setPolicy = (change: unknown) => lab.send('PATCH', `${path}/policy`, change);
  return { customerId, account, external, agent, asAgent, out, takeIn, path, setPolicy };
}

rules('agents: policy', (door) => {
  test('rule 77: where every payment needs approval, a small one waits too', async () => {
    const lab = await openLab(door);
    const { out, takeIn, path } = scene(lab, { defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const held = await out(1);
    expect(held.body).toMatchObject({ status: 'PENDING_APPROVAL' });
    expect((await takeIn(1)).body).toMatchObject({ status: 'PENDING_APPROVAL' });
    const approved = await lab.send('POST', `${path}/actions/${held.body.id}/approve`);
    expect(approved.body).toMatchObject({ status: 'APPROVED', transaction: { type: 'OUTGOING' } });
  });

  test("rule 77: an account's rule overrides the default mode, in both directions", async () => {
    const lab = await openLab(door);
    const { account, external, out, setPolicy } = scene(lab);
    const rule = (accountId: string, executionMode: string) =>
      setPolicy({ accountRestrictions: { accountRules: [{ accountId, executionMode }] } });
    await rule(external.id, 'APPROVAL_REQUIRED');
    expect((await out(1)).body.status).toBe('PENDING_APPROVAL');
    await setPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
    await rule(account.id, 'AUTO');
    expect((await out(1)).body.status).toBe('APPROVED');
    const accountRules = [
      { accountId: account.id, executionMode: 'AUTO' },
      { accountId: external.id, executionMode: 'APPROVAL_REQUIRED' },
    ];
    await setPolicy({ accountRestrictions: { accountRules } });
    expect((await out(1)).body.status).toBe('PENDING_APPROVAL');
  });

  test('rule 77: the threshold counts where payments are automatic, in its own currency', async () => {
    const lab = await openLab(door);
    const euro = scene(lab, { approvalThresholds: { currency: 'EUR', amount: 500_00 } });
    expect((await euro.out(1)).body.status).toBe('PENDING_APPROVAL');
    const bare = scene(lab, { approvalThresholds: { amount: 5 } });
    expect((await bare.out(5)).body.status).toBe('APPROVED');
    expect((await bare.out(6)).body.status).toBe('PENDING_APPROVAL');
    await bare.setPolicy({ approvalThresholds: { amount: null } });
    expect((await bare.out(6)).body.status).toBe('APPROVED');
  });

  test('rule 77: only the allowed accounts can be used, and null allows all again', async () => {
    const lab = await openLab(door);
    const { account, out, customerId, setPolicy } = scene(lab);
    const second = lab.mock.add.internalAccount({ customerId, available: 100 });
    await setPolicy({ accountRestrictions: { allowedAccountIds: [second.id] } });
    expectRefused(await out(1, account.id), 403, 'FORBIDDEN');
    expect((await out(1, second.id)).status).toBe(201);
    await setPolicy({ accountRestrictions: { allowedAccountIds: [] } });
    expectRefused(await out(1, second.id), 403, 'FORBIDDEN');
    await setPolicy({ accountRestrictions: { allowedAccountIds: null } });
    expect((await out(1, account.id)).status).toBe(201);
  });

  test('rule 77: a change of the policy keeps what it leaves out', async () => {
    const lab = await openLab(door);
    const accountRules = [{ accountId: 'InternalAccount:other', perTransactionLimit: 1 }];
    const { setPolicy, agent, path } = scene(lab, {
      spendingLimits: { perTransactionLimit: 500, dailyLimit: 800 },
      accountRestrictions: { accountRules },
      approvalThresholds: { currency: 'USD', amount: 200 },
    });
    const changed = await setPolicy({
      permissions: ['VIEW_TRANSACTIONS'],
      spendingLimits: { dailyLimit: null, monthlyLimit: 900 },
      accountRestrictions: { allowedAccountIds: null },
      approvalThresholds: { amount: 300 },
    });
    expect(changed.status).toBe(200);
    const policy = {
      permissions: ['VIEW_TRANSACTIONS'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: {
        currency: 'USD',
        perTransactionLimit: 500,
        dailyLimit: null,
        monthlyLimit: 900,
      },
      accountRestrictions: { accountRules, allowedAccountIds: null },
      approvalThresholds: { currency: 'USD', amount: 300 },
    };
    expect(changed.body.policy).toEqual(policy);
    expect((await lab.send('GET', path)).body).toMatchObject({ id: agent.id, policy });
    expectInvalid(await setPolicy({ permissions: ['ALL'] }), 'permissions.0');
    expectInvalid(
      await setPolicy({
        spendingLimits: { dailyTransactionLimit: null, perTransactionLimit: 0.5 },
      }),
      'spendingLimits.dailyTransactionLimit',
      'spendingLimits.perTransactionLimit',
    );
    expectRefused(
      await lab.send('PATCH', '/agents/Agent:none/policy', { permissions: [] }),
      404,
      'NOT_FOUND',
    );
  });

  test('rule 77: an agent is not created without limits on what it spends', async () => {
    const lab = await openLab(door);
    const { id: customerId } = lab.mock.add.customer();
    const create = (policy: unknown) =>
      lab.send('POST', '/agents', { name: 'Clerk', customerId, policy });
    expectInvalid(await create({ permissions }), 'policy.spendingLimits');
    const spendingLimits = { currency: 'USD', perTransactionLimit: 1 };
    const { body } = await create({ permissions, spendingLimits });
    expect(body.agent).toMatchObject({
      policy: { permissions, spendingLimits, defaultExecutionMode: 'AUTO' },
    });
  });

  test('rule 77: a lower limit counts from the next payment on', async () => {
    const lab = await openLab(door);
    const { out, setPolicy } = scene(lab);
    expect((await out(400)).status).toBe(201);
    await setPolicy({ spendingLimits: { dailyLimit: 500 } });
    expectRefused(await out(101), 403, 'VELOCITY_LIMIT_EXCEEDED');
    expect((await out(100)).status).toBe(201);
  });

  test('rule 77: money that is pulled in counts against the limits as well', async () => {
    const lab = await openLab(door);
    const { out, takeIn } = scene(lab, { spendingLimits: { dailyLimit: 500 } });
    expect((await takeIn(400)).status).toBe(201);
    expectRefused(await out(101), 403, 'VELOCITY_LIMIT_EXCEEDED');
  });

  test('rule 77: each operation needs its permission', async () => {
    const lab = await openLab(door);
    const { asAgent, external, out } = scene(lab, { permissions: [] });
    const accountInfo = {
      accountType: 'EUR_ACCOUNT',
      iban: 'DE89370400440532013000',
      beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Hopper GmbH' },
    };
    const body = { currency: 'EUR', accountInfo };
    const refused = [
      await asAgent('GET', '/transactions'),
      await asAgent('GET', '/transactions/Transaction:none'),
      await out(1),
      await asAgent('POST', '/external-accounts', body),
      await asAgent('DELETE', `/external-accounts/${external.id}`),
    ];
    for (const reply of refused) expectRefused(reply, 403, 'FORBIDDEN');
    for (const path of ['', '/actions', '/internal-accounts', '/external-accounts']) {
      expect((await asAgent('GET', path)).status).toBe(200);
    }
  });

  test('rule 77: a paused agent can read, but cannot change anything', async () => {
    const lab = await openLab(door);
    const { asAgent, external, path } = scene(lab, {
      permissions: ['VIEW_TRANSACTIONS', 'MANAGE_EXTERNAL_ACCOUNTS'],
    });
    await lab.send('PATCH', path, { isPaused: true });
    expect((await asAgent('GET', '')).body).toMatchObject({ isPaused: true });
    const removed = await asAgent('DELETE', `/external-accounts/${external.id}`);
    expectRefused(removed, 403, 'FORBIDDEN');
    expect((await asAgent('GET', `/external-accounts/${external.id}`)).status).toBe(200);
  });
});
