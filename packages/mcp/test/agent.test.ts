import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { agentPermissions } from '@org/payments-contract';
import { createAgentClient, type Logger } from '@org/payments-sdk';
import { afterEach, expect, test, vi } from 'vitest';
import {
  accept,
  asking,
  call,
  connectInMemory,
  decline,
  euroAccount,
  serverOf,
  stage,
} from './stage.ts';

const out = 'agent_transfers_create_out';

/** A server whose clock the test moves, and a client that cannot ask its person. */
async function twoStep() {
  const setting = stage();
  let now = Date.parse('2026-01-05T09:00:00Z');
  const mcp = serverOf({
    agent: setting.agent,
    confirmationLifetime: 60_000,
    clock: { now: () => now },
  });
  const client = await connectInMemory(mcp);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { ...setting, mcp, client, pass };
}

test('without elicitation a payment is prepared, and made by a second call with its id', async () => {
  const { client, transfer, balance, sent, pass } = await twoStep();
  const input = { ...transfer, amount: 100_00, idempotencyKey: 'rent' };
  const first = await call(client, out, input);
  expect(first).toMatchObject({ isError: false, value: { status: 'confirmation_required' } });
  expect(first.value.summary).toContain('100.00 USD');
  expect(first.value.expiresAt).toBe('2026-01-05T09:01:00.000Z');
  expect(sent('agent.transfers.createOut')).toBe(0);

  const { confirmationId } = first.value;
  const second = await call(client, out, { ...input, confirmationId });
  expect(second.value).toMatchObject({ status: 'APPROVED', idempotencyKey: 'rent' });
  expect(await balance()).toBe(900_00);

  const late = { ...input, amount: 1_00, idempotencyKey: 'late' };
  const prepare = async () => (await call(client, out, late)).value.confirmationId;
  const expectRefused = async (id: unknown, change = {}) => {
    const { value } = await call(client, out, { ...late, ...change, confirmationId: id });
    expect(value.error).toMatchObject({ code: 'CONFIRMATION_INVALID' });
  };
  await expectRefused(confirmationId);
  const ofAnother = await prepare();
  await expectRefused(ofAnother, { amount: 4_00 });
  // The attempt has used it up.
  await expectRefused(ofAnother);
  const expired = await prepare();
  pass(60_000);
  await expectRefused(expired);
  expect(await balance()).toBe(900_00);
});

test('a person who accepts without ticking, whatever the form holds, or closes the question, has not confirmed', async () => {
  const { agent, transfer, sent } = stage();
  const replies = [
    { action: 'accept', confirm: false },
    { action: 'accept', content: {} },
    { action: 'accept', content: { confirm: 'true' } },
    { action: 'cancel' },
  ] as const;
  for (const reply of replies) {
    const client = await connectInMemory(serverOf({ agent }), () => reply);
    // An invented id does not replace the person's confirmation.
    const input = { ...transfer, amount: 1_00, idempotencyKey: 'rent', confirmationId: 'made-up' };
    const { value } = await call(client, out, input);
    expect(value.error).toMatchObject({ code: 'CONFIRMATION_DECLINED' });
  }
  expect(sent('agent.transfers.createOut')).toBe(0);
});

test.each([
  ['2026-01-05', '2026-01', undefined],
  ['2026-01-06', '2026-02', 'VELOCITY_LIMIT_EXCEEDED'],
])(
  'what was used counts until %s, when the service counts anew',
  async (dailyResetDate, monthlyResetMonth, code) => {
    const { mock, shared, accessToken, transfer } = stage();
    const counts = { dailyTransactionCount: 1, dailySpend: 700_00, monthlySpend: 700_00 };
    const usage = { ...counts, dailyResetDate, monthlyResetMonth };
    const agent = createAgentClient({
      ...{ ...shared, accessToken },
      async fetch(...given) {
        const request = new Request(...given);
        const response = await mock.fetch(request.clone());
        if (!request.url.endsWith('/agents/me')) return response;
        // A service that counts anew with the next payment.
        return Response.json({ ...(await response.json()), usage }, { headers: response.headers });
      },
    });
    const client = await connectInMemory(serverOf({ agent }), accept);
    expect((await call(client, out, { ...transfer, amount: 1_00 })).value.error?.code).toBe(code);
  },
);

