import { type Fields, findOperation } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { internalAccount } from '../src/approval/describe/accounts.ts';
import { heldBy } from '../src/approval/describe/deletion.ts';
import { describeCall, descriptionText } from '../src/approval/describe/describe-call.ts';
import { Lookup } from '../src/approval/describe/lookup.ts';
import { callPage } from '../src/approval/page/html.ts';
import { toolOf } from '../src/tools/tool.ts';
import {
  askedPlatform,
  asking,
  call,
  decline,
  dollars,
  euroAccount,
  serverOf,
  stage,
} from './stage.ts';

const out = 'transfers_create_out';

/** What a person would be shown of a call whose arguments nothing has checked. */
function described(
  { payments }: Pick<ReturnType<typeof stage>, 'payments'>,
  name: string,
  input: Fields,
  isRepeat = false,
) {
  const operation = findOperation(name);
  if (operation === undefined) throw new Error(`the contract has no ${name}`);
  const lookup = new Lookup(payments, false, new AbortController().signal);
  return describeCall(toolOf(operation, false), input, lookup, { service: '', isRepeat });
}

test.each(['ExternalAccount:a b', 'ExternalAccount:', 'Stranger:1', 'ExternalAccount:1\n2'])(
  'the reference %j, which begins like an id, is not skipped',
  async (accountId) => {
    const setting = stage();
    const input = { ...setting.transfer, destination: { accountId }, amount: 1_00 };
    await expect(described(setting, 'transfers.createOut', input)).rejects.toMatchObject({
      code: 'REFERENCE_UNRESOLVED',
    });
  },
);

test('a payment whose receiver is not known is not asked about', async () => {
  const setting = stage();
  const { source } = setting.transfer;
  for (const destination of [{ accountId: 'elsewhere' }, { umaAddress: '$eve@example.com' }, {}]) {
    const input = { source, destination, amount: 1_00 };
    await expect(described(setting, 'transfers.createOut', input)).rejects.toMatchObject({
      code: 'REFERENCE_UNRESOLVED',
      message: 'The receiver of the payment cannot be shown to a person.',
    });
  }
});

test('whoever claims an invitation with money is approved by a person, who sees both sides', async () => {
  const { client, asked, mock, payments, sent } = await askedPlatform(decline);
  mock.add.customer({ umaAddress: '$ada@example.com', fullName: 'Ada Lovelace' });
  mock.add.customer({ umaAddress: '$grace@example.com', fullName: 'Grace Hopper' });
  const inviterUma = '$ada@example.com';
  const { code } = await payments.invitations.create({ inviterUma, amountToSend: 5_00 });
  const claim = async (inviteeUma: string, invitationCode = code) => {
    const { value } = await call(client, 'invitations_claim', { invitationCode, inviteeUma });
    return value.error?.code;
  };
  expect(await claim('$eve@evil.example.com')).toBe('CONFIRMATION_DECLINED');
  const [text = ''] = asked;
  // The heading is ours alone.
  expect(text).toMatch(/^Claim an invitation for a UMA address\. This/);
  expect(text).toContain('To: "$eve@evil.example.com", not one of your customers');
  expect(text).toContain('From: "$ada@example.com", "Ada Lovelace"');
  expect(text).toContain('Amount: 5.00 USD');
  expect(text).toContain('Status: PENDING');
  expect(text).toContain('This decides who receives the money of the invitation');

  expect(await claim('$Grace@example.com')).toBe('CONFIRMATION_DECLINED');
  expect(asked[1]).toContain('To: "$Grace@example.com", "Grace Hopper"');

  const empty = await payments.invitations.create({ inviterUma });
  expect(await claim('$grace@example.com', empty.code)).toBe('CONFIRMATION_DECLINED');
  expect(asked[2]).toContain('Leaves the inviter: nothing: it promises no money');
  expect(asked[2]).toContain('Claimed for: "$grace@example.com", "Grace Hopper"');

  expect(await claim('$eve@evil.example.com', 'INV-NONE')).toBe('REFERENCE_UNRESOLVED');
  expect(asked).toHaveLength(3);
  expect(sent('invitations.claim')).toBe(0);
});

