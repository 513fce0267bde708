import type { Permission } from '@org/payments-contract';
import type { PlatformMcpOptions, SigningRequest } from '@org/payments-mcp';
import { createPaymentsClient } from '@org/payments-sdk';
import { memoryJournal } from '@org/payments-sdk/journal';
import { expect, test } from 'vitest';
import { accept, askedPlatform, asking, call, connectInMemory, serverOf, stage } from './stage.ts';

async function withPermissions(...permissions: Permission[]) {
  const setting = stage();
  const token = await setting.payments.tokens.create({ name: 'mcp', permissions });
  const { clientId: tokenId, clientSecret } = token;
  const platform = setting.clientWith({ tokenId, clientSecret });
  return { ...setting, platform, clientSecret };
}

const namesOf = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

test("a token's permissions decide which reads and allowed writes are offered", async () => {
  const offeredTo = async (
    permissions: readonly Permission[],
    allowWrites: PlatformMcpOptions['allowWrites'],
    tools?: PlatformMcpOptions['tools'],
  ) => {
    const { platform, sent } = await withPermissions(...permissions);
    const lines: string[] = [];
    const warn = (message: string, fields: object) =>
      lines.push(`${message} ${JSON.stringify(fields)}`);
    const logger = { error: warn, warn, info: warn, debug: warn };
    const client = await connectInMemory(serverOf({ platform, allowWrites, tools, logger }));
    const { tools: found } = await client.listTools();
    const kinds = found.map(({ name, annotations }) =>
      annotations?.readOnlyHint ? 'read' : name === 'transfers_create_out' ? 'pay' : 'write',
    );
    return { names: namesOf(found), kinds: new Set(kinds), sent, log: lines.join('\n') };
  };
  const reads = await offeredTo(['VIEW'], false);
  expect(reads.kinds).toEqual(new Set(['read']));
  expect(reads.names).toContain('transactions_list');
  expect(reads.names).not.toContain('tokens_list');
  // Without writes, nothing but reads is sent to find the permissions out.
  expect(reads.sent('quotes.create')).toBe(0);
  expect((await offeredTo(['VIEW', 'MANAGE'], false)).names).toContain('tokens_list');
  expect((await offeredTo(['TRANSACT'], false)).names).toEqual(['describe_operation']);

  const viewer = await offeredTo(['VIEW'], true);
  expect(viewer.names).toEqual(reads.names);
  expect(viewer.log).toBe('');
  const named = await offeredTo(['VIEW'], ['transfers.createOut']);
  expect(named.names).toEqual(reads.names);
  expect(named.log).toContain('{"writes":["transfers.createOut"]}');
  // What `tools` leaves out lacks no permission.
  expect((await offeredTo(['VIEW'], ['transfers.createOut'], ['transactions'])).log).toBe('');
  const payer = await offeredTo(['TRANSACT'], true);
  expect(payer.names).toEqual(expect.arrayContaining(['transfers_create_out', 'quotes_create']));
  expect(payer.names).not.toContain('customers_create');
  expect(payer.names).not.toContain('transactions_list');
  const manager = await offeredTo(['VIEW', 'MANAGE'], true);
  expect(manager.kinds).toEqual(new Set(['read', 'write']));
  expect(manager.names).not.toContain('quotes_create');
  const everything = await offeredTo(['VIEW', 'TRANSACT', 'MANAGE'], true);
  expect(everything.kinds).toEqual(new Set(['read', 'write', 'pay']));
});

test('determining the permissions changes nothing, and fails where the service cannot be asked', async () => {
  const { platform, mock, payments } = await withPermissions('VIEW', 'TRANSACT');
  const before = JSON.stringify(mock.ledger.balances());
  const mcp = serverOf({ platform, allowWrites: true });
  mock.faults.add({ operation: 'quotes.create', effect: { kind: 'answer', status: 503 } });
  await expect(mcp.tools()).rejects.toMatchObject({ status: 503 });
  expect(namesOf(await mcp.tools())).toContain('transfers_create_out');
  expect(JSON.stringify(mock.ledger.balances())).toBe(before);
  expect(await payments.transactions.list().toArray()).toEqual([]);
});

