import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { memoryAuditLog } from '@org/payments-mcp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../sdk/test/eventually.ts';
import {
  accept,
  askedPlatform,
  asking,
  call,
  connect,
  connectInMemory,
  decline,
  type Person,
  serverOf,
  stage,
} from './stage.ts';

const out = 'transfers_create_out';

test('an approval counts only for what the person was shown', async () => {
  const meanwhile: (() => Promise<unknown>)[] = [];
  const { client, asked, audit, agentId, payments, transfer, payTo, sent, balance } =
    await askedPlatform(async () => {
      await meanwhile.pop()?.();
      return { action: 'accept' };
    });
  const limit = (perTransactionLimit: number) => ({
    agentId,
    spendingLimits: { perTransactionLimit },
  });
  meanwhile.push(() => payments.agents.updatePolicy(limit(1_00)));
  const raised = await call(client, 'agents_update_policy', limit(600_00));
  expect(asked[0]).toContain('500.00 USD becomes 600.00 USD');
  expect(raised.value.error).toMatchObject({ code: 'CONFIRMATION_OUTDATED' });
  expect((await payments.agents.get({ agentId })).policy.spendingLimits).toMatchObject({
    perTransactionLimit: 1_00,
  });
  expect(audit.records.at(-1)).toMatchObject({ event: 'failed', code: 'CONFIRMATION_OUTDATED' });

  // Another payment from the account changes its balance, and nothing that was approved.
  const other = { ...transfer, amount: 1_00 };
  meanwhile.push(() => payments.transfers.createOut(other));
  expect((await call(client, out, { ...transfer, amount: 2_00 })).isError).toBe(false);
  expect(await balance()).toBe(997_00);

  meanwhile.push(() => payments.externalAccounts.delete({ externalAccountId: payTo }));
  const unreadable = await call(client, out, { ...transfer, amount: 3_00 });
  expect(unreadable.value.error).toMatchObject({ code: 'REFERENCE_UNRESOLVED' });
  expect(sent('transfers.createOut')).toBe(2);
});

test.each([
  ['machine', 1],
  ['service alone, as of a machine that was paused', 0],
])(
  'a key that grows too old while the person decides is asked about again: by the clock of the %s',
  async (_whose, moved) => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const waits = [0, 2, 0];
    const { client, asked, transfer, mock, sent, balance } = await askedPlatform(() => {
      pass(waits.shift() ?? 0);
      return { action: 'accept' };
    });
    const pass = (hours: number) => {
      vi.setSystemTime(Date.now() + moved * hours * 3_600_000);
      mock.clock.advance({ hours });
    };
    const pay = () => call(client, out, { ...transfer, amount: 2_00, idempotencyKey: 'invoice-1' });
    await pay();
    pass(22);
    expect((await pay()).value.error).toMatchObject({ code: 'CONFIRMATION_OUTDATED' });
    expect([sent('transfers.createOut'), await balance()]).toEqual([1, 998_00]);
    await pay();
    expect(asked.map((text) => text.includes('then carries it out again'))).toEqual([
      false,
      false,
      true,
    ]);
  },
);

test('a client whose person decides is notified, and one that closes waits for the record', async () => {
  const { mcp, audit, mock, agentId, transfer } = await askedPlatform();
  const [near, far] = InMemoryTransport.createLinkedPair();
  const connection = await mcp.connect(far);
  const client = await connect(near, accept);
  const onprogress = vi.fn();
  const input = { ...transfer, amount: 1_00, idempotencyKey: 'invoice-1' };
  await client.callTool({ name: out, arguments: input }, undefined, { onprogress });
  const said = onprogress.mock.calls.map(([{ message }]) => message);
  // It may wait for others to the same payee.
  expect(said).toEqual(['A person is asked to decide.', 'It is approved, and under way.']);
  const effect = { kind: 'delay', milliseconds: 100 } as const;
  mock.faults.add({ operation: 'agents.update', effect });
  const lost = call(client, 'agents_update', { agentId, name: 'Clerk' }).catch(() => undefined);
  const isSent = () => audit.records.some((one) => one.operation === 'agents.update');
  await eventually(() => expect(isSent()).toBe(true));
  await connection.close();
  expect(audit.records.at(-1)).toMatchObject({ operation: 'agents.update', event: 'applied' });
  await lost;
});