const mixed = 'one word mixes Latin and Cyrillic letters, which look alike';

test('letters of two alphabets in one word are pointed out wherever the name is shown', async () => {
  const { client, asked, mock, customerId, transfer } = await askedPlatform(decline);
  const accountInfo = dollars('000123456789', 'Gr\u0430ce Hopper');
  const { id: accountId } = mock.add.externalAccount({ customerId, accountInfo });
  await call(client, out, { ...transfer, destination: { accountId }, amount: 1_00 });
  const lines = asked[0]?.split('\n') ?? [];
  for (const label of ['To', 'Name as entered']) {
    expect(lines.find((line) => line.startsWith(`  ${label}: `))).toContain(mixed);
  }
  await call(client, 'external_accounts_create', { customerId, currency: 'USD', accountInfo });
  const added = asked[1]?.split('\n') ?? [];
  const word = added.find((line) => line.includes('accountInfo.beneficiary.fullName: '));
  expect(word).toContain(mixed);
});

test('each rule of a policy is shown with its limit, and what disappears with the list', async () => {
  const { client, asked, mock, payments, agentId, customerId, accountId, payTo } =
    await askedPlatform(decline);
  const euros = mock.add.externalAccount({ customerId, ...euroAccount });
  const rules = (
    accountRules: {
      accountId: string;
      perTransactionLimit: number;
      executionMode?: 'AUTO' | 'APPROVAL_REQUIRED';
    }[],
  ) => ({ agentId, accountRestrictions: { accountRules } });
  await payments.agents.updatePolicy(
    rules([
      { accountId: payTo, executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 10_00 },
      { accountId: euros.id, perTransactionLimit: 20_00 },
      { accountId, perTransactionLimit: 30_00 },
    ]),
  );
  const change = rules([
    { accountId: payTo, perTransactionLimit: 9_999_00 },
    { accountId: euros.id, perTransactionLimit: 40_00 },
  ]);
  await call(client, 'agents_update_policy', change);
  const rule = '  Account restrictions, account rules ';
  const lines = (asked[0]?.split('\n') ?? []).filter((line) => line.startsWith(rule));
  expect(lines).toEqual([
    `${rule}1, account ID: "${payTo}", unchanged`,
    `${rule}1, per transaction limit: 10.00 USD becomes 9,999.00 USD`,
    `${rule}1, execution mode: "APPROVAL_REQUIRED" becomes the default mode of the policy`,
    `${rule}2, account ID: "${euros.id}", unchanged`,
    `${rule}2, per transaction limit: 20.00 EUR becomes 40.00 EUR`,
    `${rule}3, account ID: "${accountId}" becomes none`,
    `${rule}3, per transaction limit: 30.00 USD becomes the limit of the policy`,
  ]);
  await call(client, 'agents_update_policy', rules([]));
  expect(asked[1]).toContain(
    `${rule}1, per transaction limit: 10.00 USD becomes the limit of the policy`,
  );
  expect(asked[1]).toContain(
    `${rule}3, per transaction limit: 30.00 USD becomes the limit of the policy`,
  );
});

test('who deletes a customer, an agent or a payee is shown what ends with them', async () => {
  const setting = await askedPlatform(decline);
  const { client, asked, mock, payments, customerId, agentId } = setting;
  mock.add.internalAccount({ customerId, balance: { amount: 12_50, currency: { code: 'EUR' } } });
  await payments.agents.updatePolicy({ agentId, defaultExecutionMode: 'APPROVAL_REQUIRED' });
  await setting.agent.transfers.createOut({ ...setting.transfer, amount: 5_00 });
  await call(client, 'customers_delete', { customerId });
  await call(client, 'agents_delete', { agentId });
  await call(client, 'external_accounts_delete', { externalAccountId: setting.payTo });
  await call(client, 'agents_delete', { agentId: mock.add.agent({ customerId }).agent.id });
  expect(asked.pop()).not.toContain('wait for approval');
  expect(asked[0]).toMatch(/^ {2}Its accounts hold: .*12\.50 EUR/m);
  const held = expect.stringContaining('Payments that wait for approval: 5.00 USD\n');
  expect(asked).toEqual([held, held, held]);
});