test('the request that determines the permissions is not in the journal, and is not reported as a change when it is lost', async () => {
  const { mock, clientWith } = stage();
  const journal = memoryJournal();
  const platform = clientWith({ journal });
  const client = await connectInMemory(serverOf({ platform, allowWrites: true }));
  mock.faults.add({ operation: 'quotes.create', effect: { kind: 'lose-reply' } });
  const lost = await client.listTools().catch((error: Error) => error.message);
  expect(lost).toContain('CONNECTION');
  expect(lost).not.toMatch(/change was sent|OUTCOME_UNKNOWN/);
  await client.listTools();
  expect(await journal.open({ after: undefined, limit: 9 })).toEqual([]);
});

test('tools can be chosen by operation or resource', async () => {
  const { payments: platform, agent } = stage();
  const toolNames = async (...tools: string[]) => {
    return namesOf(await serverOf({ platform, tools }).tools());
  };
  expect(await toolNames('transactions', 'quotes.get')).toEqual([
    'quotes_get',
    'transactions_get',
    'transactions_list',
  ]);
  const own = serverOf({ agent, tools: ['me', 'agent.transfers.createOut'] });
  expect(namesOf(await own.tools())).toEqual(['agent_me_get', 'agent_transfers_create_out']);
  for (const tools of [['transaction'], ['transfers.createOut']]) {
    expect(() => serverOf({ platform, tools })).toThrow('matches no tool of this server');
  }
});

test('writes are offered where they are allowed, never those that must be signed, upload or hand out secrets', async () => {
  const { payments: platform } = stage();
  const some = await serverOf({ platform, allowWrites: ['transfers.createOut'] }).tools();
  const writes = some.filter(({ annotations }) => !annotations.readOnlyHint);
  expect(namesOf(writes)).toEqual(['transfers_create_out']);
  const all = await serverOf({ platform, allowWrites: true }).tools();
  expect(namesOf(all)).toEqual(expect.arrayContaining(['customers_create', 'agents_update']));
  for (const { operation } of all) {
    if (operation.row.permission === 'VIEW' || operation.row.method === 'GET') continue;
    expect(operation.row.auth).toBe('platform');
    expect(operation.row.signing).not.toBe('required');
    expect(operation.row.media).toBeUndefined();
  }
  for (const name of [
    'cards_update',
    'tokens_create',
    'agents_redeem_device_code',
    'cards_reveal',
  ]) {
    expect(namesOf(all)).not.toContain(name);
  }
  expect(() => serverOf({ platform, allowWrites: ['cards.update'] })).toThrow(
    'cards.update, which is not a write that can be offered',
  );
});

test('secrets are masked by their schemas in results, questions, logs and errors', async () => {
  const secret = '123-45-6789';
  const { payments: platform, mock } = stage();
  const lines: string[] = [];
  const line = (message: string, fields: object) => {
    lines.push(message, JSON.stringify(fields));
  };
  const logger = { error: line, warn: line, info: line, debug: line };
  const mcp = serverOf({ platform, allowWrites: true, confirmWrites: true, logger });
  const { client, asked } = await asking(mcp);
  const input = {
    customerType: 'INDIVIDUAL',
    platformCustomerId: 'u-9',
    fullName: 'Ada Lovelace',
    birthDate: '1990-12-10',
    taxIdentifier: secret,
  };
  const created = await call(client, 'customers_create', input);
  expect(created.isError).toBe(false);
  expect(asked[0]).toContain('taxIdentifier: "[redacted]"');
  const { text } = await call(client, 'customers_get', { customerId: created.value.id });
  expect(text).toContain('[redacted]');

  const effect = { kind: 'answer', status: 400, code: 'INVALID_INPUT' } as const;
  mock.faults.add({ operation: 'customers.create', effect });
  const failed = await call(client, 'customers_create', { ...input, region: secret });
  expect(failed.value.error).toMatchObject({
    code: expect.any(String),
    action: expect.any(String),
  });
  const everything = [created.text, text, failed.text, ...asked.slice(0, 1), ...lines].join('\n');
  expect(everything).not.toContain(secret);
  expect(lines.join('\n')).toContain('customers_create');
});

test('errors are typed, also where the permissions cannot be found out', async () => {
  const { payments: platform, mock, clientWith } = stage();
  const client = await connectInMemory(serverOf({ platform }));
  const missing = await call(client, 'customers_get', { customerId: 'Customer:none' });
  expect(missing.value.error).toMatchObject({ code: 'USER_NOT_FOUND', status: 404 });
  const wrong = clientWith({ tokenId: 'none', clientSecret: 'none' });
  const refused = await connectInMemory(serverOf({ platform: wrong }));
  await expect(refused.listTools()).rejects.toThrow('UNAUTHORIZED');
  mock.faults.add({ operation: 'customers.get', effect: { kind: 'refuse-connection' } });
  const down = await call(client, 'customers_get', { customerId: 'Customer:none' });
  expect(down.value.error).toMatchObject({ code: 'CONNECTION', retryable: true });
});

