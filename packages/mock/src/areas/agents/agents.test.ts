import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  idsOf,
} from '../../../test/support/open-mock.ts';
import { agentScene } from '../../../test/support/payers.ts';
import type { PolicyFields } from './agents.ts';

const held = { approvalThresholds: { amount: 10 } };

test('rule 76: an agent is renamed, paused and resumed', async (api) => {
  const { agent } = api.mock.add.agent();
  const path = `/agents/${agent.id}`;
  expectInvalid(await api.send('PATCH', path, {}), 'body');
  expectInvalid(await api.send('PATCH', path, { isPaused: 1, name: 2 }), 'isPaused', 'name');
  api.mock.clock.advance({ minutes: 1 });
  const paused = await api.send('PATCH', path, { isPaused: true });
  const updatedAt = new Date(api.mock.clock.now()).toISOString();
  expect(paused.body).toEqual({ ...agent, isPaused: true, updatedAt });
  const resumed = await api.send('PATCH', path, { isPaused: false, name: 'Clerk' });
  expect(resumed.body).toMatchObject({ isPaused: false, name: 'Clerk', isConnected: true });
});

test('rule 76: a deleted agent stops at once, with its token, codes and held payments', async (api) => {
  const { asAgent, out, path, agent } = agentScene(api, { policy: held });
  await out(11);
  const unused = api.mock.add.agent({ isConnected: false }).agent;
  const { code } = (await api.send('POST', `/agents/${unused.id}/device-codes`)).body;
  expect((await api.send('DELETE', path)).status).toBe(204);
  expect((await api.send('DELETE', `/agents/${unused.id}`)).status).toBe(204);
  expectUnauthorized(await asAgent('GET', ''), 'invalidAccessToken');
  expectRefused(await api.send('GET', path), 404, 'NOT_FOUND');
  expectRefused(await api.send('DELETE', path), 404, 'NOT_FOUND');
  const redeemed = await api.send('POST', `/agents/device-codes/${code}/redeem`);
  expectRefused(redeemed, 404, 'NOT_FOUND');
  expectRefused(await api.send('GET', `/agents/device-codes/${code}/status`), 404, 'NOT_FOUND');
  const approvals = await api.send('GET', `/agents/approvals?agentId=${agent.id}`);
  expect(idsOf(approvals)).toEqual([]);
  expect(api.mock.ledger.balances()).toMatchObject([{ balances: 1_000_00, moneyOut: 0 }]);
});

const above = (amount: number) => ({ approvalThresholds: { currency: 'USD', amount } });
const limited = { ...above(100), spendingLimits: { dailyLimit: 1000, dailyTransactionLimit: 3 } };

test('rule 98: actions that wait for approval are listed, newest first, and emit one event each', async (api) => {
  const [one, two] = [
    agentScene(api, { policy: above(10) }),
    agentScene(api, { policy: above(10) }),
  ];
  const first = (await one.out(11)).body;
  api.mock.clock.advance({ hours: 1 });
  const second = (await two.out(12)).body;
  await two.out(1);
  const list = async (query = '') => idsOf(await api.send('GET', `/agents/approvals?${query}`));
  expect(await list()).toEqual([second.id, first.id]);
  expect(await list('sortOrder=asc')).toEqual([first.id, second.id]);
  expect(await list(`agentId=${one.agent.id}`)).toEqual([first.id]);
  expect(await list(`customerId=${two.customerId}`)).toEqual([second.id]);
  expect(await list(`startDate=${second.createdAt}`)).toEqual([second.id]);
  expect(await list(`endDate=${first.createdAt}`)).toEqual([first.id]);
  const events = api.mock.events.filter(({ type }) => type === 'AGENT_ACTION.PENDING_APPROVAL');
  expect(events.map(({ data }) => data)).toEqual([first, second]);
  await one.decide(first.id, 'approve');
  expect(await list()).toEqual([second.id]);
});