test('nobody is asked about a change of nothing', async () => {
  const { client, asked, agentId } = await askedPlatform();
  const { text } = await call(client, 'agents_update_policy', { agentId });
  expect([text, asked]).toEqual([expect.stringContaining('names nothing to change'), []]);
});

test('what a list shows that was not read to its end is no more than that', async () => {
  const account = { id: 'InternalAccount:1', balance: { amount: 0, currency: { code: 'EUR' } } };
  let count = 5_000;
  const list = async function* () {
    for (let at = 0; at < count; at += 1) yield account;
  };
  const client = { internalAccounts: { list, listPlatform: () => [].values() } };
  const lookup = () => new Lookup(client as never, false, new AbortController().signal);
  const shown = () => heldBy(lookup(), { customerId: 'Customer:1' });
  expect(await shown()).toBe('nothing');
  count += 1;
  expect(await shown()).toBe('nothing, and what is in those after the first 5000');
  const missing = internalAccount(lookup(), 'InternalAccount:2', {});
  await expect(missing).rejects.toThrow('it is not among the first 5000');
});

test('a policy in another currency shows the limits that it leaves to the service', async () => {
  const { client, asked, payments, agentId } = await askedPlatform(decline);
  const limits = { currency: 'USD', perTransactionLimit: 500_00, dailyLimit: 900_00 };
  await payments.agents.updatePolicy({ agentId, spendingLimits: limits });
  const other = { currency: 'JPY', dailyLimit: 90_000 };
  await call(client, 'agents_update_policy', { agentId, spendingLimits: other });
  expect(asked[0]).toContain(
    'Spending limits, per transaction limit: 500.00 USD: what it becomes is not known',
  );
  await call(client, 'agents_update_policy', { agentId, spendingLimits: { dailyLimit: 1_00 } });
  expect(asked[1]).not.toContain('not known');
});

test('a list of a policy is shown whole, and an empty one is not taken for none', async () => {
  const { client, asked, mock, agentId, customerId } = await askedPlatform(decline);
  const more = Array.from({ length: 9 }, () => mock.add.internalAccount({ customerId }).id);
  const allow = (allowedAccountIds: readonly string[] | null) =>
    call(client, 'agents_update_policy', { agentId, accountRestrictions: { allowedAccountIds } });
  await allow(more);
  const line = asked[0]?.split('\n').find((one) => one.includes(' becomes '));
  for (const id of more) expect(line).toContain(id);
  await allow([]);
  expect(asked[1]).toContain(
    "Account restrictions, allowed account ids: all its customer's accounts becomes an empty list",
  );
});

test('the end of a limit, a threshold or a rule is shown as what is allowed then', async () => {
  const { client, asked, payments, agentId, accountId } = await askedPlatform(decline);
  const rule = {
    accountId,
    executionMode: 'APPROVAL_REQUIRED',
    perTransactionLimit: 1_00,
  } as const;
  await payments.agents.updatePolicy({
    agentId,
    accountRestrictions: { allowedAccountIds: [accountId], accountRules: [rule] },
    approvalThresholds: { currency: 'USD', amount: 2_00 },
  });
  const accountRestrictions = { allowedAccountIds: null, accountRules: [] };
  const approvalThresholds = { amount: null };
  const spendingLimits = { dailyLimit: null };
  const wider = { agentId, accountRestrictions, approvalThresholds, spendingLimits };
  await call(client, 'agents_update_policy', wider);
  for (const end of [
    "becomes all its customer's accounts",
    '"APPROVAL_REQUIRED" becomes the default mode of the policy',
    '1.00 USD becomes the limit of the policy',
    '2.00 USD becomes no threshold',
    '700.00 USD becomes no limit',
  ]) {
    expect(asked[0]).toContain(end);
  }
});

