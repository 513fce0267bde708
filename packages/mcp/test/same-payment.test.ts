import { expect, test } from 'vitest';
import { desk, recorded } from './desk.ts';
import { askedPlatform, asking, call, decline, heldPayment, serverOf, stage } from './stage.ts';

/** What a person is told of payments like this one in the first lines of a question. */
const sameIn = (text = '') =>
  /(?:Same payment|Earlier payments): (.+)/.exec(
    text.slice(0, text.indexOf('as the service says:')),
  )?.[1];

test('the same amount to the same payee under another key is told, also while it is under way or held', async () => {
  const setting = await askedPlatform();
  const { client, asked, mock, customerId, transfer, sent } = setting;
  const pay = async (destination: object, amount: number) => {
    const input = { ...transfer, destination, amount };
    const { value } = await call(client, 'transfers_create_out', input);
    expect(value.error).toBeUndefined();
    return sameIn(asked.at(-1));
  };
  const same = /^the same amount was sent to this payee at \d{4}-\S+ \S+ UTC$/;
  // The bank of this payee takes its time.
  const slow = mock.add.externalAccount({ customerId, accountNumber: '000123450005' });
  for (const accountId of [slow.id, transfer.destination.accountId]) {
    expect(await pay({ accountId }, 20_00)).toBeUndefined();
    expect(await pay({ accountId }, 21_00)).toBeUndefined();
    expect(await pay({ accountId }, 20_00)).toMatch(same);
    if (accountId === slow.id) expect(asked.at(-1)).toContain('none completed, one is under way');
  }
  const { agentId, actionId } = await heldPayment(setting);
  expect(await pay(transfer.destination, 45_00)).toBe(
    'the same amount to this payee waits for approval',
  );
  // An action is not an earlier payment of itself.
  await call(client, 'agents_approve_action', { agentId, actionId });
  expect(sameIn(asked.at(-1))).toMatch(/^the same amount was sent/);
  expect(sent('agents.approveAction')).toBe(1);
});

