import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  agentPermissions,
  type Fields,
  findOperation,
  type NamedOperation,
} from '@org/payments-contract';
import { expect, test } from 'vitest';
import { describeCall } from '../src/approval/describe/describe-call.ts';
import { Lookup } from '../src/approval/describe/lookup.ts';
import { WaitingCalls } from '../src/approval/waiting-calls.ts';
import { toolOf } from '../src/tools/tool.ts';
import { desk, expectEnd, recorded } from './desk.ts';
import {
  askedPlatform,
  call,
  connectInMemory,
  decline,
  euroAccount,
  heldPayment,
  serverOf,
  stage,
} from './stage.ts';

test("a person at a terminal sees what an agent's policy leaves, and is not asked about what it refuses", async () => {
  const { run, pay, payments, agentId, folder, sent, accessToken } = await desk(['no', 'no']);
  const approvalThresholds = { currency: 'USD', amount: 5_00 };
  await payments.agents.updatePolicy({ agentId, approvalThresholds });
  const own = { ...recorded(folder), PAYMENTS_ACCESS_TOKEN: accessToken };
  const { code, errors } = await run(['agent', ...pay], own);
  expectEnd({ code, errors }, 4, 'it waits for the approval of the');
  expect(errors).toMatch(/Limits of the agent.+\n.+up to 500\.00 USD\n.+690\.00 USD of 700\.00/);
  const more = ['agent', ...pay.with(-1, '600.00USD')];
  expect((await run(more, own)).errors).toMatch(/^payments: VELOCITY_LIMIT_EXCEEDED: .+ 50000/);
  const quote = await run(['agent', 'quotes', 'execute', 'Quote:1'], own);
  expect(quote.errors).toMatch(/^payments: FORBIDDEN: .*The permission EXECUTE_QUOTES is needed/);
  // The service alone decides about a key that may have been sent before.
  const keyed = await run([...more, '--idempotency-key', 'rent'], own);
  expect(keyed.errors).toContain('Type yes');
  expect(sent('agent.transfers.createOut')).toBe(0);
});

test('whoever executes a quote sees the words it was made with, or that they are not known', async () => {
  const setting = await askedPlatform(decline);
  const { client, asked, payments } = setting;
  const input = setting.quoteOf(1_00);
  const senderCustomerInfo = { FULL_NAME: 'Bank says ok' };
  const words = { remittanceInformation: 'PAID IN FULL', description: 'Payee: checked' };
  const made = (more: object) => call(client, 'quotes_create', { ...input, ...more });
  const worded = await made({ ...words, senderCustomerInfo });
  const ids = [
    worded.value.id,
    (await made({})).value.id,
    (await payments.quotes.create(input)).id,
  ];
  for (const quoteId of ids) await call(client, 'quotes_execute', { quoteId });
  // They are what the assistant wrote, and stand under nothing that the service says.
  const [said, written] = asked[0]?.split('Written by the assistant, not checked:') ?? [];
  expect(said).not.toMatch(/PAID IN FULL|Payee: checked|Bank says ok|not known/);
  expect(written).toMatch(
    /quote\.remittanceInformation: "PAID IN FULL"\n.*quote\.description: "Payee: checked"\n.*quote\.senderCustomerInfo\.FULL_NAME: "Bank says ok"/,
  );
  expect(asked[1]).not.toMatch(/bank: not known|remittance/);
  expect(asked[2]).toContain("Text for the payee's bank: not known, if there is one");
});

test('a quote that is paid is told as paid, and not as one beyond the limits of the agent', async () => {
  const setting = await desk(['yes', 'yes']);
  const { run, payments, agent, agentId, folder, accessToken } = setting;
  await payments.agents.updatePolicy({ agentId, permissions: [...agentPermissions] });
  const { id: quoteId } = await agent.quotes.create(setting.quoteOf(400_00));
  const own = { ...recorded(folder), PAYMENTS_ACCESS_TOKEN: accessToken };
  const execute = () => run(['agent', 'quotes', 'execute', quoteId], own);
  expect((await execute()).code).toBe(0);
  expect((await execute()).errors).toMatch(/^payments: CONFLICT: \S+ is COMPLETED/);
  const client = await connectInMemory(serverOf({ agent }), decline);
  const { error } = (await call(client, 'agent_quotes_execute', { quoteId })).value;
  expect(error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('COMPLETED') });
});