test("the limit of one account's rule is named with the account's id as it is", async () => {
  const { payments, agent, agentId, transfer, payTo } = stage();
  const accountRules = [{ accountId: payTo, perTransactionLimit: 50_00 }];
  await payments.agents.updatePolicy({ agentId, accountRestrictions: { accountRules } });
  const { client, asked } = await asking(serverOf({ agent }), decline);
  await call(client, `agent_${out}`, { ...transfer, amount: 1_00 });
  const label = `Per transaction limit of ${payTo}`;
  expect(asked[0]).toContain(`  ${label}: up to 50.00 USD`);
});

test.each([
  ['of a cut address', `https://evil.example.com/${'a'.repeat(400)}`],
  ['behind a long path of a user', `https://bank.example.com${'a'.repeat(400)}@evil.example.com/`],
  ['behind the name of a user', 'https://bank.example.com@evil.example.com/hook'],
])('the host %s is shown', async (_what, webhookEndpoint) => {
  const { client, asked } = await askedPlatform(decline);
  await call(client, 'config_update', { webhookEndpoint });
  const [text = ''] = asked;
  const lines = text.split('\n').filter((line) => /^ {2}webhook ?endpoint: /i.test(line));
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toContain('its host is "evil.example.com")');
});

test('neither a name that begins as a date nor the name of a field passes for words of ours', async () => {
  const { mock, customerId, ...setting } = stage();
  const name = '2026-01-05T checked by the service';
  const { id: tokenId } = await setting.payments.tokens.create({ name, permissions: ['VIEW'] });
  const token = await described(setting, 'tokens.delete', { tokenId });
  expect(token.facts[0]?.facts[0]).toEqual({ label: 'Name', value: `"${name}"` });
  const named = { nameAsEntered: 'Grace Hopper', currency: 'XXX', status: 'GOOD', BIC: 'ABCDEF' };
  const like = { earlierPayments: 'many', kindOfAccount: 'USD_ACCOUNT', bic: 'GHIJKL' };
  const accountInfo = { ...euroAccount.accountInfo, ...named, ...like };
  const { id } = mock.add.externalAccount({ customerId, accountInfo });
  const account = await described(setting, 'externalAccounts.delete', { externalAccountId: id });
  const rows = account.facts[0]?.facts.map(({ label, value }) => `${label}: ${value}`);
  expect(rows).toContain('Name as entered: "Ada Lovelace"');
  for (const [field, value] of Object.entries({ ...named, ...like })) {
    expect(rows?.filter((row) => row.includes(value.slice(-4)))).toContainEqual(
      expect.stringMatching(new RegExp(`^("${field}"|BIC): `)),
    );
  }
  expect(rows).toContain('Currency: EUR');
});

test('a change says of each value if it stays, also where two long ones look the same', async () => {
  const { payments, ...setting } = stage();
  const webhookEndpoint = `https://app.example.com/${'a'.repeat(90)}`;
  await payments.config.update({ webhookEndpoint });
  const linesOf = async (input: Fields) => {
    const { facts } = await described({ payments, ...setting }, 'config.update', input);
    return facts[0]?.facts.map(({ label, value }) => `${label}: ${value}`);
  };
  expect(await linesOf({ webhookEndpoint })).toEqual([
    expect.stringMatching(/^Webhook endpoint: "https:.*, unchanged$/),
  ]);
  expect(await linesOf({ webhookEndpoint: webhookEndpoint.replace(/a$/, 'b') })).toEqual([
    expect.stringMatching(/^Webhook endpoint: "https:.*, changed where it is not shown$/),
  ]);
});

test('what the assistant wrote is not said to be of the service, nor a repeat to send nothing', async () => {
  const setting = stage();
  const shown = async (name: string, input: Fields) => {
    const description = await described(setting, name, input, true);
    expect(descriptionText(description, 'dialog')).not.toContain('Changes, as the service says');
    return callPage({ id: '', description } as never, '', { needs: 'nothing' }, ['', 1]).text();
  };
  const changed = await shown('config.update', { webhookEndpoint: 'https://evil.example.com' });
  expect(changed).toMatch(/was written by the assistant.*Nothing more is sent\./s);
  expect(changed).toContain('If a webhook address is shown, events go there.');
  const added = await shown('platformAccounts.create', euroAccount);
  expect(added).toContain('What is to be added was written by the assistant.');
  expect(added).not.toContain('from the service.');
});
