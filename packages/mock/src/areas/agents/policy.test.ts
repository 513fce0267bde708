import { expect } from 'vitest';
import { agentScene } from '../../../test/support/agents.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
} from '../../../test/support/open-mock.ts';
import { rules } from '../../../test/support/rules.ts';
import type { PolicyFields } from './agents.ts';

const permissions = ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS'] as const;
const limits = (spendingLimits: PolicyFields['spendingLimits'] & object) => ({ spendingLimits });

rules('policy of an agent', (test) => {
  test('rule 77: where every payment needs approval, a small one waits too', async (api) => {
    const { out, takeIn, decide } = agentScene(api, {
      policy: { defaultExecutionMode: 'APPROVAL_REQUIRED' },
    });
    const held = await out(1);
    expect(held.body).toMatchObject({ status: 'PENDING_APPROVAL' });
    expect((await takeIn(1)).body).toMatchObject({ status: 'PENDING_APPROVAL' });
    const approved = await decide(held.body.id, 'approve');
    expect(approved.body).toMatchObject({ status: 'APPROVED', transaction: { type: 'OUTGOING' } });
  });

  test("rule 77: an account's rule overrides the default mode, in both directions", async (api) => {
    const { account, external, out, setPolicy } = agentScene(api);
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

  test('rule 77: the threshold applies where payments are automatic, in its own currency', async (api) => {
    const euro = agentScene(api, {
      policy: { approvalThresholds: { currency: 'EUR', amount: 500_00 } },
    });
    expect((await euro.out(1)).body.status).toBe('PENDING_APPROVAL');
    const bare = agentScene(api, { policy: { approvalThresholds: { amount: 5 } } });
    expect((await bare.out(5)).body.status).toBe('APPROVED');
    expect((await bare.out(6)).body.status).toBe('PENDING_APPROVAL');
    await bare.setPolicy({ approvalThresholds: { amount: null } });
    expect((await bare.out(6)).body.status).toBe('APPROVED');
  });

  test('rule 77: only the allowed accounts can be used, and null allows all again', async (api) => {
    const { account, out, customerId, setPolicy } = agentScene(api);
    const second = api.mock.add.internalAccount({ customerId, available: 100 });
    await setPolicy({ accountRestrictions: { allowedAccountIds: [second.id] } });
    expectRefused(await out(1, account.id), 403, 'FORBIDDEN');
    expect((await out(1, second.id)).status).toBe(201);
    await setPolicy({ accountRestrictions: { allowedAccountIds: [] } });
    expectRefused(await out(1, second.id), 403, 'FORBIDDEN');
    await setPolicy({ accountRestrictions: { allowedAccountIds: null } });
    expect((await out(1, account.id)).status).toBe(201);
  });

  test('rule 77: a change of the policy keeps what it leaves out', async (api) => {
    const accountRules = [{ accountId: 'InternalAccount:other', perTransactionLimit: 1 }];
    const { setPolicy, agent, path } = agentScene(api, {
      policy: {
        spendingLimits: { perTransactionLimit: 500, dailyLimit: 800 },
        accountRestrictions: { accountRules },
        approvalThresholds: { currency: 'USD', amount: 200 },
      },
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
    expect((await api.send('GET', path)).body).toMatchObject({ id: agent.id, policy });
    expectInvalid(await setPolicy({ permissions: ['ALL'] }), 'permissions.0');
    expectInvalid(
      await setPolicy({
        spendingLimits: { dailyTransactionLimit: null, perTransactionLimit: 0.5 },
      }),
      'spendingLimits.dailyTransactionLimit',
      'spendingLimits.perTransactionLimit',
    );
  });

  test('rule 77: an agent is not created without limits on what it spends', async (api) => {
    const { id: customerId } = api.mock.add.customer();
    const create = (policy: unknown) =>
      api.send('POST', '/agents', { name: 'Clerk', customerId, policy });
    expectInvalid(await create({ permissions }), 'policy.spendingLimits');
    const spendingLimits = { currency: 'USD', perTransactionLimit: 1 };
    const { body } = await create({ permissions, spendingLimits });
    expect(body.agent).toMatchObject({
      policy: { permissions, spendingLimits, defaultExecutionMode: 'AUTO' },
    });
  });

  test('rule 77: money that is pulled in counts against the limits as well', async (api) => {
    const { out, takeIn } = agentScene(api, { policy: { spendingLimits: { dailyLimit: 500 } } });
    expect((await takeIn(400)).status).toBe(201);
    expectRefused(await out(101), 403, 'VELOCITY_LIMIT_EXCEEDED');
  });

  test('rule 77: each operation needs its permission', async (api) => {
    const { asAgent, external, out } = agentScene(api, { policy: { permissions: [] } });
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

  test('rule 77: a paused agent can read, but cannot change anything until it is resumed', async (api) => {
    const { asAgent, external, out, setPaused } = agentScene(api);
    expect((await out(100)).status).toBe(201);
    await setPaused(true);
    expectRefused(await out(100), 403, 'FORBIDDEN');
    const removed = await asAgent('DELETE', `/external-accounts/${external.id}`);
    expectRefused(removed, 403, 'FORBIDDEN');
    expect((await asAgent('GET', '')).body).toMatchObject({ isPaused: true });
    expect((await asAgent('GET', `/external-accounts/${external.id}`)).status).toBe(200);
    expect((await asAgent('GET', '/transactions')).body).toMatchObject({ totalCount: 1 });
    await setPaused(false);
    expect((await out(100)).status).toBe(201);
  });

  test('rule 77: another customer has no accounts for an agent', async (api) => {
    const [one, two] = [agentScene(api), agentScene(api)];
    expectRefused(await one.out(1, two.account.id), 404, 'NOT_FOUND');
    const body = {
      source: { accountId: one.account.id },
      destination: { accountId: two.external.id },
      amount: 1,
    };
    expectRefused(await one.asAgent('POST', '/transfer-out', body), 404, 'NOT_FOUND');
    const basic = await api.send('POST', '/agents/me/transfer-out', body);
    expectUnauthorized(basic, 'wrongScheme');
  });

  test('rule 77: a limit for each payment holds, the general one and that of an account', async (api) => {
    const general = agentScene(api, { policy: limits({ perTransactionLimit: 500 }) });
    const own = agentScene(api);
    const accountRules = [{ accountId: own.account.id, perTransactionLimit: 500 }];
    await own.setPolicy({ accountRestrictions: { accountRules } });
    for (const { out } of [general, own]) {
      expect((await out(500)).status).toBe(201);
      expectRefused(await out(501), 403, 'VELOCITY_LIMIT_EXCEEDED');
    }
  });

  test('rule 77: the daily amount holds, and the clock resets it', async (api) => {
    const { out, path } = agentScene(api, { policy: limits({ currency: 'USD', dailyLimit: 500 }) });
    expect((await out(400)).status).toBe(201);
    expectRefused(await out(101), 403, 'VELOCITY_LIMIT_EXCEEDED');
    expect((await out(100)).status).toBe(201);
    const used = (await api.send('GET', path)).body.usage;
    expect(used).toMatchObject({ dailySpend: 500, dailyTransactionCount: 2, monthlySpend: 500 });
    api.mock.clock.set('2026-01-06T00:00:00Z');
    const reset = (await api.send('GET', path)).body.usage;
    expect(reset).toMatchObject({
      dailySpend: 0,
      monthlySpend: 500,
      dailyResetDate: '2026-01-06',
    });
    expect((await out(500)).status).toBe(201);
  });

  test('rule 77: the daily number of payments holds, and the clock resets it', async (api) => {
    const { out } = agentScene(api, {
      policy: limits({ currency: 'USD', dailyTransactionLimit: 1 }),
    });
    expect((await out(1)).status).toBe(201);
    expectRefused(await out(1), 403, 'VELOCITY_LIMIT_EXCEEDED');
    api.mock.clock.advance({ days: 1 });
    expect((await out(1)).status).toBe(201);
  });

  test('rule 77: the monthly amount holds, and the clock resets it', async (api) => {
    const { out } = agentScene(api, { policy: limits({ currency: 'USD', monthlyLimit: 500 }) });
    expect((await out(500)).status).toBe(201);
    api.mock.clock.advance({ days: 1 });
    expectRefused(await out(1), 403, 'VELOCITY_LIMIT_EXCEEDED');
    api.mock.clock.set('2026-02-01T00:00:00Z');
    expect((await out(500)).status).toBe(201);
  });

  test('rule 77: limits are in their own currency, and null means no limit', async (api) => {
    const euro = agentScene(api, { policy: limits({ currency: 'EUR', perTransactionLimit: 500 }) });
    expectRefused(await euro.out(1), 403, 'FORBIDDEN');
    const open = agentScene(api, { policy: limits({ currency: 'USD', dailyLimit: null }) });
    expect((await open.out(90_000)).status).toBe(201);
  });
});
