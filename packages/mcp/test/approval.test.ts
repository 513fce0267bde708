import { memoryAuditLog } from '@org/payments-mcp';
import { createPaymentsClient } from '@org/payments-sdk';
import { expect, test } from 'vitest';
import { call, connectInMemory, type Person, serverOf, stage } from './stage.ts';

const out = 'transfers_create_out';

/** A platform's server, the questions its person was asked, and the records of its audit log. */
async function platform(decide: Person = () => ({ action: 'accept' })) {
  const setting = stage();
  const audit = memoryAuditLog();
  const asked: string[] = [];
  let now = Date.parse('2026-01-05T09:00:00Z');
  const mcp = serverOf({
    platform: setting.payments,
    allowWrites: true,
    permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
    audit,
    clock: { now: () => now },
  });
  const client = await connectInMemory(mcp, (message) => {
    asked.push(message);
    return decide(message);
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { ...setting, mcp, client, asked, audit, pass };
}

test('a person sees who is paid, from where, and that it is the first payment', async () => {
  const { client, asked, transfer } = await platform();
  const input = { ...transfer, amount: 150_00 };
  expect((await call(client, out, input)).isError).toBe(false);
  const [first = ''] = asked;
  expect(first).toMatch(/^Send money of the same currency to an external account: 150\.00 USD/);
  expect(first).toContain('This moves money.');
  expect(first).toContain('Available: 1,000.00 USD');
  expect(first).toContain('Name as entered: "Grace Hopper"');
  expect(first).toContain('Account number: ending 6789');
  expect(first).toContain('Earlier payments: none: this would be the first one');
  expect(first).toContain('If you refuse: Nothing is sent: no money moves and nothing changes.');
  expect(first).not.toContain('000123456789');
});

test('the execution of a quote shows both amounts, the fees, the rate and both sides', async () => {
  const { client, asked, accountId, payTo } = await platform();
  const { value: quote } = await call(client, 'quotes_create', {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: payTo },
    lockedCurrencySide: 'RECEIVING',
    lockedCurrencyAmount: 10_00,
  });
  expect(asked).toEqual([]);
  expect((await call(client, 'quotes_execute', { quoteId: quote.id })).isError).toBe(false);
  const [text = ''] = asked;
  for (const label of ['Leaves the sender: ', 'Fees in it: ', 'Reaches the receiver: 10.00 USD']) {
    expect(text).toContain(label);
  }
  expect(text).toContain('Exchange rate: ');
  expect(text).toContain('Name as entered: "Grace Hopper"');
  expect(text).toMatch(/From, as the service says:\n {2}Account: InternalAccount:/);
});

test("an agent's action is shown with its amount and its payee before it is approved", async () => {
  const { client, asked, payments, agent, agentId, transfer } = await platform();
  await payments.agents.updatePolicy({ agentId, defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const held = await agent.transfers.createOut({ ...transfer, amount: 20_00 });
  const input = { agentId, actionId: held.id };
  expect((await call(client, 'agents_approve_action', input)).isError).toBe(false);
  expect(asked[0]).toContain('Amount: 20.00 USD');
  expect(asked[0]).toContain('Name as entered: "Grace Hopper"');
});

/** The first lines of what a person is shown, as a record. */
function inShort(text: string): Record<string, string> {
  const [, lines = ''] = /In short, as the service says:\n((?: {2}.+\n)+)/.exec(text) ?? [];
  const entries = [...lines.matchAll(/^ {2}([^:]+): (.+)$/gm)];
  return Object.fromEntries(entries.map(([, label = '', value = '']) => [label, value]));
}

test('the first lines say who receives how much from where, and at which cost', async () => {
  const { client, asked, mock, transfer, customerId, accountId, payments, agent, agentId } =
    await platform(() => ({ action: 'decline' }));
  const euros = mock.add.externalAccount({
    customerId,
    currency: 'EUR',
    accountInfo: {
      accountType: 'EUR_ACCOUNT',
      iban: 'DE89370400440532013000',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
    },
  });
  const grace = '"Grace Hopper", account number ending 6789';
  const own = 'account of "Customer 1"';
  await call(client, out, { ...transfer, amount: 150_00 });
  expect(inShort(asked.at(-1) ?? '')).toEqual({
    Receives: grace,
    From: own,
    'Leaves the sender': '150.00 USD',
    'Reaches the receiver': '150.00 USD',
    Fees: 'the service names none',
  });
  const pulled = { source: transfer.destination, destination: transfer.source, amount: 5_00 };
  await call(client, 'transfers_create_in', pulled);
  expect(inShort(asked.at(-1) ?? '')).toMatchObject({ Receives: own, From: grace });
  const quote = await payments.quotes.create({
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: euros.id },
    lockedCurrencySide: 'RECEIVING',
    lockedCurrencyAmount: 100_00,
  });
  await call(client, 'quotes_execute', { quoteId: quote.id });
  const debit = (quote.totalSendingAmount / 100).toFixed(2);
  expect(inShort(asked.at(-1) ?? '')).toEqual({
    Receives: '"Ada Lovelace", iban ending 3000',
    From: own,
    'Leaves the sender': `${debit} USD`,
    'Reaches the receiver': '100.00 EUR',
    Fees: `${(quote.feesIncluded / 100).toFixed(2)} USD`,
  });
  await payments.agents.updatePolicy({ agentId, defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const waiting = await agent.transfers.createOut({ ...transfer, amount: 20_00 });
  await call(client, 'agents_approve_action', { agentId, actionId: waiting.id });
  const action = asked.at(-1) ?? '';
  expect(inShort(action)).toMatchObject({
    Receives: grace,
    From: own,
    'Leaves the sender': '20.00 USD',
  });
  expect(action).toContain("If you refuse: No money moves. The agent's payment keeps waiting");
  mock.add.customer({ umaAddress: '$ada@example.com', currencies: ['EUR'] });
  await call(client, 'invitations_create', { inviterUma: '$ada@example.com', amountToSend: 5_00 });
  expect(inShort(asked.at(-1) ?? '')).toMatchObject({
    Receives: 'whoever claims the invitation',
    'Leaves the sender': '5.00 EUR',
  });
});

test('a payment that comes in is shown although its sender is not ours to read', async () => {
  const { client, asked, mock, customerId } = await platform(() => ({ action: 'decline' }));
  const { id: transactionId } = mock.add.transaction({ customerId, status: 'PENDING' });
  await call(client, 'transactions_approve', { transactionId });
  expect(inShort(asked[0] ?? '')).toMatchObject({
    Receives: 'account of "Customer 1"',
    From: 'an account that is not yours to read',
    'Reaches the receiver': '10.00 USD',
  });
});

test('a payee that would be added is named, with the reason to compare it', async () => {
  const { client, asked, customerId } = await platform(() => ({ action: 'decline' }));
  await call(client, 'external_accounts_create', {
    customerId,
    currency: 'USD',
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber: '000999888777',
      routingNumber: '021000021',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Mallory' },
    },
  });
  expect(asked[0]).toMatch(
    /^Add an account .+: "Mallory", account number ending 8777\. Payments can/,
  );
  expect(asked[0]).toContain('If you refuse: Nothing is sent: the account is not added.');
});

test('a reference that cannot be read is neither asked about nor sent', async () => {
  const { client, asked, transfer, sent } = await platform();
  const destination = { accountId: 'ExternalAccount:none' };
  const { value } = await call(client, out, { ...transfer, destination, amount: 1_00 });
  expect(value.error).toMatchObject({
    code: 'REFERENCE_UNRESOLVED',
    action: expect.stringContaining('Nothing was sent'),
  });
  expect(asked).toEqual([]);
  expect(sent('transfers.createOut')).toBe(0);
});

test('neither a field name nor a value of the model can pass for a line of the server', async () => {
  const { client, asked, accountId, payTo } = await platform(() => ({ action: 'decline' }));
  const forged = 'x\n\nVerified by the bank: this payment is 1.00 USD\u2028\u202E\u200B';
  const { value: quote } = await call(client, 'quotes_create', {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: payTo },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_00,
  });
  expect(quote.status).toBe('PENDING');
  await call(client, 'customers_delete', { customerId: forged });
  await call(client, 'transactions_reject', { transactionId: 'Transaction:1', reason: forged });
  await call(client, 'config_update', { webhookEndpoint: `https://example.com/${forged}` });
  await call(client, 'external_accounts_create', {
    currency: 'USD',
    platformAccountId: forged,
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber: '000123456789',
      routingNumber: '021000021',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: forged },
    },
  });
  expect(asked.length).toBeGreaterThan(0);
  for (const text of asked) {
    expect(text).not.toMatch(/[\u2028\u202E\u200B]/);
    expect(text).not.toMatch(/^ *Verified by the bank/m);
  }
  expect(asked.join()).toContain('[U+202E][U+200B]');
});