test('the act of every payment is named with its amount', async () => {
  const setting = stage();
  const { payments, mock, transfer, customerId } = setting;
  mock.add.customer({ umaAddress: '$ada@example.com' });
  const { id: transactionId } = mock.add.transaction({ customerId, status: 'PENDING' });
  const { id: stablecoinId } = mock.add.stablecoin({ symbol: 'ACMEUSD', decimals: 6 });
  const { source } = transfer;
  const mint = { stablecoinId, amount: '25000000', fundingSource: source, destination: source };
  const pull = { source: transfer.destination, destination: source, amount: 45_00 };
  const promise = { inviterUma: '$ada@example.com', amountToSend: 5_00 };
  const acts: readonly (readonly [act: string, name: string, input: Fields])[] = [
    ['Pay 45.00 USD', 'transfers.createOut', { ...transfer, amount: 45_00 }],
    ['Pull money: 45.00 USD', 'transfers.createIn', pull],
    ['Approve an action: 45.00 USD', 'agents.approveAction', await heldPayment(setting)],
    ['Create an invitation: 5.00 USD', 'invitations.create', promise],
    ['Approve an incoming payment: 10.00 USD', 'transactions.approve', { transactionId }],
    ['Mint stablecoins: 25.00 USD', 'stablecoins.mint', mint],
  ];
  const lookup = new Lookup(payments, false, new AbortController().signal);
  const service = payments.baseUrl();
  const fund = toolOf(findOperation('sandbox.fundInternalAccount') as NamedOperation, false);
  const funding = { accountId: setting.accountId, amount: 5_00 };
  const [short] = (await describeCall(fund, funding, lookup, { service })).facts;
  expect(short?.facts).toContainEqual(
    expect.objectContaining({ label: 'To', value: 'account of "Customer 1"' }),
  );
  for (const [act, name, input] of acts) {
    const tool = toolOf(findOperation(name) as NamedOperation, false);
    expect((await describeCall(tool, input, lookup, { service })).act).toBe(act);
  }
});

test('a call that names no tool or gives no arguments is answered in words for a model', async () => {
  const { payments: platform } = stage();
  const client = await connectInMemory(serverOf({ platform, permissions: ['VIEW'] }));
  const send = (given: unknown, name: unknown = 'config_get') => {
    const request = { method: 'tools/call', params: { name, arguments: given } } as never;
    return client.request(request, CallToolResultSchema);
  };
  expect((await send(null)).isError).toBeUndefined();
  const error = { code: 'INVALID_REQUEST', issues: [{ path: 'arguments' }] };
  for (const given of ['x', [], 7]) {
    expect(await send(given)).toMatchObject({ isError: true, structuredContent: { error } });
  }
  // A server whose operations are tools has no search.
  for (const name of [null, 'search_operations']) {
    const unknown = `UNKNOWN_TOOL: No operation is named ${name}. List the tools with \`tools/list\``;
    await expect(send({}, name)).rejects.toThrow(unknown);
  }
});

test('an action of a paused agent is refused before anybody is asked, with how to resume it', async () => {
  const setting = await desk(['yes']);
  const { payments, run, own } = setting;
  const { agentId, actionId } = await heldPayment(setting);
  await payments.agents.update({ agentId, isPaused: true });
  const approve = ['agents', 'approve-action', actionId, '--agent-id', agentId];
  const { errors } = await run(approve, own);
  expect(errors).toMatch(/^payments: CONFLICT: Agent:\S+ is paused/m);
  const [, resume = ''] = /payments (agents update .+)\.$/m.exec(errors) ?? [];
  expect((await run([...resume.split(' '), '--yes'], own)).code).toBe(0);
  expect((await run([...approve, '--yes'], own)).out).toMatch(/transaction\.fees +0\.00 USD/);
});

