import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { type Fields, findOperation } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { describeCall } from '../src/approval/describe/describe-call.ts';
import { Lookup } from '../src/approval/describe/lookup.ts';
import { toolOf } from '../src/tools/tool.ts';
import { desk, recorded } from './desk.ts';
import { addFrida, askedPlatform, call, connectInMemory, serverOf, stage } from './stage.ts';

type Stage = ReturnType<typeof stage>;

/** A quote of an account's money for a payee in Mexico. */
function quoteOf({
  accountId,
  mock,
  customerId,
}: Pick<Stage, 'accountId' | 'mock' | 'customerId'>) {
  return {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: addFrida(mock, customerId) },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100_00,
  } as const;
}

/** A payment of the agent that waits for the platform. */
async function heldPayment({
  payments,
  agent,
  agentId,
  transfer,
}: Pick<Stage, 'payments' | 'agent' | 'agentId' | 'transfer'>) {
  await payments.agents.updatePolicy({ agentId, defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const { id: actionId } = await agent.transfers.createOut({ ...transfer, amount: 45_00 });
  return { agentId, actionId };
}

test("a person at a terminal sees what an agent's policy leaves, and is not asked about what it refuses", async () => {
  const { run, pay, payments, agentId, folder, sent, accessToken } = await desk(['no', 'no']);
  await payments.agents.updatePolicy({
    agentId,
    approvalThresholds: { currency: 'USD', amount: 5_00 },
  });
  const own = { ...recorded(folder), PAYMENTS_ACCESS_TOKEN: accessToken };
  const { code, errors } = await run(['agent', ...pay], own);
  expect([code, errors]).toEqual([4, expect.stringContaining('it waits for the approval of the')]);
  expect(errors).toMatch(
    /Limits of the agent.+:\n.+up to 500\.00 USD\n.+690\.00 USD of 700\.00 USD/,
  );
  const more = ['agent', ...pay.with(-1, '600.00USD')];
  const refused = await run(more, own);
  expect([refused.code, refused.errors]).toEqual([
    1,
    expect.stringMatching(/^payments: VELOCITY_LIMIT_EXCEEDED: .*perTransactionLimit is 50000/),
  ]);
  const quote = await run(['agent', 'quotes', 'execute', 'Quote:1'], own);
  expect(quote.errors).toMatch(/^payments: FORBIDDEN: .*The permission EXECUTE_QUOTES is needed/);
  // The service alone decides about a key that may have been sent before.
  const keyed = await run([...more, '--idempotency-key', 'rent'], own);
  expect(keyed.errors).toContain('Type yes');
  expect(sent('agent.transfers.createOut')).toBe(0);
});

test('whoever executes a quote sees the words it was made with, or that they are not known', async () => {
  const setting = await askedPlatform(() => ({ action: 'decline' }));
  const { client, asked } = setting;
  const input = quoteOf(setting);
  const execute = async (id: unknown) => {
    await call(client, 'quotes_execute', { quoteId: id });
    return asked.splice(0).join();
  };
  const made = async (more: object) =>
    execute((await call(client, 'quotes_create', { ...input, ...more })).value.id);
  const words = { remittanceInformation: 'PAID IN FULL', description: 'For goods' };
  expect(await made(words)).toMatch(
    /Remittance information: "PAID IN FULL"\n.*Description: "For goods"/,
  );
  expect(await made({})).not.toMatch(/Memo|Remittance/);
});

test('whoever executes a quote of elsewhere is told that its memo is not known', async () => {
  const setting = await askedPlatform(() => ({ action: 'decline' }));
  const { id } = await setting.payments.quotes.create(quoteOf(setting));
  await call(setting.client, 'quotes_execute', { quoteId: id });
  expect(setting.asked).toEqual([expect.stringContaining('Memo: not known')]);
});

test('the act of every payment is named with its amount', async () => {
  const setting = stage();
  const { payments, mock, transfer } = setting;
  mock.add.customer({ umaAddress: '$ada@example.com', fullName: 'Ada Lovelace' });
  const { source: to, destination: from } = transfer;
  const promise = { inviterUma: '$ada@example.com', amountToSend: 5_00 };
  const held = await heldPayment(setting);
  const calls: readonly (readonly [string, Fields])[] = [
    ['transfers.createOut', { ...transfer, amount: 45_00 }],
    ['transfers.createIn', { source: from, destination: to, amount: 45_00 }],
    ['agents.approveAction', held],
    ['agents.rejectAction', held],
    ['invitations.create', promise],
    ['agents.update', { agentId: held.agentId, isPaused: false }],
  ];
  const lookup = new Lookup(payments, false, new AbortController().signal);
  const acts = calls.map(async ([name, input]) => {
    const operation = findOperation(name);
    return operation && (await describeCall(toolOf(operation, false), input, lookup)).act;
  });
  expect(await Promise.all(acts)).toEqual([
    'Pay 45.00 USD',
    'Pull money: 45.00 USD',
    'Approve an action: 45.00 USD',
    'Reject an action: 45.00 USD',
    'Create an invitation: 5.00 USD',
    'Rename, pause or resume an agent',
  ]);
});

test('writes that other options leave out are not said to lack a permission', async () => {
  const lines: string[] = [];
  const warn = (message: string, fields?: object) =>
    lines.push(`${message} ${JSON.stringify(fields)}`);
  const logger = { error: warn, warn, info: warn, debug: warn };
  const allowWrites = ['transfers.createOut', 'cards.create'] as const;
  const permissions = ['VIEW', 'TRANSACT'] as const;
  const options = { allowWrites, tools: ['cards'], permissions, logger };
  await serverOf({ platform: stage().payments, ...options }).tools();
  expect(lines).toEqual([
    expect.stringMatching(/lacks the permission .+\{"writes":\["cards.create"\]\}/),
  ]);
});

test('a server whose operations are tools names no other way to find them', async () => {
  const { payments: platform } = stage();
  const client = await connectInMemory(serverOf({ platform, permissions: ['VIEW'] }));
  const unknown = call(client, 'search_operations', { query: 'pay' });
  await expect(unknown).rejects.toThrow(/No operation is named search_operations.+`tools\/list`/s);
  await expect(unknown).rejects.not.toThrow(/with `search_operations`/);
});

test('null for all arguments is none, and others are refused in words for a model', async () => {
  const { payments: platform } = stage();
  const client = await connectInMemory(serverOf({ platform, permissions: ['VIEW'] }));
  const send = (given: unknown, name: unknown = 'config_get') =>
    client.request(
      { method: 'tools/call', params: { name, arguments: given } } as never,
      CallToolResultSchema,
    );
  expect((await send(null)).isError).toBeUndefined();
  for (const given of ['x', [], 7]) {
    expect(await send(given)).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'INVALID_REQUEST', issues: [{ path: 'arguments' }] } },
    });
  }
  await expect(send({}, null)).rejects.toThrow(/UNKNOWN_TOOL: No operation is named null/);
});