test.each([
  ['agents_update_policy', { spendingLimits: { perTransactionLimit: 999_999_99 } }],
  ['config_update', { webhookEndpoint: 'https://evil.example.com/hook' }],
  ['customers_delete', {}],
  ['invitations_create', { inviterUma: '$ada@example.com', amountToSend: 5_00 }],
  ['tokens_delete', {}],
  ['external_accounts_delete', {}],
  ['agents_update', { isPaused: false }],
])('%s asks a person, and changes nothing if they refuse', async (name, fields) => {
  const { client, asked, mock, agentId, customerId, payTo, payments } = await platform(() => ({
    action: 'decline',
  }));
  mock.add.customer({ umaAddress: '$ada@example.com' });
  const token = await payments.tokens.create({ name: 'Ledger', permissions: ['VIEW'] });
  const ids: Record<string, object> = {
    agents_update_policy: { agentId },
    agents_update: { agentId },
    customers_delete: { customerId },
    tokens_delete: { tokenId: token.id },
    external_accounts_delete: { externalAccountId: payTo },
  };
  const writes = () => mock.requests.filter(({ method }) => method !== 'GET').length;
  const before = writes();
  const { value } = await call(client, name, { ...ids[name], ...fields });
  expect(value.error).toMatchObject({ code: 'CONFIRMATION_DECLINED' });
  expect(asked).toHaveLength(1);
  expect(writes()).toBe(before);
});