test('rule 98: an approved action that lacks money has failed', async (api) => {
  const { out, decide, account } = agentScene(api, { policy: above(10), available: 100_00 });
  const { id } = (await out(90_00)).body;
  await out(10);
  const spent = api.mock.add.externalAccount({ customerId: account.customerId as never });
  await api.send('POST', '/transfer-out', {
    source: { accountId: account.id },
    destination: { accountId: spent.id },
    amount: 50_00,
  });
  expect((await decide(id, 'approve')).body).toMatchObject({ status: 'FAILED' });
  expectRefused(await decide(id, 'approve'), 409, 'CONFLICT');
  const foreign = api.mock.add.agent().agent.id;
  expectRefused(
    await api.send('POST', `/agents/${foreign}/actions/${id}/approve`),
    404,
    'NOT_FOUND',
  );
});

test.each(['dailyLimit', 'monthlyLimit'])(
  'rule 98: payments that wait for approval count against the %s',
  async (limit) => {
    const policy = { ...above(100), spendingLimits: { [limit]: 1000 } };
    const { out, decide } = agentScene(await open(), { policy });
    const held = await out(600);
    expect(held.body.status).toBe('PENDING_APPROVAL');
    expectRefused(await out(401), 403, 'VELOCITY_LIMIT_EXCEEDED');
    await decide(held.body.id, 'reject');
    expect((await out(401)).status).toBe(201);
  },
);

test('rule 98: they count against the number of payments too; an approved one counts once', async (api) => {
  const { out, decide } = agentScene(api, { policy: limited });
  const [first] = [await out(200), await out(200), await out(200)];
  expectRefused(await out(1), 403, 'VELOCITY_LIMIT_EXCEEDED');
  expect((await decide(first?.body.id, 'approve')).body.status).toBe('APPROVED');
  expectRefused(await out(1), 403, 'VELOCITY_LIMIT_EXCEEDED');
});

test('rule 98: approving the payment of a paused agent is refused, and works once it is resumed', async (api) => {
  const { out, decide, setPaused } = agentScene(api, { policy: limited });
  const { body } = await out(200);
  await setPaused(true);
  expectRefused(await decide(body.id, 'approve'), 409, 'CONFLICT');
  expect(api.mock.ledger.balances()).toMatchObject([{ balances: 1_000_00, moneyOut: 0 }]);
  await setPaused(false);
  expect((await decide(body.id, 'approve')).status).toBe(200);
  await api.send('GET', '/agents');
  expect(api.mock.ledger.balances()).toMatchObject([{ balances: 998_00, moneyOut: 200 }]);
  expect(api.mock.eventsOf('AGENT_ACTION.PENDING_APPROVAL')).toHaveLength(1);
});

test.each<[string, object]>([
  ['limits were reduced', { spendingLimits: { perTransactionLimit: 199 } }],
  ['daily limit was reduced', { spendingLimits: { dailyLimit: 299 } }],
  ['account was withdrawn', { accountRestrictions: { allowedAccountIds: [] } }],
  ['permission was removed', { permissions: ['VIEW_TRANSACTIONS'] }],
])('rule 98: an action whose %s since has failed, and no money moves', async (_what, change) => {
  const api = await open();
  const { out, decide, setPolicy } = agentScene(api, { policy: above(150) });
  expect((await out(100)).body.status).toBe('APPROVED');
  const { id } = (await out(200)).body;
  await setPolicy(change);
  const { status, body } = await decide(id, 'approve');
  expect([status, body.status, body.transaction]).toEqual([200, 'FAILED', undefined]);
  expect(api.mock.ledger.balances()).toMatchObject([{ moneyOut: 100 }]);
  expect(api.mock.requests.at(-1)?.notes).toEqual([expect.stringMatching(/^The action failed: /)]);
});