test('an action of a paused agent is refused before anybody is asked, with how to resume it', async () => {
  const setting = await desk(['yes']);
  const { payments, run, sent, folder } = setting;
  const { agentId, actionId } = await heldPayment(setting);
  await payments.agents.update({ agentId, isPaused: true });
  const own = recorded(folder);
  const { code, errors } = await run(['agents', 'approve-action', agentId, actionId], own);
  expect([code, errors]).toEqual([
    1,
    expect.stringMatching(/^payments: CONFLICT: Agent:\S+ is paused/),
  ]);
  expect(errors).toContain(`payments agents update ${agentId} --is-paused false`);
  expect(errors).not.toContain('Type yes');
  expect(sent('agents.approveAction')).toBe(0);
  expect(
    (await run(['agents', 'update', agentId, '--is-paused', 'false', '--yes'], own)).code,
  ).toBe(0);
  const approved = await run(['agents', 'approve-action', agentId, actionId, '--yes'], own);
  expect(approved.out).toMatch(/transaction\.fees +0\.00 USD/);
});

test('the command that shows what became of a payment runs as it is printed', async () => {
  const { run, pay, folder } = await desk();
  const own = recorded(folder);
  const { errors } = await run([...pay, '--yes', '--idempotency-key', 'rent'], own);
  const [, command = ''] =
    /payments (transactions get \S+) shows what became of it/.exec(errors) ?? [];
  expect((await run(command.split(' '), own)).out).toContain('sentAmount');
});

test('a key that another secret has sealed is said to be of a change that was applied', async () => {
  const { run, pay, folder } = await desk();
  const own = recorded(folder);
  const keyed = [...pay, '--yes', '--idempotency-key', 'rent'];
  expect((await run(keyed, own)).code).toBe(0);
  const other = { ...own, PAYMENTS_JOURNAL_SECRET: 'another-secret-with-32-bytes-or-more-of-it' };
  const { code, errors } = await run(keyed, other);
  expect([code, errors]).toEqual([3, expect.stringContaining('was applied with this key')]);
  expect(errors).not.toContain('nothing else shows');
});

test('a call for which there is no place is told to wait for those before it', async () => {
  const { payments: platform, transfer } = stage();
  const client = await connectInMemory(serverOf({ platform, allowWrites: true }));
  const ask = (amount: number) => call(client, 'transfers_create_out', { ...transfer, amount });
  for (let amount = 1; amount <= 100; amount += 1) await ask(amount);
  const { error } = (await ask(101)).value;
  expect(error).toMatchObject({ code: 'CONFIRMATION_UNAVAILABLE' });
  expect(error?.action).toMatch(/Have the person decide on those/);
});