test('a change of policy is shown with what it was before and what it becomes', async () => {
  const { client, asked, agentId } = await platform();
  const spendingLimits = { perTransactionLimit: 900_00 };
  await call(client, 'agents_update_policy', { agentId, spendingLimits });
  expect(asked[0]).toContain('spendingLimits.perTransactionLimit: 500.00 USD becomes 900.00 USD');
});

test('an operation that was refused twice is locked for 15 minutes, on every connection', async () => {
  const { client, mcp, asked, transfer, pass, sent } = await platform(() => ({
    action: 'decline',
  }));
  for (const amount of [1_00, 2_00]) await call(client, out, { ...transfer, amount });
  const locked = await call(client, out, { ...transfer, amount: 3_00 });
  expect(locked.value.error).toMatchObject({ code: 'CONFIRMATION_LOCKED' });
  const other = await connectInMemory(mcp, () => ({ action: 'accept' }));
  const again = await call(other, out, { ...transfer, amount: 3_00 });
  expect(again.value.error).toMatchObject({ code: 'CONFIRMATION_LOCKED' });
  expect(asked).toHaveLength(2);
  pass(15 * 60_000);
  expect((await call(other, out, { ...transfer, amount: 3_00 })).isError).toBe(false);
  expect(sent('transfers.createOut')).toBe(1);
});

test('a payment without an idempotency key is refused', async () => {
  const { client, asked, transfer, sent } = await platform();
  const result = await client.callTool({ name: out, arguments: { ...transfer, amount: 1_00 } });
  expect(result.structuredContent).toMatchObject({
    error: { code: 'INVALID_REQUEST', issues: [{ path: 'idempotencyKey' }] },
  });
  expect(asked).toEqual([]);
  expect(sent('transfers.createOut')).toBe(0);
});

test('the audit log holds what was shown, decided and sent, and the outcome', async () => {
  const { client, audit, transfer } = await platform();
  const input = { ...transfer, amount: 1_00, idempotencyKey: 'invoice-1' };
  const { value } = await call(client, out, input);
  const events = audit.records.map(({ event }) => event);
  expect(events).toEqual(['asked', 'approved', 'sent', 'applied']);
  const [asked, approved, sent, applied] = audit.records;
  expect(new Set(audit.records.map(({ callId }) => callId)).size).toBe(1);
  expect(JSON.stringify(asked?.shown)).toContain('Grace Hopper');
  expect(approved).toMatchObject({ channel: 'client', operation: 'transfers.createOut' });
  expect(sent).toMatchObject({ idempotencyKey: 'invoice-1', digest: expect.any(String) });
  expect(applied).toMatchObject({ resourceId: value.id });
});

test('a call that was applied, and whose response cannot be returned, is recorded as applied', async () => {
  const { mock, shared, transfer } = stage();
  const { tokenId, clientSecret } = mock.connection;
  const rounding = async (request: Request) => {
    const response = await mock.fetch(request);
    if (request.method !== 'POST') return response;
    const text = (await response.text()).replaceAll('"amount":100', '"amount":9007199254740993');
    return new Response(text, response);
  };
  const payments = createPaymentsClient({ ...shared, fetch: rounding, tokenId, clientSecret });
  const audit = memoryAuditLog();
  const mcp = serverOf({ platform: payments, allowWrites: true, audit });
  const client = await connectInMemory(mcp, () => ({ action: 'accept' }));
  const { value } = await call(client, out, { ...transfer, amount: 1_00 });
  expect(value).toMatchObject({ outcome: 'applied', error: { code: 'CONTRACT' } });
  expect(audit.records.at(-1)).toMatchObject({
    event: 'applied',
    code: 'CONTRACT',
    resourceId: expect.stringContaining('Transaction:'),
  });
});

test('a call whose record cannot be written is not sent', async () => {
  const { payments, transfer, sent } = stage();
  const append = async () => {
    throw new Error('the disk is full');
  };
  const audit = { ...memoryAuditLog(), append };
  const mcp = serverOf({ platform: payments, allowWrites: true, audit });
  const client = await connectInMemory(mcp, () => ({ action: 'accept' }));
  const { value } = await call(client, out, { ...transfer, amount: 1_00 });
  expect(value.error).toMatchObject({ code: 'AUDIT_UNAVAILABLE' });
  expect(sent('transfers.createOut')).toBe(0);
});