test('a second call is for what the first one showed', async () => {
  const { payments, agentId } = stage();
  const client = await connectInMemory(serverOf({ platform: payments, allowWrites: true }));
  const limit = (perTransactionLimit: number) => ({
    agentId,
    spendingLimits: { perTransactionLimit },
  });
  const { value: first } = await call(client, 'agents_update_policy', limit(600_00));
  await payments.agents.updatePolicy(limit(1_00));
  const { confirmationId } = first;
  const second = await call(client, 'agents_update_policy', { ...limit(600_00), confirmationId });
  expect(second.value.error).toMatchObject({ code: 'CONFIRMATION_OUTDATED' });
});

/** An agent whose policy changes while its person decides. */
async function decidingAgent(change: (setting: ReturnType<typeof stage>) => Promise<unknown>) {
  const setting = stage();
  const { payments, agent, agentId } = setting;
  const defaultExecutionMode = 'APPROVAL_REQUIRED';
  await payments.agents.updatePolicy({ agentId, defaultExecutionMode });
  const audit = memoryAuditLog();
  const asked = await asking(serverOf({ agent, audit }), async () => {
    await change(setting);
    return { action: 'accept' };
  });
  return { ...setting, ...asked, audit };
}

test('an approval of a payment that would wait is not one of a payment that is made at once', async () => {
  const { client, asked, transfer, sent, balance } = await decidingAgent(({ payments, agentId }) =>
    payments.agents.updatePolicy({ agentId, defaultExecutionMode: 'AUTO' }),
  );
  const { value } = await call(client, `agent_${out}`, { ...transfer, amount: 1_00 });
  expect(asked[0]).toMatch(/In short:\n(?: {2}.+\n)+ {2}Then: it waits for the approval/);
  expect(value.error).toMatchObject({ code: 'CONFIRMATION_OUTDATED' });
  expect(sent('agent.transfers.createOut')).toBe(0);
  expect(await balance()).toBe(1_000_00);
});

test('a policy that refuses meanwhile refuses the approved call, and that is recorded', async () => {
  const { client, transfer, sent, audit } = await decidingAgent(({ payments, agentId }) =>
    payments.agents.updatePolicy({ agentId, spendingLimits: { perTransactionLimit: 50 } }),
  );
  const { value } = await call(client, `agent_${out}`, { ...transfer, amount: 1_00 });
  expect(value.error).toMatchObject({ code: 'VELOCITY_LIMIT_EXCEEDED', refusedBy: 'policy' });
  const ended = { event: 'failed', code: 'VELOCITY_LIMIT_EXCEEDED' };
  expect(audit.records.slice(-2)).toMatchObject([{ event: 'approved' }, ended]);
  expect(sent('agent.transfers.createOut')).toBe(0);
});

test('what the limits leave may change while the person decides', async () => {
  const { client, transfer, sent } = await decidingAgent(({ payments, agentId }) =>
    payments.agents.updatePolicy({ agentId, spendingLimits: { dailyLimit: 600_00 } }),
  );
  const { isError } = await call(client, `agent_${out}`, { ...transfer, amount: 1_00 });
  expect(isError).toBe(false);
  expect(sent('agent.transfers.createOut')).toBe(1);
});

