import { join } from 'node:path';
import { memoryAuditLog, type PaymentsMcpOptions } from '@org/payments-mcp';
import type { FaultEffect as Effect, Mock } from '@org/payments-mock';
import { createAgentClient, createPaymentsClient } from '@org/payments-sdk';
import { memoryJournal, sqliteJournal } from '@org/payments-sdk/journal';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { desk, expectEnd, recorded } from './desk.ts';
import { stateFolder } from './shared-journal.ts';
import {
  accept,
  addFailing,
  asking,
  call,
  connectInMemory,
  onPage,
  serverOf,
  stage,
} from './stage.ts';

const lose = { kind: 'lose-reply' } as const;
const headers = { 'retry-after': '3' };
const refusals: readonly (readonly [code: string, effect: Effect])[] = [
  ['CONFLICT', { kind: 'answer', status: 409, code: 'CONFLICT' }],
  ['RATE_LIMITED', { kind: 'answer', status: 429, code: 'RATE_LIMITED', headers }],
  ['FORBIDDEN', { kind: 'answer', status: 403, code: 'FORBIDDEN' }],
];

/** The mock behind a proxy whose clock is so many milliseconds ahead. */
const dated = (mock: Mock, milliseconds: number) => async (request: Request) => {
  const { body, status, headers: own } = await mock.fetch(request);
  const date = new Date(Date.parse(own.get('date') ?? '') + milliseconds).toUTCString();
  return new Response(body, { status, headers: { ...Object.fromEntries(own), date } });
};

/** A transfer that was applied and whose response was lost, and how it is sent again. */
async function lostTransfer(person = accept) {
  const setting = stage();
  const audit = memoryAuditLog();
  const options = { platform: setting.payments, allowWrites: true, audit } as const;
  const start = () =>
    serverOf({ ...options, permissions: ['VIEW', 'TRANSACT', 'MANAGE'], secondCall: false });
  const client = await connectInMemory(start(), person);
  const input = { ...setting.transfer, amount: 100_00, idempotencyKey: 'inv-1' };
  const fail = (effect: Effect) =>
    setting.mock.faults.add({ operation: 'transfers.createOut', effect });
  fail(lose);
  const lost = await call(client, 'transfers_create_out', input);
  expect(lost.value).toMatchObject({ outcome: 'unknown' });
  const again = (on = client) => call(on, 'transfers_create_out', input);
  return { ...setting, audit, client, start, fail, input, again, lost };
}

test.each(refusals)(
  'a lost payment stays unknown if its repeat is refused with %s',
  async (code, effect) => {
    const { fail, again, audit, balance } = await lostTransfer();
    fail(effect);
    const refused = await again();
    expect(refused).toMatchObject({
      isError: true,
      value: {
        outcome: 'unknown',
        idempotencyKey: 'inv-1',
        error: { code: 'OUTCOME_UNKNOWN', retryable: true, cause: { code } },
      },
    });
    expect(refused.text).toMatch(/^OUTCOME_UNKNOWN: /);
    expect(refused.text).toContain(code);
    const first = { CONFLICT: 'Read the', RATE_LIMITED: 'Wait 3 seconds', FORBIDDEN: 'Do not try' };
    expect(refused.text).toContain(`First: ${first[code as 'CONFLICT']}`);
    expect(refused.text).toContain('the same `idempotencyKey`');
    expect(refused.text).toContain('only a repeat with the same key does.');
    expect(refused.text).not.toContain('check_outcome');
    expect(audit.records.at(-1)).toMatchObject({ event: 'unknown', code });
    // Its key is still in use: another payment cannot be sent with it.
    expect((await again()).value).toMatchObject({ status: expect.any(String) });
    expect(await balance()).toBe(900_00);
  },
);

test('nor if the person refuses the repeat', async () => {
  let refuse: (() => void) | undefined;
  const { again, mock } = await lostTransfer(() => {
    refuse?.();
    return { action: refuse === undefined ? 'accept' : 'decline' };
  });
  // The service is gone by then.
  const effect = { kind: 'reset-connection' } as const;
  refuse = () => void mock.faults.add({ operation: 'config.get', times: 5, effect });
  const { value, text } = await again();
  expect(value).toMatchObject({ outcome: 'unknown', error: { code: 'CONFIRMATION_DECLINED' } });
  expect(text).toMatch(
    /This call has sent nothing\..*An earlier call with this `idempotencyKey` was sent/,
  );
  expect(text).not.toContain('Nothing was sent');
  mock.faults.clear();
  vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000, toFake: ['Date'] });
  mock.clock.advance({ hours: 24 });
  onTestFinished(() => void vi.useRealTimers());
  const old = /shows the outcome, and the key is too old .* in `transactions\.list`/;
  expect((await again()).text).toMatch(old);
});

