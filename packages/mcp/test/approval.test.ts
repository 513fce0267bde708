import { findOperation, type NamedOperation } from '@org/payments-contract';
import { valuesIn } from '@org/payments-contract/internal';
import { createPaymentsMcp } from '@org/payments-mcp';
import type { FaultEffect } from '@org/payments-mock';
import { expect, test } from 'vitest';
import {
  briefText,
  describeCall,
  descriptionText,
} from '../src/approval/describe/describe-call.ts';
import { strangerText } from '../src/approval/describe/facts.ts';
import { Lookup } from '../src/approval/describe/lookup.ts';
import { callPage, listPage } from '../src/approval/page/html.ts';
import { type WaitingCall, WaitingCalls } from '../src/approval/waiting-calls.ts';
import { toolOf } from '../src/tools/tool.ts';
import { approvalWorld, approvedOperations, callOf, serverFor } from './approvals.ts';
import {
  askedPlatform,
  asking,
  call,
  decline,
  dollars,
  euroAccount,
  onPage,
  serverOf,
  stage,
} from './stage.ts';

const out = 'transfers_create_out';
const service = 'https://sandbox.example.com/2025-10-13';

test('a person sees that a payee was paid before, and what the limits of the agent leave', async () => {
  const { agent, transfer } = stage();
  const { client, asked } = await asking(serverOf({ agent }));
  for (const amount of [100_00, 50_00]) {
    await call(client, 'agent_transfers_create_out', { ...transfer, amount });
  }
  const [first = '', second = ''] = asked;
  expect(first).toMatch(/\n\nService: https?:\/\/[^/]+\/\d{4}-\d\d-\d\d$/);
  expect(first).toContain('Earlier payments: no completed payment found');
  expect(first).toContain('Per transaction limit: up to 500.00 USD');
  expect(first).toContain('Daily limit: 600.00 USD of 700.00 USD remain afterwards');
  expect(second).toContain('Earlier payments: money was sent to it before');
  expect(second).toContain('Daily limit: 550.00 USD of 700.00 USD remain afterwards');
});

/** The first lines of what a person is shown, as a record. */
function inShort(text: string): Record<string, string> {
  const [, lines = ''] = /In short:\n((?: {2}.+\n)+)/.exec(text) ?? [];
  const entries = [...lines.matchAll(/^ {2}([^:]+): (.+)$/gm)];
  return Object.fromEntries(entries.map(([, label = '', value = '']) => [label, value]));
}