test('a second call may have its arguments in another order', async () => {
  const { payments, agentId, transfer, sent } = stage();
  const client = await connectInMemory(serverOf({ platform: payments, allowWrites: true }));
  const limits = { perTransactionLimit: 600_00, dailyLimit: 900_00 };
  const reversed = (input: object) => Object.fromEntries(Object.entries(input).reverse());
  const first = { agentId, defaultExecutionMode: 'AUTO', spendingLimits: limits };
  const { value: policy } = await call(client, 'agents_update_policy', first);
  const { confirmationId } = policy;
  const second = { ...reversed({ ...first, spendingLimits: reversed(limits) }), confirmationId };
  expect((await call(client, 'agents_update_policy', second)).isError).toBe(false);

  const input = { ...transfer, amount: 1_00, idempotencyKey: 'invoice-1' };
  const { value: paid } = await call(client, out, input);
  const again = { ...reversed(input), confirmationId: paid.confirmationId };
  expect((await call(client, out, again)).isError).toBe(false);
  expect(sent('transfers.createOut')).toBe(1);
});

test('a call that was refused twice is locked for 15 minutes, under any key and on every connection', async () => {
  const { client, mcp, asked, transfer, pass, sent } = await askedPlatform(decline);
  for (const amount of [1_00, 1_00]) await call(client, out, { ...transfer, amount });
  const locked = await call(client, out, { ...transfer, amount: 1_00 });
  expect(locked.value.error).toMatchObject({ code: 'CONFIRMATION_LOCKED' });
  const other = await connectInMemory(mcp, accept);
  const again = await call(other, out, { ...transfer, amount: 1_00 });
  expect(again.value.error).toMatchObject({ code: 'CONFIRMATION_LOCKED' });
  expect(asked).toHaveLength(2);
  // Another payment is not held up by it, and its approval does not release the refused one.
  expect((await call(other, out, { ...transfer, amount: 2_00 })).isError).toBe(false);
  const still = await call(other, out, { ...transfer, amount: 1_00 });
  expect(still.value.error).toMatchObject({ code: 'CONFIRMATION_LOCKED' });
  pass(15 * 60_000);
  expect((await call(other, out, { ...transfer, amount: 1_00 })).isError).toBe(false);
  expect(sent('transfers.createOut')).toBe(2);
});

test('an operation is locked after four refusals, whatever else the model asks for', async () => {
  const { client, mcp, asked, transfer, pass } = await askedPlatform(decline);
  for (const amount of [1_00, 2_00, 3_00, 4_00, 5_00, 6_00]) {
    await call(client, out, { ...transfer, amount });
  }
  expect(asked).toHaveLength(4);
  const other = await connectInMemory(mcp, accept);
  const locked = await call(other, out, { ...transfer, amount: 7_00 });
  expect(locked.value.error).toMatchObject({
    code: 'CONFIRMATION_LOCKED',
    message: expect.stringContaining('in 15 minutes'),
  });
  pass(14 * 60_000);
  const late = await call(other, out, { ...transfer, amount: 7_00 });
  expect(late.text).toContain('in 1 minute.');
  pass(60_000);
  expect((await call(other, out, { ...transfer, amount: 7_00 })).isError).toBe(false);
});

test('questions that are open when a call is locked are withdrawn, so that asking at once gains nothing', async () => {
  const looks: ((decision: Awaited<ReturnType<Person>>) => void)[] = [];
  const { client, asked, transfer, sent } = await askedPlatform(
    () => new Promise((decide) => looks.push(decide)),
  );
  const calls = Array.from({ length: 10 }, () => call(client, out, { ...transfer, amount: 1_00 }));
  const other = call(client, out, { ...transfer, amount: 2_00 });
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBe(11);
  for (const decide of looks.slice(0, 2)) decide({ action: 'decline' });
  const codes = (await Promise.all(calls)).map(({ value }) => value.error?.code);
  expect(codes.filter((code) => code === 'CONFIRMATION_DECLINED')).toHaveLength(2);
  expect(codes.filter((code) => code === 'CONFIRMATION_LOCKED')).toHaveLength(8);
  // A click that comes too late approves nothing; another payment is still asked for.
  for (const decide of looks) decide({ action: 'accept' });
  expect((await other).isError).toBe(false);
  expect(sent('transfers.createOut')).toBe(1);
});