test('who repeats a lost payment of an agent is shown that what waits may be that one', async () => {
  const { mock, agent, agentId, payments, transfer } = stage();
  await payments.agents.updatePolicy({ agentId, defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const { client, asked } = await asking(serverOf({ agent }));
  mock.faults.add({ operation: 'agent.transfers.createOut', effect: { kind: 'lose-reply' } });
  const input = { ...transfer, amount: 45_00, idempotencyKey: 'a' };
  for (const _ of [1, 2]) await call(client, 'agent_transfers_create_out', input);
  expect(asked.map(sameIn)).toEqual([
    undefined,
    'the same amount to this payee, by the call before or by another one, waits for approval',
  ]);
});

test('who repeats a lost payment is shown that it may have been made with another key', async () => {
  const { client, asked, mock, transfer } = await askedPlatform();
  const pay = (idempotencyKey: string) =>
    call(client, 'transfers_create_out', { ...transfer, amount: 600_00, idempotencyKey });
  mock.faults.add({ operation: 'transfers.createOut', effect: { kind: 'reset-connection' } });
  for (const key of ['first', 'second', 'first', 'second']) await pay(key);
  const told =
    /^the same amount was sent to this payee at \S+ \S+ UTC, by the call before or by another one$/;
  const open =
    /^it was sent under another key at \S+ \S+ UTC, and what became of that is not known$/;
  expect(asked.map(sameIn)).toEqual([
    ...[undefined, expect.stringMatching(open), expect.stringMatching(told), undefined],
  ]);
  // The repeat of what was applied takes nothing.
  expect(asked.map((text) => text.includes('Too little'))).toEqual([false, false, true, false]);
  const [pays, again] = ['This moves money.', 'This moves the money, unless the call before has.'];
  expect(asked.map((text) => /This moves .+/.exec(text)?.[0])).toEqual([
    ...[pays, pays, again, 'This moves no money: the service returns what it did before.'],
  ]);
});

test('an address that another customer has paid the same is told', async () => {
  const setting = await askedPlatform();
  const { client, asked, mock, payments, transfer } = setting;
  mock.add.customer({ umaAddress: '$bob@example.com' });
  const { id: customerId } = mock.add.customer();
  const other = mock.add.internalAccount({ customerId, available: 1_000_00 });
  for (const [accountId, umaAddress] of [
    [setting.accountId, '$bob@example.com'],
    [other.id, '$Bob@Example.com'],
  ] as const) {
    const { lookupId } = await payments.receivers.lookUpUma({ receiverUmaAddress: umaAddress });
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'USD' } as const;
    const quote = { ...setting.quoteOf(10_00, '', accountId), destination, lookupId };
    const { id: quoteId } = await payments.quotes.create(quote);
    await call(client, 'quotes_execute', { quoteId });
    for (let at = 0; at < 101; at += 1)
      await payments.transfers.createOut({ ...transfer, amount: 1 });
  }
  expect(asked.map(sameIn)).toEqual([
    undefined,
    expect.stringMatching(/^the same amount was sent/),
  ]);
});

test('what the platform has paid to a payee of its customer is told', async () => {
  const setting = await askedPlatform();
  const { client, asked, mock, payments, transfer } = setting;
  const { id: accountId } = mock.add.internalAccount({ available: 100_00 });
  const quote = setting.quoteOf(45_00, setting.payTo, accountId);
  const { id: quoteId } = await payments.quotes.create(quote);
  await payments.quotes.execute({ quoteId });
  await call(client, 'transfers_create_out', { ...transfer, amount: 45_00 });
  expect(asked.map(sameIn)).toEqual([expect.stringMatching(/^the same amount was sent/)]);
});

test('what was sent to the same number under another id is told, whoever saved it', async () => {
  const setting = await askedPlatform();
  const { client, asked, mock, payments, customerId, transfer } = setting;
  const saved = (owner: typeof customerId, accountNumber: string) =>
    mock.add.externalAccount({ customerId: owner, accountNumber }).id;
  const number = '000123450010';
  const { id: another } = mock.add.customer();
  const pay = async (accountId: string, amount: number) => {
    await call(client, 'transfers_create_out', { ...transfer, destination: { accountId }, amount });
    return sameIn(asked.at(-1));
  };
  const same = /^the same amount was sent to another saved account with this number at \d/;
  expect(await pay(saved(customerId, number), 30_00)).toBeUndefined();
  expect(await pay(saved(customerId, '000 1234-50010'), 30_00)).toMatch(same);
  expect(await pay(saved(customerId, number), 31_00)).toBeUndefined();
  // Of an account that has been deleted since, the number is not known.
  const gone = saved(customerId, '000123450020');
  expect(await pay(gone, 32_00)).toBeUndefined();
  await payments.externalAccounts.delete({ externalAccountId: gone });
  expect(await pay(saved(customerId, '000123450030'), 32_00)).toBe(
    'not known in full: some cannot be read',
  );
  // What another customer, or the platform, has sent to its own account of that number.
  const other = mock.add.internalAccount({ customerId: another, available: 1_000_00 });
  const theirs = { accountId: saved(another, number) };
  const source = { accountId: other.id };
  await payments.transfers.createOut({ source, destination: theirs, amount: 33_00 });
  expect(await pay(saved(customerId, number), 33_00)).toMatch(same);
});

test('of many payees of one amount, some are compared, and the rest is told', async () => {
  const setting = await askedPlatform();
  const { client, asked, mock, payments, customerId, transfer } = setting;
  for (let at = 0; at < 22; at += 1) {
    const { id: accountId } = mock.add.externalAccount({
      customerId,
      accountNumber: `0009876${at + 100}`,
    });
    await payments.transfers.createOut({ ...transfer, destination: { accountId }, amount: 1_00 });
  }
  await call(client, 'transfers_create_out', { ...transfer, amount: 1_00 });
  expect(sameIn(asked.at(-1))).toBe('not compared with every payee of this amount');
});

test('what failed, and what another account paid, is not the same payment', async () => {
  const { client, asked, mock, customerId, transfer } = await askedPlatform();
  const payee = (accountNumber: string) =>
    mock.add.externalAccount({ customerId, accountNumber }).id;
  const failing = { ...transfer, destination: { accountId: payee('000123450002') }, amount: 3_00 };
  for (const _ of [1, 2]) await call(client, 'transfers_create_out', failing);
  for (const number of ['000123450000', '000123450010']) {
    const pull = { source: { accountId: payee(number) }, destination: transfer.source };
    await call(client, 'transfers_create_in', { ...pull, amount: 4_00 });
  }
  expect(asked.map(sameIn)).toEqual(asked.map(() => undefined));
  expect(asked).toHaveLength(4);
});

test('the same payment that is made while a person decides is shown before the other is sent', async () => {
  const setting = await desk(['yes', 'yes']);
  const { run, payments, folder, transfer, sent } = setting;
  const { id: quoteId } = await payments.quotes.create(setting.quoteOf(10_00));
  const ask = async () => {
    // Another amount is another payment.
    for (const amount of [10_00, 11_00])
      await payments.transfers.createOut({ ...transfer, amount });
    return 'yes';
  };
  const first = await run(setting.pay, recorded(folder), { ask });
  expect([sameIn(first.errors), first.errors]).toEqual([
    undefined,
    expect.stringContaining('What you were shown has changed since: Same payment.'),
  ]);
  expect(sent('transfers.createOut')).toBe(2);
  const { errors } = await run(['quotes', 'execute', quoteId], recorded(folder));
  expect(sameIn(errors)).toMatch(/^the same amount was sent to this payee at /);
});

test('who cannot be told of the same payment is told that', async () => {
  const setting = await askedPlatform(decline);
  const { client, asked, mock, payments, customerId, transfer, failAll } = setting;
  const shown = async () => {
    await call(client, 'transfers_create_out', { ...transfer, amount: 7_00 });
    return sameIn(asked.at(-1));
  };
  failAll('agents.listApprovals', { kind: 'answer', status: 403, code: 'FORBIDDEN' });
  expect(await shown()).toBe('not known in full: some cannot be read');
  mock.faults.clear();
  for (let at = 0; at < 501; at += 1)
    await payments.transfers.createOut({ ...transfer, amount: 1 });
  expect(await shown()).toBe('not compared with those before the last 500');
  const lists = mock.requests.filter(({ operation }) => operation === 'transactions.list');
  const ofCustomer = `customerId=${encodeURIComponent(customerId)}`;
  expect(
    lists.slice(-9).some(({ path }) => path.includes(ofCustomer) && !path.includes('type=')),
  ).toBe(true);
});