test('the first lines say who receives how much from where, and at which cost', async () => {
  const { client, asked, mock, transfer, customerId, quoteOf, payments, agent, agentId } =
    await askedPlatform(decline);
  const euros = mock.add.externalAccount({ customerId, ...euroAccount });
  const grace = '"Grace Hopper", account number ending 6789';
  const own = 'account of "Customer 1"';
  await call(client, out, { ...transfer, amount: 150_00 });
  expect(inShort(asked.at(-1) ?? '')).toEqual({
    Amount: '150.00 USD',
    To: grace,
    Fees: 'not known before it is sent',
    From: own,
  });
  const pulled = { source: transfer.destination, destination: transfer.source, amount: 5_00 };
  await call(client, 'transfers_create_in', pulled);
  expect(inShort(asked.at(-1) ?? '')).toMatchObject({ To: own, From: grace });
  const sending = quoteOf(100_00, euros.id);
  const quote = await payments.quotes.create({ ...sending, lockedCurrencySide: 'RECEIVING' });
  await call(client, 'quotes_execute', { quoteId: quote.id });
  expect(asked.at(-1)).toContain(`Exchange rate: ${quote.exchangeRate} USD for 1 EUR`);
  const debit = (quote.totalSendingAmount / 100).toFixed(2);
  expect(inShort(asked.at(-1) ?? '')).toEqual({
    Amount: `${debit} USD`,
    To: '"Ada Lovelace", IBAN ending 3000',
    'They receive': '100.00 EUR',
    From: own,
    Fees: `${(quote.feesIncluded / 100).toFixed(2)} USD`,
  });
  await payments.agents.updatePolicy({ agentId, defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const waiting = await agent.transfers.createOut({ ...transfer, amount: 20_00 });
  await call(client, 'agents_approve_action', { agentId, actionId: waiting.id });
  const action = asked.at(-1) ?? '';
  expect(inShort(action)).toMatchObject({
    Amount: '20.00 USD',
    To: grace,
    From: own,
  });
  expect(action).toContain("If you refuse: No money moves. The agent's payment keeps waiting");
  await payments.agents.approveAction({ agentId, actionId: waiting.id });
  const decided = await call(client, 'agents_approve_action', { agentId, actionId: waiting.id });
  expect(decided.value.error?.code).toBe('CONFLICT');
  expect(decided.text).toMatch(/it was decided, .*may be paid: look for it among/);
  mock.add.customer({ umaAddress: '$ada@example.com', currencies: ['EUR'] });
  await call(client, 'invitations_create', { inviterUma: '$ada@example.com', amountToSend: 5_00 });
  expect(inShort(asked.at(-1) ?? '')).toMatchObject({
    Amount: '5.00 EUR',
    To: 'whoever claims the invitation',
  });
});

test('a reference that cannot be read is neither asked about nor sent', async () => {
  const { client, asked, transfer, sent } = await askedPlatform();
  const destination = { accountId: 'ExternalAccount:none' };
  const { value } = await call(client, out, { ...transfer, destination, amount: 1_00 });
  expect(value.error).toMatchObject({
    code: 'REFERENCE_UNRESOLVED',
    action: expect.stringContaining('Nothing was sent'),
  });
  expect(asked).toEqual([]);
  expect(sent('transfers.createOut')).toBe(0);
});

test.each<[string, FaultEffect, string]>([
  ['a broken network', { kind: 'refuse-connection' }, 'Nothing was sent. Tell the person: '],
  ['a failure', { kind: 'answer', status: 500 }, 'Nothing was sent. Wait a while, '],
  ['a wrong key', { kind: 'answer', status: 401, code: 'UNAUTHORIZED' }, 'check the token, '],
])(
  'a reference that was not read because of %s: no id is to be checked',
  async (_, effect, todo) => {
    const { client, mock, transfer } = await askedPlatform();
    mock.faults.add({ operation: 'externalAccounts.get', times: 'always', effect });
    const { value, text } = await call(client, out, { ...transfer, amount: 1_00 });
    const action = expect.stringContaining(todo);
    expect(value.error).toMatchObject({ code: 'REFERENCE_UNRESOLVED', action, cause: {} });
    expect(text).not.toMatch(/the ids|or raise|`reason`/);
  },
);

test('neither a field name nor a value of the model can pass for a line of the server', async () => {
  const { client, asked, quoteOf } = await askedPlatform(decline);
  const forged = 'x\n\nVerified by the bank: it is 1.00 USD\u2028\u202E\u200B';
  const { value: quote } = await call(client, 'quotes_create', quoteOf(10_00));
  expect(quote.status).toBe('PENDING');
  await call(client, 'customers_delete', { customerId: forged });
  await call(client, 'transactions_reject', { transactionId: 'Transaction:1', reason: forged });
  await call(client, 'config_update', { webhookEndpoint: `https://example.com/${forged}` });
  await call(client, 'external_accounts_create', {
    currency: 'USD',
    platformAccountId: forged,
    accountInfo: dollars('000123456789', forged),
  });
  expect(asked.length).toBeGreaterThan(0);
  for (const text of asked) {
    expect(text).not.toMatch(/[\u2028\u202E\u200B]/);
    expect(text).not.toMatch(/^ *Verified by the bank/m);
  }
  expect(asked.join()).toContain('[U+202E][U+200B]');
});

test.each([
  ['cards.update', { state: 'CLOSED' }, 'The card is closed, and can never be used again.'],
  ['cards.update', { state: 'FROZEN' }, 'This changes something.'],
  ['agents.update', { isPaused: true }, 'This changes something.'],
])('%s to %o is described by what it does', async (operation, change, warning) => {
  const { payments, mock, customerId, agentId } = stage();
  const card = mock.add.card({ cardholderId: customerId });
  const mcp = createPaymentsMcp({
    platform: payments,
    allowWrites: true,
    confirmWrites: true,
    signingLink: () => 'https://wallet.example.com/sign',
  });
  const { client, asked } = await asking(mcp, decline);
  const id = operation === 'cards.update' ? { id: card.id } : { agentId };
  await call(client, 'call_operation', { operation, arguments: { ...id, ...change } });
  expect(asked[0]).toContain(warning);
});

test('two cards to close are told apart before either is opened', async () => {
  const { payments, mock, customerId } = stage();
  const lookup = new Lookup(payments, false, new AbortController().signal);
  const tool = toolOf(findOperation('cards.update') as NamedOperation, false);
  const waiting = new WaitingCalls(Date, 60_000);
  for (const last4 of ['4242', '8534']) {
    const { id } = mock.add.card({ cardholderId: customerId, last4 });
    const shown = await describeCall(tool, { id, state: 'CLOSED' }, lookup, {
      service,
      canSign: true,
    });
    expect(briefText(shown)).toContain(last4);
    waiting.add(last4, shown);
  }
  const page = await listPage(waiting.list(), '').text();
  const shown = page.replaceAll(/<[^>]*>/g, '');
  expect(shown.match(/4242|8534/g)).toEqual(['4242', '8534']);
  const [first] = waiting.list();
  const one = await callPage(first as WaitingCall, '', { needs: 'nothing' }, ['ada', 1]).text();
  // The pages of two environments look alike.
  for (const each of [page, one]) expect(each).toMatch(/Service: <[^>]*>https:\/\/sandbox\./);
});

test('a card of the list names the agent whose rules change, and the customer who is deleted', async () => {
  const { payments, agentId, accountId, payTo, customerId } = stage();
  const lookup = new Lookup(payments, false, new AbortController().signal);
  const briefOf = async (name: string, input: object) => {
    const tool = toolOf(findOperation(name) as NamedOperation, false);
    return briefText(await describeCall(tool, { ...input }, lookup, { service, canSign: true }));
  };
  const accountRules = [{ accountId: payTo, perTransactionLimit: 1_00 }, { accountId }];
  const { name } = await payments.agents.get({ agentId });
  expect(await briefOf('agents.updatePolicy', { accountRules, agentId })).toContain(`"${name}"`);
  const deleted = /Customer: "Customer 1"\. Its accounts hold: 1,000\.00 USD/;
  expect(await briefOf('customers.delete', { customerId })).toMatch(deleted);
});

test('what is said of a text that is cut stands whole beside it, and a list keeps its commas', async () => {
  const link = strangerText(`https://a.example/${'long/'.repeat(40)}`);
  const user = strangerText('https://ada@b.example/hook');
  const words = [
    { label: 'address', value: `${link} becomes ${user}` },
    { label: 'permissions', value: '"VIEW", "QUOTE" becomes "VIEW"' },
  ];
  const description = {
    title: 'A',
    act: 'B',
    isFinal: false,
    warning: '',
    refusal: '',
    facts: [],
    service,
  };
  const call = { id: '1', description: { ...description, words } } as unknown as WaitingCall;
  const page = await callPage(call, '/approvals', { needs: 'nothing' }, ['ada', 1]).text();
  expect(page).toContain('more characters<span class="mark">its host is </span>');
  expect(page).toContain('<span class="mark">an unusual address; its host is </span>');
  expect(page.match(/b\.example</g)).toHaveLength(1);
  expect(page).not.toMatch(/\(its host|\(an unusual/);
  expect(page.replaceAll(/<[^>]*>/g, '')).toContain('VIEW, QUOTE becomes VIEW');
});

test('a mint and a burn show both sides', async () => {
  const { client, asked, mock } = await askedPlatform(decline);
  const dollars = mock.add.internalAccount({ available: 1_000_00 });
  const coin = mock.add.stablecoin({ symbol: 'ACMEUSD', decimals: 6 });
  await call(client, 'stablecoins_mint', {
    stablecoinId: coin.id,
    amount: '25000000',
    fundingSource: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: dollars.id },
    destination: { accountId: dollars.id },
    idempotencyKey: 'mint-1',
  });
  expect(inShort(asked[0] ?? '')).toMatchObject({
    Amount: '25.00 USD (one for one)',
    'They receive': '25.000000 ACMEUSD',
  });
});

test('accounts to be added are told apart in the list, and one that was taken back was not sent', async () => {
  const { payments, customerId, sent } = stage();
  const page = await onPage({ platform: payments, allowWrites: true });
  const stopping = new AbortController();
  const ended = ['000123450111', '000123450222'].map((accountNumber) => {
    const accountInfo = dollars(accountNumber, 'Grace Hopper');
    const input = { customerId, currency: 'USD', accountInfo };
    const { signal } = stopping;
    return page.client
      .callTool({ name: 'external_accounts_create', arguments: input }, undefined, { signal })
      .catch(() => 'stopped');
  });
  const [id] = await page.waiting(2);
  const text = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  const added = (end: string) =>
    new RegExp(`To be added Grace Hopper account number ending ${end}, as entered For Customer 1 `);
  const list = text(await page.read());
  for (const end of ['0111', '0222']) expect(list).toMatch(added(end));
  // One of this name, and of another number, is the payee of earlier payments.
  const known = 'Saved already Grace Hopper account number ending 6789, with the same name: ask';
  expect(list.split(known)).toHaveLength(3);
  const one = text(await page.read(`/${id}`));
  expect(one).toContain('What is to be added was written by the assistant.');
  stopping.abort();
  expect(await Promise.all(ended)).toEqual(['stopped', 'stopped']);
  await page.waiting(0);
  const end = text(await page.read(`/${id}`));
  expect(end).toMatch(/Taken back .* The call was not sent\./);
  expect(end).toMatch(added('0111'));
  expect(sent('externalAccounts.create')).toBe(0);
});

test('an account that takes what arrives for its customer is told as such', async () => {
  const { client, asked, customerId } = await askedPlatform(decline);
  const beneficiary = { ...euroAccount.accountInfo.beneficiary, birthDate: '1990-01-01' };
  const person = { ...beneficiary, nationality: 'DE', countryOfResidence: 'DE' };
  const accountInfo = { ...euroAccount.accountInfo, beneficiary: person };
  for (const defaultUmaDepositAccount of [true, false]) {
    const input = { customerId, currency: 'EUR', accountInfo, defaultUmaDepositAccount };
    await call(client, 'external_accounts_create', input);
  }
  const arrives = "What arrives at the customer's UMA address goes to this account afterwards";
  expect(asked.map((text) => text.includes(arrives))).toEqual([true, false]);
});

test('another name at the bank of the payee stands among the first lines', async () => {
  const { client, asked, mock, customerId, transfer } = await askedPlatform(decline);
  for (const beneficiaryVerificationStatus of ['NOT_MATCHED', 'PARTIAL_MATCH', 'MATCHED']) {
    const account = { customerId, beneficiaryVerificationStatus };
    const { id: accountId } = mock.add.externalAccount(account);
    const input = { ...transfer, destination: { accountId }, amount: 5_00 };
    await call(client, 'transfers_create_out', input);
  }
  const named = asked.map((text) => inShort(text)['Name at the bank']);
  const [none, part] = ['another one, which is not', 'another one, which is in part'];
  expect(named).toEqual([`${none} the one entered`, `${part} the one entered`, undefined]);
});

test('a payee whose account cannot be paid now, and a number that is saved, stand among the first lines', async () => {
  const { client, asked, mock, customerId, transfer, failAll } = await askedPlatform(decline);
  const number = '000123450444';
  for (const status of ['INACTIVE', 'UNDER_REVIEW', 'ACTIVE'] as const) {
    const { id: accountId } = mock.add.externalAccount({
      customerId,
      status,
      accountNumber: number,
    });
    await call(client, out, { ...transfer, destination: { accountId }, amount: 5_00 });
  }
  const is = (state: string) => `its account is ${state}, and only one that is ACTIVE can be paid`;
  const said = asked.splice(0).map((text) => inShort(text)['Status of the payee']);
  expect(said).toEqual([is('INACTIVE'), is('UNDER_REVIEW'), undefined]);
  const add = async (accountNumber: string, fullName: string) => {
    const input = { customerId, currency: 'USD', accountInfo: dollars(accountNumber, fullName) };
    await call(client, 'external_accounts_create', input);
    return inShort(asked.at(-1) ?? '')['Saved already'];
  };
  expect(await add('000 1234-50444', 'Mallory')).toMatch(/ending 0444, with the same number$/);
  expect(await add('000123450445', 'grace  HOPPER')).toMatch(
    /^"Grace Hopper", .+, with the same name: /,
  );
  expect(await add('000123450446', 'Mallory')).toBeUndefined();
  failAll('externalAccounts.list', { kind: 'answer', status: 403, code: 'FORBIDDEN' });
  expect(await add('000123450447', 'Mallory')).toMatch(/^not known: the saved accounts cannot/);
});

test('who approves a change of a customer is told where codes and money go, and who counts as checked', async () => {
  const { client, asked, customerId } = await askedPlatform(decline);
  const words = {
    email: /Codes .* can go to the new e-mail/,
    umaAddress: /UMA address reaches this customer/,
  };
  const changes = [
    { email: 'ada@example.net' },
    { email: 'ada@example.net', umaAddress: '$ada@wallet.example.net' },
    { kycStatus: 'APPROVED', fullName: 'Ada Byron' },
  ];
  for (const change of changes) {
    await call(client, 'customers_update', { customerId, customerType: 'INDIVIDUAL', ...change });
    const text = asked.at(-1) ?? '';
    for (const [field, said] of Object.entries(words))
      expect(said.test(text)).toBe(field in change);
    expect(text.includes('counts as checked')).toBe('kycStatus' in change);
    expect(/^ {2}KYC status: /m.test(text)).toBe('kycStatus' in change);
  }
  expect(asked).toHaveLength(3);
});

test('a mint and a burn like one before are told as such', async () => {
  const { client, asked, mock, payTo, failAll } = await askedPlatform();
  const { id: coins } = mock.add.internalAccount({ currency: 'ACMEUSD', available: 0 });
  const { id: dollars } = mock.add.internalAccount({ available: 1_000_00 });
  const { id: stablecoinId } = mock.add.stablecoin({ symbol: 'ACMEUSD', decimals: 6 });
  const pay = async (name: 'burn' | 'mint', amount: string, sides: object) => {
    const idempotencyKey = `${name}-${asked.length}`;
    await call(client, `stablecoins_${name}`, { stablecoinId, amount, idempotencyKey, ...sides });
    return /Same payment: (.+)/.exec(asked.at(-1) ?? '')?.[1];
  };
  const mint = {
    fundingSource: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: dollars },
    destination: { accountId: coins },
  };
  const burn = {
    source: { type: 'PROVIDER_INTERNAL_BALANCE' },
    destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: payTo, rail: 'ACH_CREDIT' },
  };
  const isSame = expect.stringContaining('the same amount was sent to this payee at ');
  for (const [name, sides] of [
    ['mint', mint],
    ['burn', burn],
  ] as const) {
    expect(await pay(name, '25000000', sides)).toBeUndefined();
    expect(await pay(name, '25000000', sides)).toEqual(isSame);
    expect(await pay(name, '26000000', sides)).toBeUndefined();
  }
  // A list that does not show what was just sent.
  failAll('stablecoins.listOperations', { kind: 'cached-list', milliseconds: 3_600_000 });
  expect(await pay('burn', '27000000', burn)).toBeUndefined();
  expect(await pay('burn', '27000000', burn)).toEqual(isSame);
});

/** What was read from the service, the first lines of it, and what follows the words of the model. */
function parts(text: string) {
  const [facts = '', rest = ''] = text.split('\nWritten by the assistant, not checked:\n');
  const [, brief = ''] = /In short:\n((?: {2}.+\n)+)/.exec(facts) ?? [];
  return {
    facts,
    brief,
    refusal: rest.split('\nIf you refuse: ')[1]?.split('\n\nService: ')[0] ?? '',
  };
}

/** Ids of resources that the service has more words for than the id. */
const bareIds = /\b(?!InternalAccount:)[A-Z][A-Za-z]+:[\da-f]{8}-[\da-f-]+/g;

test.each(approvedOperations)(
  'a person can decide on $name by what they are shown',
  async (operation) => {
    const setting = await approvalWorld();
    const { name, row } = operation;
    const { known } = setting;
    const { client, asked } = await asking(serverFor(operation, setting), decline);
    const input = callOf(operation, setting);
    const writes = () => setting.mock.requests.filter(({ method }) => method !== 'GET').length;
    const before = writes();
    const { value } = await call(client, 'call_operation', { operation: name, arguments: input });
    expect(value.error).toMatchObject({ code: 'CONFIRMATION_DECLINED' });
    expect(writes()).toBe(before);
    const [text = ''] = asked;
    const { facts, brief, refusal } = parts(text);
    for (const [id, shown] of Object.values(known)) {
      const isNamed = JSON.stringify(input).includes(`"${id}"`);
      // An agent does not read its own customer.
      const isOwn = row.auth === 'agent' && id === known.Customer?.[0];
      if (isNamed && !isOwn) expect(facts).toContain(shown);
    }
    expect(facts.match(bareIds)).toBe(null);
    // What a call is about is not a payment like it.
    expect(facts).not.toContain('Same payment');
    // The platform's quote to the same payee is not the agent's to read.
    if (name === 'agent.quotes.execute') expect(brief).toContain('not known in full');
    // A sentence of its own, not that of its risk.
    expect(facts).not.toContain('This lets somebody');
    expect(refusal).toMatch(/^\S.+\.$/);
    // Every field of the input has a row in each place, also one with nothing in it.
    const isAgent = row.auth === 'agent';
    const reader = isAgent ? setting.agent : setting.payments;
    const lookup = new Lookup(reader, isAgent, new AbortController().signal);
    const given = { ...input, none: [] };
    const shown = await describeCall(toolOf(operation, false), given, lookup, {
      service,
      canSign: true,
    });
    const waiting = new WaitingCalls(Date, 1).add('', shown);
    const page = await callPage(waiting, '', { needs: 'nothing' }, ['ada', 1]).text();
    for (const [path] of valuesIn(given)) {
      const label = path.replaceAll('/', '.');
      expect(page.replaceAll('<wbr>', '')).toContain(`<dt>${label}</dt>`);
      for (const place of ['dialog', 'terminal'] as const) {
        expect(descriptionText(shown, place)).toContain(`\n  ${label}: `);
      }
    }
    if (row.risk !== 'moves-money') return;
    expect(brief).toMatch(/^ {2}To: (?!not known)\S/m);
    expect(brief).toMatch(/^ {2}From: \S/m);
    expect(brief).toMatch(/^ {2}(?:Amount|They receive): [\d,]+\.\d\d+ [A-Z]+$/m);
    // What is rejected before it was sent has none yet.
    if (name !== 'agents.rejectAction') expect(brief).toMatch(/^ {2}Fees: \S/m);
  },
);