test('within the daily limit with itself it is carried out', async (api) => {
  const { out, decide } = agentScene(api, {
    policy: { ...above(150), spendingLimits: { dailyLimit: 300 } },
  });
  const { id } = (await out(300)).body;
  expect((await decide(id, 'approve')).body.status).toBe('APPROVED');
});

const spendingLimits = { currency: 'USD', perTransactionLimit: 500_00 };

test('rule 108: a device code ends at its time, or as soon as another one is made', async (api) => {
  const { agent } = api.mock.add.agent({ isConnected: false });
  const { agent: other } = api.mock.add.agent({ isConnected: false });
  const path = `/agents/${agent.id}/device-codes`;
  const redeem = (code: unknown) => api.send('POST', `/agents/device-codes/${code}/redeem`);
  const ofOther = (await api.send('POST', `/agents/${other.id}/device-codes`)).body;
  const [first, second] = [
    (await api.send('POST', path)).body,
    (await api.send('POST', path)).body,
  ];
  expect(second).toMatchObject({ redeemed: false, expiresAt: '2026-01-05T09:15:00.000Z' });
  expectInvalid(await redeem(first.code), 'code');
  expect((await redeem(ofOther.code)).status).toBe(200);
  api.mock.clock.set(String(second.expiresAt));
  expectInvalid(await redeem(second.code), 'code');
  const third = (await api.send('POST', path)).body;
  const redeemed = await redeem(third.code);
  expect(redeemed).toMatchObject({ status: 200, body: { agentId: agent.id } });
  expect(JSON.stringify(api.mock.requests)).not.toContain(redeemed.body.accessToken);
  expectRefused(await api.send('POST', path), 409, 'CONFLICT');
  expectInvalid(await redeem(second.code), 'code');
  // A connected agent redeems none, not even one whose time comes again.
  api.mock.clock.set('2026-01-05T09:01:00Z');
  expectInvalid(await redeem(second.code), 'code');
  expectRefused(await redeem('NONE'), 404, 'NOT_FOUND');
});

test('rule 76: the status of a device code shows whether it was redeemed', async (api) => {
  const { agent } = api.mock.add.agent({ isConnected: false });
  const { code } = (await api.send('POST', `/agents/${agent.id}/device-codes`)).body;
  expect(code).toMatch(/^[0-9A-F]{5}-[0-9A-F]{5}$/);
  const status = () => api.send('GET', `/agents/device-codes/${code}/status`);
  expect((await status()).body).toEqual({ code, redeemed: false });
  await api.send('POST', `/agents/device-codes/${code}/redeem`);
  expect((await status()).body).toEqual({ code, redeemed: true });
});

const permissions = ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS'] as const;
const limits = (spendingLimits: PolicyFields['spendingLimits'] & object) => ({ spendingLimits });

test('rule 77: where every payment needs approval, a small one waits too', async (api) => {
  const { out, takeIn, decide } = agentScene(api, {
    policy: { defaultExecutionMode: 'APPROVAL_REQUIRED' },
  });
  const held = await out(1);
  expect(held.body).toMatchObject({ status: 'PENDING_APPROVAL' });
  const pulled = await takeIn(1);
  expect(pulled.body).toMatchObject({ status: 'PENDING_APPROVAL' });
  for (const [{ body }, type] of [[held, 'OUTGOING'] as const, [pulled, 'INCOMING'] as const]) {
    const approved = await decide(body.id, 'approve');
    expect(approved.body).toMatchObject({ status: 'APPROVED', transaction: { type } });
  }
});