test('a refusal by the policy names permission, account, day and pause', async () => {
  const { agent, mock, payments, agentId, transfer, accountId, customerId, sent } = stage();
  const client = await connectInMemory(serverOf({ agent }), accept);
  const input = { ...transfer, amount: 400_00 };
  const messageOf = async (name: string, fields: object) => {
    const { value } = await call(client, name, fields);
    expect(value.error).toMatchObject({ refusedBy: 'policy' });
    return value.error;
  };
  expect(await messageOf('agent_quotes_execute', { quoteId: 'Quote:1' })).toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('EXECUTE_QUOTES'),
  });
  const { id: euros } = mock.add.internalAccount({ customerId, currency: 'EUR', available: 1_00 });
  expect((await call(client, out, input)).isError).toBe(false);
  expect(await messageOf(out, input)).toMatchObject({
    code: 'VELOCITY_LIMIT_EXCEEDED',
    message: expect.stringContaining('dailyLimit is 70000'),
  });
  await payments.agents.updatePolicy({
    agentId,
    accountRestrictions: { allowedAccountIds: [euros] },
  });
  expect(await messageOf(out, { ...input, amount: 1_00 })).toMatchObject({
    message: expect.stringContaining(`${accountId} is not among the allowed accounts`),
  });
  await payments.agents.update({ agentId, isPaused: true });
  expect(await messageOf(out, input)).toMatchObject({
    message: expect.stringContaining('is paused'),
  });
  expect(sent('agent.transfers.createOut')).toBe(1);
});

test('what may not be read is refused with the permission that is missing', async () => {
  const { agent, agentId, payments, transfer } = stage();
  const client = await connectInMemory(serverOf({ agent }), accept);
  for (const missing of ['VIEW_TRANSACTIONS', 'MANAGE_EXTERNAL_ACCOUNTS']) {
    const permissions = agentPermissions.filter((one) => one !== missing);
    await payments.agents.updatePolicy({ agentId, permissions });
    const { value } = await call(client, out, { ...transfer, amount: 1_00 });
    expect(value.error).toMatchObject({
      code: 'REFERENCE_UNRESOLVED',
      message: expect.stringContaining(`needs the permission ${missing}`),
    });
  }
});

test('arguments are checked before anything is sent, each issue by its path', async () => {
  const { client, sent, transfer } = await twoStep();
  const { value } = await call(client, out, { source: {}, destination: {}, amount: -1, more: 1 });
  expect(value.error).toMatchObject({ code: 'INVALID_REQUEST' });
  const { issues } = value.error as { readonly issues: readonly { readonly path: string }[] };
  expect(issues.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['source.accountId', 'destination.accountId', 'amount', 'more']),
  );
  const without = await call(client, out, { ...transfer, idempotencyKey: 'no-amount' });
  expect(without.value.error).toMatchObject({ issues: [{ path: 'amount' }] });
  const keyless = await client.callTool({ name: out, arguments: { ...transfer, amount: 1_00 } });
  const error = { code: 'INVALID_REQUEST', issues: [{ path: 'idempotencyKey' }] };
  expect(keyless.structuredContent).toMatchObject({ error });
  const atOnce = await call(client, 'agent_quotes_create', {
    source: { sourceType: 'ACCOUNT', ...transfer.source },
    destination: { destinationType: 'ACCOUNT', ...transfer.destination },
    ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 10_00, immediatelyExecute: true },
  });
  expect(atOnce.value.error).toMatchObject({
    issues: [{ path: 'immediatelyExecute', message: expect.stringContaining('both amounts') }],
  });
  expect(sent('agent.me.get')).toBe(0);
  await expect(client.callTool({ name: 'agent_delete_everything' })).rejects.toThrow(
    'UNKNOWN_TOOL: No operation is named',
  );
});

test('transfers and quotes that wait for approval count against each limit before anything is sent', async () => {
  const { agent, agentId, mock, payments, customerId, accountId, payTo, transfer, quoteOf } =
    stage();
  const euros = mock.add.internalAccount({ customerId, currency: 'EUR', available: 500_00 });
  const limits = { dailyLimit: 100_00, monthlyLimit: 105_00, dailyTransactionLimit: 3 };
  await payments.agents.updatePolicy({
    agentId,
    permissions: [...agentPermissions],
    spendingLimits: limits,
    accountRestrictions: { accountRules: [{ accountId: payTo, perTransactionLimit: 49_00 }] },
    defaultExecutionMode: 'APPROVAL_REQUIRED',
  });
  const { client, asked } = await asking(serverOf({ agent }));
  const hold = async (from: typeof accountId) => {
    const { id } = await agent.quotes.create(quoteOf(20_00, payTo, from));
    return call(client, 'agent_quotes_execute', { quoteId: id });
  };
  const held = await call(client, out, { ...transfer, amount: 40_00, idempotencyKey: 'rent' });
  expect(held.value).toMatchObject({ status: 'PENDING_APPROVAL' });
  expect(asked[0]).toContain('Then: it waits for the approval of the platform');
  // One in another currency counts as a payment; its amount is for the service to convert.
  expect((await hold(euros.id)).value.status).toBe('PENDING_APPROVAL');
  expect(asked[1]).toContain('Not shown: limits in USD, into which the service converts');
  expect((await hold(accountId)).value.status).toBe('PENDING_APPROVAL');
  expect(asked[2]).toContain('Daily limit: 40.00 USD of 100.00 USD remain afterwards');
  expect(asked[2]).toContain('Not shown: 1 waiting in other currencies, which the service');

  // What was sent before does not count twice.
  const rent = { ...transfer, amount: 40_00, idempotencyKey: 'rent' };
  expect((await call(client, out, rent)).value.id).toBe(held.value.id);
  expect(asked.at(-1)).not.toContain('Then:');

  const beyond = await call(client, out, { ...transfer, amount: 50_00 });
  const sum = '0 spent, 6000 held for approval and 5000 for this payment make 11000';
  const refusals = [
    `dailyLimit is 10000 in the smallest unit of USD; ${sum}.`,
    `monthlyLimit is 10500 in the smallest unit of USD; ${sum}.`,
    `perTransactionLimit of ${payTo} is 4900 in the smallest unit of USD; this payment is 5000.`,
    'dailyTransactionLimit is 3 payments; 0 spent, 3 held for approval and 1 for this payment make 4.',
  ];
  expect(beyond.value.error).toMatchObject({
    code: 'VELOCITY_LIMIT_EXCEEDED',
    refusedBy: 'policy',
    message: expect.stringContaining(refusals.join(' ')),
  });
  expect(asked).toHaveLength(4);
});