test('nor if a server that was started anew finds no service', async () => {
  const { clientWith, input } = await lostTransfer();
  const fetch = () => Promise.reject(new TypeError('fetch failed'));
  const platform = clientWith({ fetch });
  const permissions = ['VIEW', 'TRANSACT'] as const;
  const server = serverOf({ platform, allowWrites: true, permissions });
  const client = await connectInMemory(server, accept);
  const { value, text } = await call(client, 'transfers_create_out', input);
  expect(value).toMatchObject({ outcome: 'unknown' });
  expect(text).toContain('Call again later with the same key');
  expect(text).not.toContain('too old');
});

test('a payment that was applied is not reported as refused when it is repeated', async () => {
  const { fail, again, audit, balance } = await lostTransfer();
  const { value: paid } = await again();
  for (const [code, effect] of [...refusals, ['OUTCOME_UNKNOWN', lose] as const]) {
    fail(effect);
    const refused = await again();
    expect(refused).toMatchObject({
      isError: true,
      value: { outcome: 'applied', resourceId: paid.id, error: { code } },
    });
    expect(refused.text).toContain('was applied');
    expect(audit.records.at(-1)).toMatchObject({ event: 'applied', resourceId: paid.id });
  }
  expect(await balance()).toBe(900_00);
});

test('a repeat says that it is one, to the assistant and at the terminal', async () => {
  const { again, mock, payments, input } = await lostTransfer();
  expect((await again()).text).toMatch(/^A call with .* was sent before\. .*one result of both/);
  const known = await again();
  expect(known.text).toMatch(/^A call with .* was applied before, and nothing was done again/);
  // A server that does not have the first call in its journal, an hour later.
  mock.clock.advance({ hours: 1 });
  const platform = payments.withOptions({ journal: memoryJournal() });
  const { client } = await shared({ platform, allowWrites: true });
  const other = await call(client, out, input);
  expect(other.text).toMatch(
    /^This was created at 2026-01-05T09:00.+may have made it, and then nothing was done again/,
  );
  expect(other.value).toMatchObject({ id: known.value.id, repeat: expect.any(String) });
  // Of a new payment nothing is said, though a proxy dates responses by another clock.
  vi.useFakeTimers({ now: mock.clock.now(), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const elsewhere = async () => {
    const ahead = { fetch: dated(mock, 120_000), journal: memoryJournal() };
    return shared({ platform: payments.withOptions(ahead), allowWrites: true });
  };
  const first = { ...input, idempotencyKey: 'inv-9' };
  const fresh = await call((await elsewhere()).client, out, first);
  expect(fresh.value.repeat).toBeUndefined();
  // Of one that is repeated soon it is said all the same, by the clock of this machine.
  mock.clock.advance({ seconds: 90 });
  vi.setSystemTime(mock.clock.now());
  const soon = await call((await elsewhere()).client, out, first);
  expect(soon.value.repeat).toContain('may have made it');
  vi.useRealTimers();
  expect(fresh.value.note).toMatch(
    /^Transaction:\S+ is PENDING: it can still fail\. `transactions\.get`/,
  );
  const at = await desk();
  for (const own of [{}, recorded(at.folder)]) {
    const key = `rent-${Object.keys(own).length}`;
    const pay = () => at.run([...at.pay, '--yes', '--idempotency-key', key], own);
    expect((await pay()).errors).toMatch(
      /^(?:note: the journal .+\n)?note: Transaction:\S+ is PENDING: it can still fail\. payments transactions get Transaction:\S+ shows .+\n$/,
    );
    at.mock.clock.advance({ hours: 1 });
    expectEnd(await pay(), 0, /^note: .*again/);
  }
});

test('a repeat shows what the payment is now, and not its first response', async () => {
  const { client, input, mock, customerId } = await lostTransfer();
  const { id: accountId } = mock.add.externalAccount({ customerId, accountNumber: '000123005' });
  const late = { ...input, destination: { accountId }, idempotencyKey: 'late' };
  expect((await call(client, out, late)).value.status).toBe('PENDING');
  mock.clock.advance({ minutes: 1 });
  const failed = await call(client, out, late);
  expect(failed).toMatchObject({ isError: true, value: { status: 'FAILED' } });
  expect(failed.text).toMatch(/is FAILED.*the payment was not made/);
  expect(failed.value.repeat).toContain('A read shows it as it is now.');
  const down = { operation: 'transactions.get', times: 'always' } as const;
  const remove = mock.faults.add({ ...down, effect: { kind: 'answer', status: 500 } });
  const then = await call(client, out, late);
  remove();
  expect(then.value).toMatchObject({
    status: 'PENDING',
    repeat: expect.stringMatching(/It is shown as it was then: read Transaction:\S+\.$/),
  });
  const other = { ...late, amount: 1_00 };
  expect((await call(client, out, other)).text).toContain(`whose result is ${then.value.id}`);
  const at = await desk();
  const { customerId: owner, pay, folder } = at;
  const payee = at.mock.add.externalAccount({ customerId: owner, accountNumber: '000123005' });
  const keyed = [...pay.with(5, payee.id), '--yes', '--idempotency-key', 'a'];
  const repeat = () => at.run(keyed, recorded(folder));
  expect((await repeat()).code).toBe(0);
  at.mock.clock.advance({ minutes: 1 });
  expectEnd(await repeat(), 6, 'FAILED', 'out');
});

test.each(refusals)('%s leaves the key of a payment free', async (code, effect) => {
  const { client, fail, input } = await lostTransfer();
  const other = { ...input, idempotencyKey: 'inv-2' };
  fail(effect);
  const refused = await call(client, 'transfers_create_out', other);
  expect(refused.value).toMatchObject({ outcome: 'not-applied', error: { code } });
  expect(refused.text).toMatch(/^.*This call has changed nothing\.$/m);
  const wait = code === 'RATE_LIMITED' ? 'Wait 3 seconds, then call again, with the same `id' : '';
  expect(refused.text).toContain(wait);
  expect(refused.text).not.toContain('"retryAfter"');
  const corrected = { ...other, amount: 50_00 };
  expect((await call(client, 'transfers_create_out', corrected)).isError).toBe(false);
});

describe.each([
  ['refuses a used key', 'strict', 'not-applied', 1],
  ['repeats its first response', 'lenient', 'unknown', 3],
] as const)('where the service %s', (_what, idempotency, outcome, status) => {
  test('an assistant learns that its payment is another one', async () => {
    const { payments, clientWith, transfer, balance } = stage({ idempotency });
    // Its journal does not have the first payment.
    const platform = clientWith({ journal: memoryJournal() });
    const input = { ...transfer, amount: 100_00, idempotencyKey: 'inv-1' };
    const first = await payments.transfers.createOut(input);
    const audit = memoryAuditLog();
    const server = serverOf({ platform, allowWrites: true, audit });
    const client = await connectInMemory(server, accept);
    const paid = await call(client, 'transfers_create_out', { ...input, amount: 200_00 });
    expect(paid).toMatchObject({ isError: true, value: { error: { retryable: false } } });
    expect(paid.value.error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(paid.value.outcome).toBe(outcome);
    expect(paid.text).toContain('Do not call again with this key.');
    expect(paid.text).not.toContain('it was made.');
    expect(paid.text).not.toContain('check_outcome');
    if (outcome === 'unknown') expect(paid.value.error).toMatchObject({ resourceId: first.id });
    const event = outcome === 'unknown' ? outcome : 'failed';
    expect(audit.records.at(-1)).toMatchObject({ event, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await balance()).toBe(900_00);
  });

  test('so does the command', async () => {
    const { run, pay, balance } = await desk(undefined, '', { idempotency });
    const yes = ['--yes', '--idempotency-key', 'inv-1'];
    expect((await run([...pay, ...yes])).code).toBe(0);
    const other = pay.with(-1, '20.00USD');
    const { code, errors } = await run([...other, ...yes]);
    expect(code).toBe(status);
    expect(errors).toContain('IDEMPOTENCY_KEY_REUSED');
    expect(errors).toContain('Do not run the command again with this key.');
    expect(errors).not.toContain('Send it again');
    expect(await balance()).toBe(990_00);
  });
});

const out = 'transfers_create_out';

/** A server on a shared audit log, and the questions that its person was asked. */
const shared = (options: PaymentsMcpOptions) => asking(serverOf(options));

test('of two agents that share an audit log, each has keys of its own', async () => {
  const { agent, mock, shared: connection, customerId, transfer, balance } = stage();
  const audit = memoryAuditLog();
  const second = mock.add.agent({
    customerId,
    policy: {
      permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'MANAGE_EXTERNAL_ACCOUNTS'],
      spendingLimits: { currency: 'USD', perTransactionLimit: 50_00 },
    },
  });
  const other = createAgentClient({ ...connection, accessToken: second.accessToken });
  const input = { ...transfer, amount: 40_00, idempotencyKey: 'inv-1' };
  const first = await shared({ agent, audit });
  await call(first.client, `agent_${out}`, input);
  const next = await shared({ agent: other, audit });
  expect((await call(next.client, `agent_${out}`, input)).isError).toBe(false);
  expect(next.asked[0]).not.toContain('Sent before');
  expect(await balance()).toBe(920_00);
  // Neither does a key of the other agent skip the policy, nor is it taken for that agent's payment.
  const { client } = await shared({ agent: other, audit });
  const large = { ...input, amount: 60_00, idempotencyKey: 'inv-2' };
  expect((await call(first.client, `agent_${out}`, large)).isError).toBe(false);
  expect((await call(client, `agent_${out}`, large)).value).toMatchObject({
    error: { code: 'VELOCITY_LIMIT_EXCEEDED', refusedBy: 'policy' },
  });
  const sent = audit.records.filter(({ event }) => event === 'sent' || event === 'applied');
  expect(new Set(sent.map(({ account }) => account)).size).toBe(2);
  expect(sent.every(({ account }) => /^[\w-]{22}$/.test(account ?? ''))).toBe(true);
});

test('a client without a journal has one in memory: its keys are known as long as the server', async () => {
  const { mock, transfer, balance } = stage();
  const { baseUrl, tokenId, clientSecret } = mock.connection;
  const platform = createPaymentsClient({ baseUrl, fetch: mock.fetch, tokenId, clientSecret });
  const { client, asked } = await shared({ platform, allowWrites: true });
  const input = { ...transfer, amount: 5_00, idempotencyKey: 'inv-1' };
  for (const _ of [1, 2]) expect((await call(client, out, input)).isError).toBe(false);
  expect(asked[1]).toContain('Sent before');
  expect((await call(client, out, { ...input, amount: 6_00 })).isError).toBe(true);
  // Nobody is asked about another payment with the key.
  expect(asked).toHaveLength(2);
  expect(await balance()).toBe(995_00);
});

test('of two calls with one key that wait at once the later one says so, and both are one payment', async () => {
  const { payments, transfer, balance } = stage();
  // Both are told of this one.
  await payments.transfers.createOut({ ...transfer, amount: 5_00 });
  const options = { platform: payments, allowWrites: true };
  const { client, waiting, approve, read } = await onPage(options);
  const pay = (amount: number, idempotencyKey: string) =>
    call(client, out, { ...transfer, amount, idempotencyKey });
  const calls = [pay(5_00, 'a'), pay(5_00, 'a'), pay(1_00, 'b')];
  await waiting(3);
  const list = [...(await read()).matchAll(/<li><a href="\/approvals\/([^"]+)".*?<\/li>/g)];
  const said = (text: string) => text.includes('a call with this key waits already');
  const all = list.sort(([one], [other]) => Number(said(one)) - Number(said(other)));
  expect(all.map(([text]) => said(text))).toEqual([false, false, true]);
  // The later one is decided last: then the other was sent, of which its person knew.
  for (const [at, [, id]] of all.entries()) {
    await approve(id);
    if (at === 1) await Promise.any(calls.slice(0, 2));
  }
  const [first, second] = (await Promise.all(calls)).map(({ value }) => value);
  expect([first?.id, await balance()]).toEqual([second?.id, 989_00]);
  expect(first?.id).toEqual(expect.stringContaining('Transaction:'));
  const ends = await Promise.all(all.map(([, id]) => read(`/${id}`)));
  const isRepeat = (end: string) => end.includes('Approved, and sent before');
  expect(ends.map(isRepeat)).toEqual([false, false, true]);
  expect(ends.at(-1)).not.toContain('carried out<');
});

test('of two calls with one key none is sent after the same payment was made with another one', async () => {
  const { payments, transfer, balance } = stage();
  const { client, waiting, approve } = await onPage({ platform: payments, allowWrites: true });
  const input = { ...transfer, amount: 5_00, idempotencyKey: 'a' };
  const calls = [call(client, out, input), call(client, out, input)];
  const ids = await waiting(2);
  await payments.transfers.createOut({ ...transfer, amount: 5_00 });
  for (const id of ids) await approve(id);
  const codes = (await Promise.all(calls)).map(({ value }) => value.error?.code);
  expect(codes).toEqual(['CONFIRMATION_OUTDATED', 'CONFIRMATION_OUTDATED']);
  expect(await balance()).toBe(995_00);
});

test('of equal payments that are approved together one is sent, also where no list shows it yet', async () => {
  const { mock, payments, transfer, sent } = stage();
  const { client, waiting, approve } = await onPage({ platform: payments, allowWrites: true });
  const behind = { kind: 'cached-list', milliseconds: 3_600_000 } as const;
  mock.faults.add({ operation: 'transactions.list', times: 'always', effect: behind });
  const pay = (amount: number, idempotencyKey: string) =>
    call(client, out, { ...transfer, amount, idempotencyKey });
  const calls = [pay(5_00, 'a'), pay(5_00, 'b'), pay(7_00, 'c')];
  await Promise.all((await waiting(3)).map(approve));
  const codes = (await Promise.all(calls)).map(({ value }) => String(value.error?.code));
  expect(codes.sort()).toEqual(['CONFIRMATION_OUTDATED', 'undefined', 'undefined']);
  expect(sent('transfers.createOut')).toBe(2);
});

test('of equal amounts to others, or pulled from others, that are approved together each is sent', async () => {
  const { mock, payments, transfer, customerId, balance } = stage();
  mock.add.customer({ umaAddress: '$ada@example.com' });
  const { client, waiting, approve } = await onPage({ platform: payments, allowWrites: true });
  const invite = { inviterUma: '$ada@example.com', amountToSend: 5_00 };
  const sources = [transfer.destination, { accountId: addFailing(mock, customerId) }];
  const calls = [
    ...[invite, invite].map((input) => call(client, 'invitations_create', input)),
    ...sources.map((source, at) =>
      call(client, 'transfers_create_in', {
        ...{ source, destination: transfer.source, amount: 5_00, idempotencyKey: `${at}` },
      }),
    ),
  ];
  await Promise.all((await waiting(4)).map(approve));
  const codes = (await Promise.all(calls)).map(({ value }) => value.error?.code);
  expect(codes).toEqual([undefined, undefined, undefined, undefined]);
  expect(await balance()).toBeGreaterThan(1_000_00);
});

test('of equal payments that the model confirms after it has shown both the second is not sent', async () => {
  const { mock, payments, transfer } = stage();
  const client = await connectInMemory(serverOf({ platform: payments, allowWrites: true }));
  const behind = { kind: 'cached-list', milliseconds: 3_600_000 } as const;
  mock.faults.add({ operation: 'transactions.list', times: 'always', effect: behind });
  const pay = (idempotencyKey: string, confirmationId?: unknown) =>
    call(client, out, { ...transfer, amount: 5_00, idempotencyKey, confirmationId });
  const shown = [await pay('a'), await pay('b')].map(({ value }) => value.confirmationId);
  expect((await pay('a', shown[0])).value.error).toBeUndefined();
  expect((await pay('b', shown[1])).value.error?.code).toBe('CONFIRMATION_OUTDATED');
});

test('a payment that no list shows yet is told of to who decides on an equal one, unless it failed', async () => {
  const { mock, payments, transfer, customerId } = stage();
  const { client, waiting, approve, read } = await onPage({
    platform: payments,
    allowWrites: true,
  });
  const behind = { kind: 'cached-list', milliseconds: 3_600_000 } as const;
  mock.faults.add({ operation: 'transactions.list', times: 'always', effect: behind });
  const failing = { accountId: addFailing(mock, customerId) };
  const shown = async (destination: object, idempotencyKey: string) => {
    const calling = call(client, out, { ...transfer, destination, amount: 5_00, idempotencyKey });
    const [id] = await waiting(1);
    const question = await read(`/${id}`);
    await approve(id);
    // Who was told of the other decides on it.
    expect((await calling).value.error).toBeUndefined();
    return question.includes('the same amount was sent to this payee at');
  };
  expect(await shown(transfer.destination, 'a')).toBe(false);
  expect(await shown(failing, 'b')).toBe(false);
  expect(await shown(transfer.destination, 'c')).toBe(true);
  expect(await shown(failing, 'd')).toBe(false);
});

test('the repeat of a payment that has failed is shown as that, and ends as not paid', async () => {
  const { mock, payments, transfer, customerId } = stage();
  const { client, waiting, approve, read } = await onPage({
    platform: payments,
    allowWrites: true,
  });
  const destination = { accountId: addFailing(mock, customerId) };
  const input = { ...transfer, destination, amount: 5_00, idempotencyKey: 'a' };
  for (const isRepeat of [false, true]) {
    const calling = call(client, out, input);
    const [id] = await waiting(1);
    const shown = await read(`/${id}`);
    expect(/nothing is paid now: Transaction:\S+ is FAILED/.test(shown)).toBe(isRepeat);
    // Nobody reads that a call pays which pays nothing.
    expect(/This moves money\./.test(shown)).toBe(!isRepeat);
    expect(/>Pay 5\.00 USD<\/button>/.test(shown)).toBe(!isRepeat);
    expect(/data-label="notice"><dt>Sent before</.test(shown)).toBe(isRepeat);
    expect(shown).toContain('no completed payment by its customer found');
    const ended = await approve(id);
    expect(ended).toContain('<h1>Approved, and not paid</h1>');
    expect(ended).toMatch(/>Transaction:\S+ is FAILED \([A-Z_]+\): the payment was not made\.</);
    expect(ended).toContain('<span class="amount" translate="no">5.00 USD</span>');
    expect(ended).toContain('account number ending 0002');
    await calling;
    mock.faults.add({ operation: 'transfers.createOut', times: 'always', effect: lose });
  }
});

test('nobody is asked while the journal is down, and what was certainly not sent is not unknown', async () => {
  const { mock, transfer, clientWith } = stage();
  const secret = 'a-secret-of-32-bytes-or-more-for-it';
  const platform = clientWith({ journal: sqliteJournal('/none/writes.db', { secret }) });
  const { client, asked } = await shared({ platform, allowWrites: true });
  const calling = call(client, out, { ...transfer, amount: 5_00, idempotencyKey: 'inv-1' });
  expect((await calling).text).toContain('This call has sent nothing.');
  // Without a key nothing is read before.
  const { agent } = mock.add.agent();
  const removing = call(client, 'agents_delete', { agentId: agent.id });
  expect((await removing).text).toMatch(/The journal cannot be used.*This call has sent nothing\./);
  expect(asked).toEqual([]);
});

test('a key whose payment is open under another secret of the journal is not sent, and nobody is asked', async () => {
  const { mock, transfer, clientWith, balance } = stage();
  const path = join(stateFolder(), 'writes.db');
  const input = { ...transfer, amount: 5_00, idempotencyKey: 'inv-1' };
  const server = (word: string) => {
    const journal = sqliteJournal(path, { secret: `${word}-secret-of-32-bytes-or-more-for-it` });
    return shared({ platform: clientWith({ journal }), allowWrites: true });
  };
  const [first, second] = await Promise.all([server('one'), server('another')]);
  mock.faults.add({ operation: 'transfers.createOut', effect: lose });
  expect((await call(first.client, out, input)).value).toMatchObject({ outcome: 'unknown' });
  const repeat = await call(second.client, out, input);
  expect([repeat.value, repeat.text]).toEqual([
    expect.objectContaining({ outcome: 'unknown' }),
    expect.stringMatching(/Tell the person: set that PAYMENTS_JOURNAL_SECRET.*sent nothing/s),
  ]);
  expect(second.asked).toEqual([]);
  expect(await balance()).toBe(995_00);
});