test('a person is not asked about a call that its client has cancelled', async () => {
  const controller = new AbortController();
  const { payments, transfer, sent } = stage();
  const memory = memoryAuditLog();
  const audit = {
    ...memory,
    append: async (record: Parameters<typeof memory.append>[0]) => {
      await memory.append(record);
      if (record.event !== 'asked') return;
      controller.abort();
      // The message of the cancellation arrives while the record is written.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  const waiting: string[] = [];
  const ended = Promise.withResolvers<void>();
  const quiet = () => undefined;
  const logger = { error: quiet, warn: () => ended.resolve(), info: quiet, debug: quiet };
  const mcp = serverOf({ platform: payments, allowWrites: true, audit, pageOnly: true, logger });
  mcp.approvalPage({ authenticate: () => 'ada', onWaiting: (title) => waiting.push(title) });
  const client = await connectInMemory(mcp);
  const input = { ...transfer, amount: 1_00, idempotencyKey: 'invoice-1' };
  const paid = client.callTool({ name: out, arguments: input }, undefined, {
    signal: controller.signal,
  });
  await expect(paid).rejects.toThrow();
  await ended.promise;
  expect(waiting).toEqual([]);
  expect(sent('transfers.createOut')).toBe(0);
  expect(memory.records.map(({ event }) => event)).toEqual(['asked', 'failed']);
});

test('a dialog that fails is not a person who was late', async () => {
  const noWindow = () => Promise.reject(new Error('no window'));
  const { client, transfer, audit } = await askedPlatform(noWindow);
  const { text } = await call(client, out, { ...transfer, amount: 1_00 });
  expect(text).toMatch(
    /^CONFIRMATION_UNAVAILABLE: The client could not.+ with `--approve-on-page`/,
  );
  // The question does not stay open in the log.
  expect(audit.records.at(-1)).toMatchObject({ event: 'failed', code: 'CONFIRMATION_UNAVAILABLE' });
});

test('the audit log holds what was shown, decided and sent, and the outcome', async () => {
  const { client, audit, transfer } = await askedPlatform();
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
  const { mock, clientWith, transfer } = stage();
  const rounding = async (request: Request) => {
    const response = await mock.fetch(request);
    if (request.method !== 'POST') return response;
    const text = (await response.text()).replaceAll('"amount":100', '"amount":9007199254740993');
    return new Response(text, response);
  };
  const payments = clientWith({ fetch: rounding });
  const audit = memoryAuditLog();
  const mcp = serverOf({ platform: payments, allowWrites: true, audit });
  const client = await connectInMemory(mcp, accept);
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
    throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
  };
  const audit = { ...memoryAuditLog(), append };
  const mcp = serverOf({ platform: payments, allowWrites: true, audit });
  const client = await connectInMemory(mcp, accept);
  const { value } = await call(client, out, { ...transfer, amount: 1_00 });
  const message = 'The audit log cannot be written (ENOSPC).';
  expect(value.error).toMatchObject({ code: 'AUDIT_UNAVAILABLE', message });
  expect(sent('transfers.createOut')).toBe(0);
});

test("a question about a quote ends with the quote in the client's dialog", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { client, pass, payments, quoteOf, sent } = await askedPlatform(() => {
    vi.advanceTimersByTime(60_000);
    return new Promise(() => {});
  });
  const { id: quoteId } = await payments.quotes.create(quoteOf(100_00));
  pass(4 * 60_000);
  const { value } = await call(client, 'quotes_execute', { quoteId });
  expect(value.error).toMatchObject({ code: 'CONFIRMATION_UNAVAILABLE' });
  expect(sent('quotes.execute')).toBe(0);
});