test("an account's own limit takes the place of the policy's, and without one it is the policy's", async () => {
  const { agent, agentId, payments, payTo, transfer } = stage();
  const { client, asked } = await asking(serverOf({ agent }));
  const pay = async (perTransactionLimit: number | null) => {
    const accountRules = [{ accountId: payTo, perTransactionLimit }];
    await payments.agents.updatePolicy({ agentId, accountRestrictions: { accountRules } });
    return (await call(client, out, { ...transfer, amount: 600_00 })).value;
  };
  expect((await pay(null)).error).toMatchObject({
    message: expect.stringContaining('perTransactionLimit is 50000'),
  });
  expect(await pay(650_00)).toMatchObject({ status: 'APPROVED' });
  expect(asked[0]).toMatch(
    /Limits of the agent.+\n(?: {2}D.+\n)? {2}Per transaction limit of \S+: up to 650\.00/,
  );
});

test('nobody is told that a payment waits where only the service can tell: it may be carried out at once', async () => {
  const { agent, agentId, mock, payments, customerId, transfer } = stage();
  const euros = mock.add.internalAccount({ customerId, currency: 'EUR', available: 900_00 });
  const { id: payee } = mock.add.externalAccount({ customerId, ...euroAccount });
  const approvalThresholds = { currency: 'USD', amount: 200_00 } as const;
  await payments.agents.updatePolicy({ agentId, approvalThresholds });
  const { client, asked } = await asking(serverOf({ agent }));
  const inEuros = { source: { accountId: euros.id }, destination: { accountId: payee } };
  const statuses = [];
  for (const [input, amount] of [
    [inEuros, 10_00],
    [inEuros, 220_00],
    [transfer, 200_00],
    [transfer, 200_01],
  ] as const) {
    statuses.push((await call(client, out, { ...input, amount })).value.status);
  }
  expect(statuses).toEqual(['APPROVED', 'PENDING_APPROVAL', 'APPROVED', 'PENDING_APPROVAL']);
  const told = asked.map((text) => /Then: (.+)/.exec(text)?.[1]);
  const unknown = expect.stringMatching(/^it may be carried out at once: the service converts/);
  const waits = 'it waits for the approval of the platform';
  expect(told).toEqual([unknown, unknown, undefined, waits]);
});

test('a client receives a line for each call, from the level that it sets', async () => {
  const { agent, transfer } = stage();
  const client = await connectInMemory(serverOf({ agent }), decline);
  const lines: unknown[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    lines.push([params.level, params.data]);
  });
  const operation = 'agent.me.get';
  await call(client, 'agent_me_get');
  await client.setLoggingLevel('warning');
  await call(client, 'agent_me_get');
  await call(client, 'agent_transfers_create_out', { ...transfer, amount: 1_00 });
  expect(lines).toEqual([
    ['info', { tool: 'agent_me_get', operation, outcome: 'ok' }],
    [
      'warning',
      {
        tool: 'agent_transfers_create_out',
        operation: 'agent.transfers.createOut',
        outcome: 'CONFIRMATION_DECLINED',
      },
    ],
  ]);
});

afterEach(() => {
  vi.restoreAllMocks();
});

test('a logger that fails withholds no result, and is reported once', async () => {
  const log = () => Promise.reject(new Error('the token is abc'));
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const { payments, transfer, balance } = stage();
  const logger: Logger = { error: log, warn: log, info: log, debug: log };
  const mcp = serverOf({ platform: payments, allowWrites: true, logger });
  const client = await connectInMemory(mcp, accept);
  const paid = await call(client, 'transfers_create_out', { ...transfer, amount: 10_00 });
  expect(paid).toMatchObject({ isError: false, value: { id: expect.any(String) } });
  expect(await balance()).toBe(990_00);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  const own = warned.mock.calls.filter(([message]) => String(message).startsWith('`logger`'));
  expect(own).toHaveLength(1);
  expect(JSON.stringify(own)).not.toContain('abc');
});