test('arguments that are nested too deeply are refused as arguments', async () => {
  const { platform } = await withPermissions('VIEW');
  let deep: unknown = 1;
  for (let level = 0; level < 3_000; level += 1) deep = { a: deep };
  for (const surface of ['search', 'all'] as const) {
    const client = await connectInMemory(serverOf({ platform, surface }));
    const [name, given] =
      surface === 'search'
        ? ['call_operation', { operation: 'cards.list', arguments: { state: deep } }]
        : ['cards_list', { state: deep }];
    const { isError, value } = await call(client, name, given);
    expect(isError).toBe(true);
    expect(value.error).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(JSON.stringify(value)).toContain('nested deeper than 64 levels');
  }
});

/** A customer with a wallet, a card, and a session that can sign. */
async function wallet() {
  const setting = stage();
  const { mock, customerId, accountId } = setting;
  const { account } = mock.add.wallet({ customerId });
  const { sessionKey } = await mock.add.session({ accountId: account.id });
  const card = mock.add.card({ cardholderId: customerId, fundingSources: [accountId] });
  return { ...setting, account, card, stamper: sessionKey };
}

test('a signed operation returns a link on which the customer signs, and changes nothing before', async () => {
  const { payments, account, stamper } = await wallet();
  const requests: SigningRequest[] = [];
  const mcp = serverOf({
    platform: payments,
    allowWrites: true,
    signingLink: (request) => {
      requests.push(request);
      return 'https://wallet.example.com/sign/1';
    },
  });
  const client = await connectInMemory(mcp, accept);
  const input = { id: account.id, privateEnabled: true };
  const { value, isError } = await call(client, 'internal_accounts_update', input);
  expect(isError).toBe(false);
  expect(value).toMatchObject({
    status: 'signature_required',
    url: 'https://wallet.example.com/sign/1',
  });
  const isPrivate = async () => {
    const all = await payments.internalAccounts.list({}).toArray();
    return all.find(({ id }) => id === account.id)?.privateEnabled;
  };
  expect(await isPrivate()).not.toBe(true);
  const [request] = requests;
  if (request === undefined) throw new Error('no link was asked for');
  expect(request.operation).toBe('internalAccounts.update');
  const stamp = await stamper.stamp(request.step.payloadToSign);
  await payments.internalAccounts.update.complete(request.step, stamp);
  expect(await isPrivate()).toBe(true);
});

test('in a dialect nobody signs for a card: a person approves that it is closed, pays again, or from elsewhere', async () => {
  const dialect = '2026-08';
  const { mock, shared } = stage({ dialect });
  const platform = createPaymentsClient({ ...mock.connection, ...shared, dialect });
  const { id } = mock.add.card();
  const { cardholderId: customerId } = await platform.cards.get({ id });
  const source = mock.add.internalAccount({ customerId });
  const { client, asked } = await asking(serverOf({ platform, allowWrites: ['cards.update'] }));
  const update = async (change: object) => {
    const { isError } = await call(client, 'cards_update', { id, ...change });
    return [isError, asked.length];
  };
  const { tools } = await client.listTools();
  const described = tools.find(({ name }) => name === 'cards_update')?.description;
  expect(described).not.toContain('Signed');
  expect(described).toContain('first if it raises authority or cannot be undone.');
  expect(await update({ state: 'FROZEN' })).toEqual([false, 0]);
  expect(await update({ fundingSources: [source.id] })).toEqual([false, 1]);
  expect(await update({ state: 'ACTIVE' })).toEqual([false, 2]);
  expect(asked[1]).toContain('This lets somebody do more than before.');
  expect(await update({ state: 'CLOSED' })).toEqual([false, 3]);
  expect(await platform.cards.get({ id })).toMatchObject({ state: 'CLOSED' });
});

test('a key that an operation does not take is refused in words for a model', async () => {
  const { client } = await askedPlatform();
  const input = { transactionId: 'Transaction:1', idempotencyKey: 'a' };
  const { text } = await call(client, 'transactions_approve', input);
  expect(text).toContain('idempotencyKey: is not a field of this operation');
  expect(text).not.toContain('second argument');
  const { tools } = await client.listTools();
  const { description } = tools.find(({ name }) => name === 'agents_update') ?? {};
  expect(description).toContain('A person approves it first if it raises authority.');
});