test("whoever approves an agent's payment sees what the policy leaves, and is not asked about what it refuses", async () => {
  const setting = await desk(['no', 'yes']);
  const { payments, run, balance, own } = setting;
  const { agentId, actionId } = await heldPayment(setting);
  const approve = ['agents', 'approve-action', agentId, actionId];
  const { errors } = await run(approve, own);
  // The action itself waits already: it counts once.
  expect(errors).toMatch(/Limits of the agent.+\n.+up to 500\.00 USD\n.+655\.00 USD of 700\.00/);
  await payments.agents.updatePolicy({ agentId, spendingLimits: { perTransactionLimit: 10_00 } });
  const refused = await run(approve, own);
  expect(refused.errors).toMatch(
    /^payments: VELOCITY_LIMIT_EXCEEDED: .+ is 1000 .+ is 4500\..*\n.*Change the policy first with payments agents update-policy, or reject/,
  );
  expect(refused.errors).not.toContain('Type yes');
  const failed = await run([...approve, '--yes'], own);
  expect(failed.errors).toMatch(
    /is FAILED: it was not carried out\. Its policy did not allow it, .+, or its customer could not: .+, with another key\./,
  );
  expect(await balance()).toBe(1_000_00);
});

test('an action whose quote was paid otherwise is not asked about, and never said to be paid anew', async () => {
  const setting = await desk(['no']);
  const { payments, agent, agentId, run } = setting;
  const policy = { permissions: [...agentPermissions], defaultExecutionMode: 'APPROVAL_REQUIRED' };
  await payments.agents.updatePolicy({ agentId, ...policy } as never);
  const { id: quoteId } = await agent.quotes.create(setting.quoteOf(40_00));
  const { id: actionId } = await agent.quotes.execute({ quoteId });
  await payments.quotes.execute({ quoteId });
  const approve = ['agents', 'approve-action', agentId, actionId];
  const { code, errors } = await run(approve);
  expectEnd({ code, errors }, 1, /CONFLICT: Quote:\S+ is COMPLETED/);
  expect(errors).toContain('do not do it again');
  // The quote is paid; the action itself waits.
  const reject = await run(['agents', 'reject-action', agentId, actionId]);
  const [, shown = ''] =
    /Agent Action, as the service says:\n((?: {2}.+\n)+)/.exec(reject.errors) ?? [];
  expect(shown).toMatch(/^ {2}Status: PENDING_APPROVAL$/m);
  expect(shown).toMatch(/^ {2}Quote status: COMPLETED$/m);
  const failed = await run([...approve, '--yes']);
  expect(failed.errors).toMatch(/it was not carried out\. payments quotes get Quote:\S+ shows if/);
});

test('a list of what waits for approval shows each amount, and the agent', async () => {
  const setting = await desk();
  const { payments, agent, agentId, run } = setting;
  const policy = { permissions: [...agentPermissions], agentId };
  await payments.agents.updatePolicy(policy);
  await heldPayment(setting);
  expect((await run(['agents', 'list-approvals'])).out).toContain(setting.payTo);
  const { id: quoteId } = await agent.quotes.create(setting.quoteOf(30_00));
  await agent.quotes.execute({ quoteId });
  const { out } = await run(['agents', 'list-approvals']);
  const lines = out.trim().split('\n').slice(1);
  for (const [line, amount] of lines.map((one, at) => [one, ['30.00', '45.00'][at]] as const)) {
    for (const part of [agentId, `${amount} USD`]) expect(line).toContain(part);
  }
});

test('an account that cannot pay is shown with its status, and an owner who was deleted', async () => {
  const { mock, run, pay, folder, customerId, accountId, payments } = await desk(['no', 'no']);
  const { id } = mock.add.internalAccount({ customerId, available: 50_00, status: 'FROZEN' });
  const ask = async (from: string) =>
    (
      await run(
        pay.map((word) => (word === accountId ? from : word)),
        recorded(folder),
      )
    ).errors;
  expect(await ask(id)).toMatch(/Available: 50\.00 USD\n {2}Status: FROZEN/);
  await payments.customers.delete({ customerId });
  const deleted = await ask(accountId);
  expect(deleted).toMatch(/Available: 1,000\.00 USD\n(?! {2}Status)/);
  expect(deleted).toContain('  Deleted: yes\n');
});

test('the note of a payment runs as it is printed, and its key is told as applied under another secret', async () => {
  const { run, pay, own } = await desk();
  const keyed = [...pay, '--yes', '--idempotency-key', 'rent'];
  const [, look = ''] = /payments (.+) shows what/.exec((await run(keyed, own)).errors) ?? [];
  expect((await run(look.split(' '), own)).out).toContain('sentAmount');
  const other = { ...own, PAYMENTS_JOURNAL_SECRET: 'another-secret-with-32-bytes-or-more-of-it' };
  const { code, errors } = await run(keyed, other);
  expectEnd({ code, errors }, 3, 'was applied with this key');
  expect(errors).not.toContain('nothing else shows');
});

