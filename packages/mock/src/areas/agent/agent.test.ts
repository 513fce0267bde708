import { agentPermissions, type Quote } from '@org/payments-contract';
import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import {
  expectInvalid,
  expectRefused,
  idsOf,
  type OpenMock,
} from '../../../test/support/open-mock.ts';
import { agentScene, between } from '../../../test/support/payers.ts';
import type { PolicyFields } from '../agents/agents.ts';

const euroAccount = {
  accountType: 'EUR_ACCOUNT',
  iban: 'DE89370400440532013000',
  beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Hopper GmbH' },
};

test('rule 76: an agent reads itself, with what it has spent', async (api) => {
  const { asAgent, out, agent, setPolicy } = agentScene(api);
  await out(25_00);
  const { body } = await asAgent('GET', '');
  expect(body).toMatchObject({
    id: agent.id,
    usage: { dailySpend: 25_00, dailyTransactionCount: 1, monthlySpend: 25_00 },
  });
  const inYen = (await setPolicy({ spendingLimits: { currency: 'JPY' } })).body.usage;
  expect(inYen).toMatchObject({ dailySpend: 3_808, monthlySpend: 3_808 });
});

test("rule 75: an agent sees its own customer's records only", async (api) => {
  const [one, two] = [agentScene(api), agentScene(api)];
  const { transaction } = (await two.out(1)).body as { transaction: { id: string } };
  expect(idsOf(await one.asAgent('GET', '/internal-accounts'))).toEqual([one.account.id]);
  expect(idsOf(await one.asAgent('GET', '/external-accounts'))).toEqual([one.external.id]);
  for (const filter of ['', `?receiverAccountIdentifier=${two.external.id}`]) {
    expect(idsOf(await one.asAgent('GET', `/transactions${filter}`))).toEqual([]);
  }
  const named = `/transactions?accountIdentifier=${two.external.id}`;
  expect(idsOf(await one.asAgent('GET', named))).toEqual([]);
  expect(idsOf(await two.asAgent('GET', named))).toEqual([transaction.id]);
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

test('rule 75: accounts are filtered by currency and type', async (api) => {
  const { asAgent, customerId, account } = agentScene(api);
  const euro = api.mock.add.internalAccount({ customerId, currency: 'EUR' });
  const wallet = api.mock.add.wallet({ customerId }).account;
  expect(idsOf(await asAgent('GET', '/internal-accounts?currency=EUR'))).toEqual([euro.id]);
  const wallets = await asAgent('GET', '/internal-accounts?type=EMBEDDED_WALLET');
  expect(idsOf(wallets)).toEqual([wallet.id]);
  const first = await asAgent('GET', '/internal-accounts?limit=1');
  expect(idsOf(first)).toEqual([account.id]);
  expect(first.body).toMatchObject({ hasMore: true, totalCount: 3 });
  expectInvalid(await asAgent('GET', '/transactions?colour=red'), 'colour');
});

test("rule 77: an agent adds and removes its customer's external accounts", async (api) => {
  const { asAgent, customerId, setPaused } = agentScene(api);
  const body = { currency: 'EUR', accountInfo: euroAccount };
  const added = await asAgent('POST', '/external-accounts', body);
  expect(added).toMatchObject({ status: 201, body: { customerId, status: 'ACTIVE' } });
  const path = `/external-accounts/${added.body.id}`;
  expect((await asAgent('GET', path)).body).toEqual(added.body);
  expect((await asAgent('DELETE', path)).status).toBe(204);
  expectRefused(await asAgent('GET', path), 404, 'NOT_FOUND');
  const other = { ...body, customerId: api.mock.add.customer().id };
  expectRefused(await asAgent('POST', '/external-accounts', other), 403, 'FORBIDDEN');
  expect((await asAgent('POST', '/external-accounts', { ...body, customerId })).status).toBe(201);
  await setPaused(true);
  expectRefused(await asAgent('POST', '/external-accounts', body), 403, 'FORBIDDEN');
});

test('rule 77: an agent reads its own actions, by status', async (api) => {
  const [{ asAgent, out, decide }, other] = [
    agentScene(api, { policy: { approvalThresholds: { amount: 10 } } }),
    agentScene(api, { policy: { approvalThresholds: { amount: 10 } } }),
  ];
  const [done, held] = [(await out(10)).body, (await out(11)).body];
  expect(idsOf(await asAgent('GET', '/actions'))).toEqual([done.id, held.id]);
  expect(idsOf(await other.asAgent('GET', '/actions'))).toEqual([]);
  const waiting = await asAgent('GET', '/actions?status=PENDING_APPROVAL');
  expect(idsOf(waiting)).toEqual([held.id]);
  expectRefused(await other.asAgent('GET', `/actions/${held.id}`), 404, 'NOT_FOUND');
  await decide(held.id, 'reject', { reason: 'too much' });
  expect((await asAgent('GET', `/actions/${held.id}`)).body).toMatchObject({
    status: 'REJECTED',
    rejectionReason: 'too much',
  });
});

test("rule 77: an action shows its payment's current state", async (api) => {
  const { asAgent, out } = agentScene(api, { accountNumber: '000123005' });
  const { body } = await out(10);
  expect(body).toMatchObject({ status: 'APPROVED', transaction: { status: 'PENDING' } });
  api.mock.clock.advance({ seconds: 31 });
  const later = await asAgent('GET', `/actions/${body.id}`);
  expect(later.body).toMatchObject({ status: 'APPROVED', transaction: { status: 'FAILED' } });
});

test('rule 77: an action whose payment fails at once is failed, and moves no money', async (api) => {
  const { asAgent, out } = agentScene(api, { accountNumber: '000123002' });
  expect((await out(10)).body).toMatchObject({
    status: 'FAILED',
    transaction: { status: 'FAILED' },
  });
  expect(api.mock.ledger.balances()).toMatchObject([{ balances: 1_000_00, holds: 0, moneyOut: 0 }]);
  const { usage } = (await asAgent('GET', '')).body;
  expect(usage).toMatchObject({ dailySpend: 0, monthlySpend: 0, dailyTransactionCount: 1 });
});

test('rule 75: a key of one agent reveals nothing of another agent', async (api) => {
  const [one, two] = [agentScene(api), agentScene(api)];
  const key = { 'Idempotency-Key': 'key' };
  const first = (await one.out(10, undefined, key)).body;
  const again = (await one.out(10, undefined, key)).body;
  const other = (await two.out(20, undefined, key)).body;
  expect(again).toEqual(first);
  expect(other).toMatchObject({ agentId: two.agent.id, transferDetails: { amount: 20 } });
  await one.asAgent('GET', '');
  expect(api.mock.ledger.balances()).toMatchObject([{ moneyOut: 30 }]);
  // Nor does another one of its customer.
  const { customerId, policy } = one.agent;
  const beside = api.mock.add.agent({ customerId, policy });
  const headers = { ...key, authorization: `Bearer ${beside.accessToken}` };
  const third = await one.out(10, undefined, headers);
  expect(third.body).toMatchObject({ agentId: beside.agent.id });
  expect(third.body.id).not.toBe(first.id);
});

function scene(api: OpenMock) {
  const { agent, accessToken } = api.mock.add.agent();
  const { customerId } = agent;
  const days = [1, 2, 3].map((day) =>
    api.mock.add.transaction({
      customerId,
      createdAt: `2026-01-0${day}T12:00:00.000Z`,
      status: day === 1 ? 'COMPLETED' : 'PENDING',
      type: day === 2 ? 'OUTGOING' : 'INCOMING',
      source:
        day === 3
          ? { sourceType: 'UMA_ADDRESS', umaAddress: '$from@uma.example.com' }
          : { sourceType: 'ACCOUNT', accountId: `ExternalAccount:from-${day}` },
      destination: { destinationType: 'ACCOUNT', accountId: `InternalAccount:to-${day}` },
      reconciliationInstructions: { reference: `REF-DAY-${day}` },
    }),
  );
  // Another customer's, with the same account and reference.
  const [{ source, reconciliationInstructions } = {}] = days;
  api.mock.add.transaction({ source, reconciliationInstructions });
  const authorization = `Bearer ${accessToken}`;
  const query = (search: string) =>
    api.send('GET', `/agents/me/transactions${search}`, undefined, { authorization });
  return { days: days.map(({ id }) => id), query };
}

const filters: readonly (readonly [search: string, days: readonly number[]])[] = [
  ['accountIdentifier=ExternalAccount:from-1', [1]],
  ['accountIdentifier=InternalAccount:to-2', [2]],
  ['accountIdentifier=%24from%40uma.example.com', [3]],
  ['senderAccountIdentifier=%24from%40uma.example.com', [3]],
  ['senderAccountIdentifier=ExternalAccount:from-2', [2]],
  ['senderAccountIdentifier=InternalAccount:to-3', []],
  ['receiverAccountIdentifier=InternalAccount:to-3', [3]],
  ['status=COMPLETED', [1]],
  ['type=OUTGOING', [2]],
  ['type=INCOMING&status=PENDING', [3]],
  ['reference=REF-DAY-1', [1]],
  ['startDate=2026-01-02T12:00:00Z', [2, 3]],
  ['endDate=2026-01-02T13:00:00%2B01:00', [1, 2]],
  ['startDate=2026-01-02T12:00:00.001Z&endDate=2026-01-03T12:00:00Z', [3]],
];

test('rule 75: an agent sees the transactions of its customer, newest first', async () => {
  const api = await open();
  const { days, query } = scene(api);
  const page = await query('');
  expect(idsOf(page)).toEqual([...days].reverse());
  // In its list and alone, each is what the platform reads.
  const reads = days.map(async (id) => (await api.send('GET', `/transactions/${id}`)).body);
  const shown = await Promise.all(reads);
  expect((await query('?sortOrder=asc')).body.data).toEqual(shown);
  expect(await Promise.all(days.map(async (id) => (await query(`/${id}`)).body))).toEqual(shown);
  expect(shown[0]).toHaveProperty('settledAt');
  expect(page.body.totalCount).toBe(3);
  expect(idsOf(await query('?sortOrder=asc'))).toEqual(days);
});

test('rule 75: they are filtered by account, status, type, reference and inclusive dates', async () => {
  const { days, query } = scene(await open());
  for (const [search, expected] of filters) {
    const page = await query(`?sortOrder=asc&${search}`);
    const found = expected.map((day) => days[day - 1]);
    expect(idsOf(page), search).toEqual(found);
    expect(page.body.totalCount, search).toBe(expected.length);
  }
});

/** Prepares an agent that may quote and execute, of a customer with 100.00 USD. */
async function quoteScene(policy: PolicyFields = {}) {
  const api = await open();
  const permissions = ['CREATE_QUOTES', 'EXECUTE_QUOTES'] as const;
  const scene = agentScene(api, {
    available: 100_00,
    policy: { permissions: [...permissions], ...policy },
  });
  const ask = (amount: number, more: object = {}, from: string = scene.account.id) =>
    scene.asAgent('POST', '/quotes', between(from, scene.external.id, amount, more));
  const quote = async (amount: number) => (await ask(amount)).body as unknown as Quote;
  const execute = (id: unknown) => scene.asAgent('POST', `/quotes/${id}/execute`);
  const read = async (path: string) => (await scene.asAgent('GET', path)).body;
  return { ...scene, mock: api.mock, ask, quote, execute, read };
}

test('rule 77: a quote is executed within the policy, and counts with what it sends', async () => {
  const { mock, quote, execute, read, agent } = await quoteScene();
  const { id } = await quote(30_00);
  expect(await read(`/quotes/${id}`)).toMatchObject({ status: 'PENDING' });
  expect((await execute(id)).body).toMatchObject({
    status: 'APPROVED',
    type: 'EXECUTE_QUOTE',
    quote: { id, status: 'PROCESSING' },
    transaction: { agentId: agent.id, quoteId: id },
  });
  expect((await read('')).usage).toMatchObject({ dailySpend: 30_00 });
  expect(mock.ledger.balances()).toMatchObject([{ balances: 70_00, moneyOut: 29_85, fees: 15 }]);
  expectRefused(await execute(id), 409, 'CONFLICT');
});

test('rule 77: quoting and executing each need a permission and an agent that is not paused', async () => {
  const { mock, customerId, ask, quote, execute, setPolicy, setPaused } = await quoteScene();
  const { id } = await quote(1_00);
  const { account: wallet } = mock.add.wallet({ customerId, available: 5_000_000 });
  const ofWallet = (await ask(1_000_000, {}, wallet.id)).body.id;
  expect((await execute(ofWallet)).status).toBe(401);
  const allow = (permissions: readonly string[]) => setPolicy({ permissions });
  await allow(['EXECUTE_QUOTES']);
  expectRefused(await ask(1_00), 403, 'FORBIDDEN');
  await allow(['CREATE_QUOTES']);
  expectRefused(await execute(id), 403, 'FORBIDDEN');
  // Nobody is asked for a stamp of what would be refused with it.
  expectRefused(await execute(ofWallet), 403, 'FORBIDDEN');
  expectRefused(await ask(1_00, { immediatelyExecute: true }), 403, 'FORBIDDEN');
  expect((await ask(1_00)).body.status).toBe('PENDING');
  await allow(['CREATE_QUOTES', 'EXECUTE_QUOTES']);
  await setPaused(true);
  expectRefused(await ask(1_00), 403, 'FORBIDDEN');
  expectRefused(await execute(id), 403, 'FORBIDDEN');
  await setPaused(false);
  expect((await execute(id)).status).toBe(200);
});

test.rows(agentPermissions)(
  'rule 77: without %s, what needs it is refused, and nothing else',
  async (api, left) => {
    const policy: PolicyFields = { defaultExecutionMode: 'APPROVAL_REQUIRED' };
    const { account, external, asAgent, decide, out, setPolicy } = agentScene(api, { policy });
    const quote = between(account.id, external.id, 1_00);
    const execution = async () =>
      `/quotes/${(await asAgent('POST', '/quotes', quote)).body.id}/execute`;
    const held = [
      ['CREATE_TRANSFERS', (await out(1_00)).body.id],
      ['EXECUTE_QUOTES', (await asAgent('POST', await execution())).body.id],
    ];
    const toExecute = await execution();
    await setPolicy({ permissions: agentPermissions.filter((each) => each !== left) });
    const [here, there] = [{ accountId: account.id }, { accountId: external.id }];
    const needs: readonly [permission: string, method: string, path: string, body?: object][] = [
      ['none', 'GET', ''],
      ['none', 'GET', '/actions'],
      ['VIEW_TRANSACTIONS', 'GET', '/transactions'],
      ['VIEW_TRANSACTIONS', 'GET', '/transactions/Transaction:none'],
      ['VIEW_TRANSACTIONS', 'GET', '/internal-accounts'],
      [
        'CREATE_TRANSFERS',
        'POST',
        '/transfer-out',
        { source: here, destination: there, amount: 1 },
      ],
      ['CREATE_TRANSFERS', 'POST', '/transfer-in', { source: there, destination: here, amount: 1 }],
      ['MANAGE_EXTERNAL_ACCOUNTS', 'GET', '/external-accounts'],
      ['MANAGE_EXTERNAL_ACCOUNTS', 'GET', `/external-accounts/${external.id}`],
      ['MANAGE_EXTERNAL_ACCOUNTS', 'DELETE', '/external-accounts/ExternalAccount:none'],
      [
        ...(['MANAGE_EXTERNAL_ACCOUNTS', 'POST', '/external-accounts'] as const),
        { currency: 'EUR', accountInfo: euroAccount },
      ],
      ['CREATE_QUOTES', 'POST', '/quotes', quote],
      ['EXECUTE_QUOTES', 'POST', toExecute],
    ];
    for (const [permission, ...request] of needs) {
      const { code } = (await asAgent(...request)).body;
      expect([request, code === 'FORBIDDEN']).toEqual([request, permission === left]);
    }
    for (const [permission, id] of held) {
      const { status } = (await decide(id, 'approve')).body;
      expect([permission, status]).toEqual([
        permission,
        permission === left ? 'FAILED' : 'APPROVED',
      ]);
    }
  },
);

test('rule 77: limits and allowed accounts hold for quotes too', async () => {
  const { ask, quote, execute, setPolicy } = await quoteScene({
    spendingLimits: { dailyLimit: 20_00 },
  });
  const [small, second] = [await quote(15_00), await quote(6_00)];
  expect((await execute(small.id)).status).toBe(200);
  expectRefused(await execute(second.id), 403, 'VELOCITY_LIMIT_EXCEEDED');
  const accountRestrictions = { allowedAccountIds: ['InternalAccount:other'] };
  await setPolicy({ accountRestrictions });
  expectRefused(await ask(1_00), 403, 'FORBIDDEN');
});

test("rule 77: an agent's quote is between accounts of its customer, which are allowed, or waits", async (api) => {
  const policy: PolicyFields = { defaultExecutionMode: 'APPROVAL_REQUIRED' };
  const { account, customerId, asAgent, setPolicy } = agentScene(api, { policy });
  const own = api.mock.add.internalAccount({ customerId, currency: 'EUR' }).id;
  const ofPlatform = api.mock.add.externalAccount({ isPlatformAccount: true }).id;
  const quoteTo = (accountId: string) =>
    asAgent('POST', '/quotes', between(account.id, accountId, 100));
  for (const accountId of [ofPlatform, api.mock.add.externalAccount().id])
    expectRefused(await quoteTo(accountId), 404, 'NOT_FOUND');
  const { body: quote } = await quoteTo(own);
  const { body: held } = await asAgent('POST', `/quotes/${quote.id}/execute`);
  expect(held.status).toBe('PENDING_APPROVAL');
  await setPolicy({ accountRestrictions: { allowedAccountIds: [account.id] } });
  expectRefused(await quoteTo(own), 403, 'FORBIDDEN');
});

test('rule 98: a held quote counts, is decided once, and is executed when it is approved', async () => {
  const { mock, quote, execute, read, decide } = await quoteScene({
    defaultExecutionMode: 'APPROVAL_REQUIRED',
    spendingLimits: { dailyLimit: 40_00 },
  });
  const [first, second] = [await quote(30_00), await quote(20_00)];
  const held = await execute(first.id);
  expect(held.body).toMatchObject({ status: 'PENDING_APPROVAL', quote: { id: first.id } });
  expectRefused(await execute(first.id), 409, 'CONFLICT');
  expectRefused(await execute(second.id), 403, 'VELOCITY_LIMIT_EXCEEDED');
  expect(mock.ledger.balances()).toMatchObject([{ moneyOut: 0 }]);
  const approved = await decide(held.body.id, 'approve');
  expect(approved.body).toMatchObject({ status: 'APPROVED', quote: { status: 'PROCESSING' } });
  expectRefused(await decide(held.body.id, 'approve'), 409, 'CONFLICT');
  mock.clock.advance({ minutes: 10 });
  const ended = { status: 'APPROVED', quote: { status: 'COMPLETED' } };
  expect(await read(`/actions/${held.body.id}`)).toMatchObject(ended);
  expect(mock.ledger.balances()).toMatchObject([{ balances: 70_00, moneyOut: 29_85, fees: 15 }]);
});

test('rule 98: a held action fails when its quote expires, and counts no longer', async () => {
  const { mock, quote, execute, read, decide } = await quoteScene({
    defaultExecutionMode: 'APPROVAL_REQUIRED',
    spendingLimits: { dailyTransactionLimit: 1 },
  });
  const late = await quote(1_00);
  const held = (await execute((await quote(1_00)).id)).body;
  mock.clock.set(String((held.quote as Quote).expiresAt));
  const ended = { status: 'FAILED', quote: { status: 'EXPIRED' } };
  expect(await read(`/actions/${held.id}`)).toMatchObject(ended);
  expectRefused(await decide(held.id, 'approve'), 409, 'CONFLICT');
  expectRefused(await execute(late.id), 409, 'CONFLICT');
  expect((await execute((await quote(1_00)).id)).body.status).toBe('PENDING_APPROVAL');
  expect(mock.ledger.balances()).toMatchObject([{ balances: 100_00, moneyOut: 0 }]);
});

test('rule 77: a quote that is executed at once is within the policy, or waits', async () => {
  const { mock, ask, read } = await quoteScene({
    approvalThresholds: { amount: 10_00 },
  });
  const now = { immediatelyExecute: true };
  expect((await ask(10_00, now)).body).toMatchObject({ status: 'PROCESSING' });
  expect((await ask(11_00, now)).body).toMatchObject({ status: 'PENDING' });
  expect(await read('/actions?status=PENDING_APPROVAL')).toMatchObject({ totalCount: 1 });
  expect(mock.ledger.balances()).toMatchObject([{ moneyOut: 9_95, fees: 5 }]);
});

const umaAddress = '$success.usd@sandbox.example.com';

test.rows([
  { lookupId: 'Lookup:none' },
  { destination: { destinationType: 'UMA_ADDRESS', umaAddress } },
  { destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$none@sandbox.example.com' } },
  { lockedCurrencyAmount: 0 },
  { lockedCurrencyAmount: 1e15 },
  { lockedCurrencySide: 'BOTH' },
  { source: { sourceType: 'REALTIME_FUNDING', currency: 'USDC' } },
  { platformFeeOverride: { platformFixedFee: { amount: 1, currency: 'EUR' } } },
])('rule 77: a quote of an agent is refused as one of the platform is: %j', async (api, wrong) => {
  const policy: PolicyFields = { permissions: ['CREATE_QUOTES'] };
  const { account, external, asAgent } = agentScene(api, { policy });
  const body = between(account.id, external.id, 1_00, wrong);
  const refused = await api.send('POST', '/quotes', body);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(await asAgent('POST', '/quotes', body)).toMatchObject({
    status: refused.status,
    body: refused.body,
  });
});