test("rule 77: an account's rule overrides the default mode, in both directions", async (api) => {
  const { account, external, out, setPolicy } = agentScene(api);
  const rule = (accountId: string, executionMode: string) =>
    setPolicy({ accountRestrictions: { accountRules: [{ accountId, executionMode }] } });
  await rule('ExternalAccount:other', 'APPROVAL_REQUIRED');
  expect((await out(1)).body.status).toBe('APPROVED');
  await rule(external.id, 'APPROVAL_REQUIRED');
  expect((await out(1)).body.status).toBe('PENDING_APPROVAL');
  await setPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const limited = [{ accountId: account.id, perTransactionLimit: 5 }];
  await setPolicy({ accountRestrictions: { accountRules: limited } });
  expect((await out(1)).body.status).toBe('PENDING_APPROVAL');
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
    available: 2_000_00,
  });
  expect((await euro.out(520_00)).body.status).toBe('APPROVED');
  expect((await euro.out(600_00)).body.status).toBe('PENDING_APPROVAL');
  const dollars = agentScene(api, { policy: above(5) });
  expect((await dollars.out(5)).body.status).toBe('APPROVED');
  expect((await dollars.out(6)).body.status).toBe('PENDING_APPROVAL');
  const accountRules = [{ accountId: dollars.account.id, executionMode: 'AUTO' }];
  await dollars.setPolicy({ accountRestrictions: { accountRules } });
  expect((await dollars.out(6)).body.status).toBe('PENDING_APPROVAL');
  await dollars.setPolicy({ approvalThresholds: { amount: null } });
  expect((await dollars.out(6)).body.status).toBe('APPROVED');
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

test('rule 77: an amount of a threshold has a currency', async (api) => {
  const { setPolicy, customerId, agent } = agentScene(api);
  expect((await setPolicy({ permissions: agent.policy.permissions })).body.policy).toEqual(
    agent.policy,
  );
  const approvalThresholds = { amount: 5 };
  expectInvalid(await setPolicy({ approvalThresholds }), 'approvalThresholds.currency');
  const policy = { permissions: [], spendingLimits, approvalThresholds };
  const reply = await api.send('POST', '/agents', { name: 'Ada', customerId, policy });
  expectInvalid(reply, 'policy.approvalThresholds.currency');
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

test('rule 77: a limit for each payment holds, the general one or that of an account', async (api) => {
  const general = agentScene(api, { policy: limits({ perTransactionLimit: 500 }) });
  const own = agentScene(api, { policy: limits({ perTransactionLimit: 1 }) });
  const accountRules = [{ accountId: own.account.id, perTransactionLimit: 500 }];
  await own.setPolicy({ accountRestrictions: { accountRules } });
  // What a rule leaves out, or sets to null, is the general limit.
  for (const rule of [{ executionMode: 'AUTO' }, { perTransactionLimit: null }]) {
    const accountRules = [{ accountId: general.account.id, ...rule }];
    await general.setPolicy({ accountRestrictions: { accountRules } });
    expectRefused(await general.out(501), 403, 'VELOCITY_LIMIT_EXCEEDED');
  }
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
  expect(used).toEqual({
    ...{ dailySpend: 500, dailyTransactionCount: 2, dailyResetDate: '2026-01-06' },
    ...{ monthlySpend: 500, monthlyResetMonth: '2026-02' },
  });
  api.mock.clock.set('2026-01-06T00:00:00Z');
  const reset = (await api.send('GET', path)).body.usage;
  expect(reset).toMatchObject({
    dailySpend: 0,
    monthlySpend: 500,
    dailyResetDate: '2026-01-07',
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
  expect((await euro.out(520)).status).toBe(201);
  expectRefused(await euro.out(600), 403, 'VELOCITY_LIMIT_EXCEEDED');
  await euro.setPolicy({ spendingLimits: { dailyLimit: null } });
  const { body } = await euro.setPolicy({ spendingLimits: { currency: 'JPY' } });
  expect(body).toMatchObject({ policy: { spendingLimits: { currency: 'JPY', dailyLimit: null } } });
  expectRefused(await euro.out(600), 403, 'VELOCITY_LIMIT_EXCEEDED');
  expect((await euro.out(500)).status).toBe(201);
  const none = { dailyLimit: null, dailyTransactionLimit: null, monthlyLimit: null };
  const open = agentScene(api, { policy: limits(none) });
  expect((await open.out(90_000)).status).toBe(201);
});
