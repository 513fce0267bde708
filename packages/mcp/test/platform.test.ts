import { createPaymentsMcp } from '@org/payments-mcp';
import { createPaymentsClient } from '@org/payments-sdk';
import { expect, test } from 'vitest';
import { call, connectInMemory, stage } from './stage.ts';

async function withPermissions(...permissions: ('VIEW' | 'TRANSACT' | 'MANAGE')[]) {
  const setting = stage();
  const token = await setting.payments.tokens.create({ name: 'mcp', permissions });
  const { clientId: tokenId, clientSecret } = token;
  const platform = createPaymentsClient({ ...setting.shared, tokenId, clientSecret });
  return { ...setting, platform, clientSecret };
}

const namesOf = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

test('a platform gets the reads its token covers, and no write', async () => {
  const viewer = await withPermissions('VIEW');
  const client = await connectInMemory(createPaymentsMcp({ platform: viewer.platform }));
  const { tools } = await client.listTools();
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  expect(namesOf(tools)).toContain('transactions_list');
  expect(namesOf(tools)).not.toContain('tokens_list');

  const manager = await withPermissions('VIEW', 'MANAGE');
  const more = await createPaymentsMcp({ platform: manager.platform }).tools();
  expect(namesOf(more)).toContain('tokens_list');
  const none = await withPermissions('TRANSACT');
  expect(await createPaymentsMcp({ platform: none.platform }).tools()).toEqual([]);
});

test('writes are offered where they are allowed, never those that sign, upload or hand out secrets', async () => {
  const { payments: platform } = stage();
  const some = await createPaymentsMcp({ platform, allowWrites: ['transfers.createOut'] }).tools();
  const writes = some.filter(({ annotations }) => !annotations.readOnlyHint);
  expect(namesOf(writes)).toEqual(['transfers_create_out']);
  const all = await createPaymentsMcp({ platform, allowWrites: true }).tools();
  expect(namesOf(all)).toEqual(expect.arrayContaining(['customers_create', 'agents_update']));
  for (const { operation } of all) {
    if (operation.row.permission === 'VIEW' || operation.row.method === 'GET') continue;
    expect(operation.row).toMatchObject({ signing: 'never', auth: 'platform' });
    expect(operation.row.media).toBeUndefined();
  }
  for (const name of ['cards_update', 'tokens_create', 'agents_create', 'cards_reveal']) {
    expect(namesOf(all)).not.toContain(name);
  }
  expect(() => createPaymentsMcp({ platform, allowWrites: ['cards.update'] })).toThrow(
    'cards.update, which is not a write that can be offered',
  );
});

test('a write of a platform that moves money is confirmed; others where that is asked for', async () => {
  const { payments: platform, transfer, sent, agentId } = stage();
  const options = { platform, allowWrites: true } as const;
  const client = await connectInMemory(createPaymentsMcp(options));
  const { value } = await call(client, 'transfers_create_out', { ...transfer, amount: 1_00 });
  expect(value.status).toBe('confirmation_required');
  expect(sent('transfers.createOut')).toBe(0);
  const rename = { agentId, name: 'Clerk' };
  expect((await call(client, 'agents_update', rename)).value.name).toBe('Clerk');
  const careful = await connectInMemory(createPaymentsMcp({ ...options, confirmWrites: true }));
  const { value: asked } = await call(careful, 'agents_update', rename);
  expect(asked.status).toBe('confirmation_required');
  const { confirmationId } = asked;
  expect((await call(careful, 'agents_update', { ...rename, confirmationId })).value.name).toBe(
    'Clerk',
  );
});

test('a list returns a page and a cursor', async () => {
  const { payments: platform, mock } = stage();
  for (let count = 0; count < 4; count += 1) mock.add.customer();
  const client = await connectInMemory(createPaymentsMcp({ platform }));
  const seen: string[] = [];
  let cursor: unknown;
  do {
    const { value } = await call(client, 'customers_list', {
      limit: 2,
      ...(cursor ? { cursor } : {}),
    });
    const page = value.data as { readonly id: string }[];
    expect(page.length).toBeLessThanOrEqual(2);
    seen.push(...page.map(({ id }) => id));
    cursor = value.hasMore === true ? value.nextCursor : undefined;
  } while (cursor !== undefined);
  expect(new Set(seen).size).toBe(5);
});

test('secrets are masked by their schemas in results, questions, logs and errors', async () => {
  const secret = '123-45-6789';
  const { payments: platform, mock } = stage();
  const lines: string[] = [];
  const line = (message: string, fields: object) => {
    lines.push(message, JSON.stringify(fields));
  };
  const logger = { error: line, warn: line, info: line, debug: line };
  const asked: string[] = [];
  const mcp = createPaymentsMcp({ platform, allowWrites: true, confirmWrites: true, logger });
  const client = await connectInMemory(mcp, (message) => {
    asked.push(message);
    return { action: 'accept' };
  });
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
  const { payments: platform, mock, shared } = stage();
  const client = await connectInMemory(createPaymentsMcp({ platform }));
  const missing = await call(client, 'customers_get', { customerId: 'Customer:none' });
  expect(missing.value.error).toMatchObject({ code: 'USER_NOT_FOUND', status: 404 });
  const wrong = createPaymentsClient({ ...shared, tokenId: 'none', clientSecret: 'none' });
  const refused = await connectInMemory(createPaymentsMcp({ platform: wrong }));
  await expect(refused.listTools()).rejects.toThrow('UNAUTHORIZED');
  mock.faults.add({ operation: 'customers.get', effect: { kind: 'refuse-connection' } });
  const down = await call(client, 'customers_get', { customerId: 'Customer:none' });
  expect(down.value.error).toMatchObject({ code: 'CONNECTION', retryable: true });
});