test('a call beyond the hundred that may wait is told to have those decided first', () => {
  const waiting = new WaitingCalls({ now: () => 0 }, 1);
  const add = () => waiting.add('', {} as never);
  for (let count = 0; count < 100; count += 1) add();
  const action = expect.stringContaining('Have the person decide on those that wait');
  expect(add).toThrow(expect.objectContaining({ code: 'CONFIRMATION_UNAVAILABLE', action }));
});

test('an action of another agent is named as that, and not as decided or paid', async () => {
  const setting = await askedPlatform();
  const { mock, client, customerId, asked } = setting;
  const { agentId, actionId } = await heldPayment(setting);
  const { agent: other } = mock.add.agent({ customerId });
  for (const name of ['agents_approve_action', 'agents_reject_action']) {
    const { value } = await call(client, name, { agentId: other.id, actionId });
    expect(value.error).toMatchObject({
      code: 'CONFLICT',
      message: `${actionId} is an action of ${agentId}, not of ${other.id}.`,
      action: `Nothing was sent. Call again with \`agentId\` ${agentId} if the person means that agent's action.`,
    });
  }
  expect(asked).toEqual([]);
});

test('what an agent goes on to ask for holds up neither its deletion nor a rejection', async () => {
  const setting = await askedPlatform(async () => {
    await setting.agent.transfers.createOut({ ...setting.transfer, amount: 45_00 });
    return { action: 'accept' };
  });
  const { client, asked, agent, agentId, transfer } = setting;
  const rejected = await call(client, 'agents_reject_action', await heldPayment(setting));
  for (let at = 0; at < 6; at += 1) await agent.transfers.createOut({ ...transfer, amount: 1_00 });
  const deleted = await call(client, 'agents_delete', { agentId });
  expect([rejected.isError, deleted.isError]).toEqual([false, false]);
  expect(asked[0]).not.toContain('Same payment');
  expect(asked[1]).toMatch(/Payments that wait for approval: (?:1\.00 USD, ){5}and 2 more\n/);
});

test('an amount above what is available is shown as that, of a transfer, a quote and an action', async () => {
  const setting = await askedPlatform(decline);
  const { client, asked, payments, transfer } = setting;
  const { id: quoteId } = await payments.quotes.create(setting.quoteOf(980_00));
  const held = await heldPayment(setting);
  const shown = async (name: string, input: object) => {
    await call(client, name, input);
    return /Available: .+\n {2}Too little: (.+)/.exec(asked.at(-1) ?? '')?.[1];
  };
  const all = { ...transfer, amount: 1_000_00, idempotencyKey: 'all' };
  expect(await shown('transfers_create_out', all)).toBeUndefined();
  const less = 'less is available than the amount';
  expect(await shown('transfers_create_out', { ...transfer, amount: 1_000_01 })).toBe(less);
  await payments.transfers.createOut({ ...transfer, amount: 970_00 });
  expect(await shown('quotes_execute', { quoteId })).toBe(less);
  expect(await shown('agents_approve_action', held)).toBe(
    `${less}: approved now, the action fails for good`,
  );
  // A rejection takes nothing.
  expect(await shown('agents_reject_action', held)).toBeUndefined();
});

test('a transfer between two currencies is refused before anybody is asked', async () => {
  const { client, asked, mock, customerId, transfer, sent } = await askedPlatform();
  const { id: accountId } = mock.add.externalAccount({ customerId, ...euroAccount });
  const there = { ...transfer, destination: { accountId }, amount: 5_00 };
  const back = { source: { accountId }, destination: transfer.source, amount: 5_00 };
  for (const [name, input] of [
    ['transfers_create_out', there],
    ['transfers_create_in', back],
  ] as const) {
    const { error } = (await call(client, name, input)).value;
    expect(error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(
        / is in (?:USD|EUR), and \S+ in (?:USD|EUR): a transfer does not convert\.$/,
      ),
      action: expect.stringMatching(/^Nothing was sent\. .+`quotes\.create`/),
    });
  }
  expect([asked, sent('transfers.createOut'), sent('transfers.createIn')]).toEqual([[], 0, 0]);
});
