import type { Quote } from '@org/payments-contract';
import { expect, onTestFinished, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { type Door, expectInvalid, expectRefused, type Reply } from '../../../test/lab/lab.ts';
import { createMock } from '../../index.ts';
import type { PolicyFields } from '../agents/fixture.ts';

/**
 * Prepares a mock whose quotes are those of the test's desk, and an agent that may quote and
 * execute.
 */
async function scene(door: Door, policy: PolicyFields = {}) {
  const mock = createMock({ authentication: 'off' });
  const open = await door.open(mock);
  onTestFinished(() => open.close());
  const { id: customerId } = mock.add.customer();
  const account = mock.add.internalAccount({ customerId, available: 100_00 });
  const external = mock.add.externalAccount({ customerId });
  const { agent, accessToken } = mock.add.agent({
    customerId,
    policy: { permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'], ...policy },
  });
  const stranger = mock.add.agent({ policy: { permissions: ['EXECUTE_QUOTES'] } }).accessToken;
  const send = async (
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => {
    const response = await open.fetch(`${open.connection.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  const ask = (amount: number, more: object = {}, from: string = account.id) =>
    send('POST', '/agents/me/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: from },
      destination: { destinationType: 'ACCOUNT', accountId: external.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amount,
      ...more,
    });
  const quote = async (amount: number) => (await ask(amount)).body as unknown as Quote;
  const execute = (id: unknown, headers?: Readonly<Record<string, string>>) =>
    send('POST', `/agents/me/quotes/${id}/execute`, undefined, headers);
  const decide = (id: unknown, verb: string) =>
    send('POST', `/agents/${agent.id}/actions/${id}/${verb}`);
  return { mock, agent, account, stranger, send, ask, quote, execute, decide };
}

rules('agents: quotes', (door) => {
  test('rule 77: a quote is executed within the policy, and counts with what it sends', async () => {
    const { mock, quote, execute, send, agent } = await scene(door);
    const { id } = await quote(30_00);
    expect((await send('GET', `/agents/me/quotes/${id}`)).body).toMatchObject({
      status: 'PENDING',
    });
    expect((await execute(id)).body).toMatchObject({
      status: 'APPROVED',
      type: 'EXECUTE_QUOTE',
      quote: { id, status: 'PROCESSING' },
      transaction: { agentId: agent.id },
    });
    expect((await send('GET', '/agents/me')).body.usage).toMatchObject({ dailySpend: 30_00 });
    expect(mock.ledger.balances()).toMatchObject([{ balances: 70_00, moneyOut: 29_85, fees: 15 }]);
    expectRefused(await execute(id), 409, 'CONFLICT');
  });

  test('rule 77: quoting and executing each need a permission and an agent that is not paused', async () => {
    const { ask, quote, execute, send, agent } = await scene(door);
    const { id } = await quote(1_00);
    const allow = (permissions: readonly string[]) =>
      send('PATCH', `/agents/${agent.id}/policy`, { permissions });
    await allow(['EXECUTE_QUOTES']);
    expectRefused(await ask(1_00), 403, 'FORBIDDEN');
    await allow(['CREATE_QUOTES']);
    expectRefused(await execute(id), 403, 'FORBIDDEN');
    expectRefused(await ask(1_00, { immediatelyExecute: true }), 403, 'FORBIDDEN');
    await allow(['CREATE_QUOTES', 'EXECUTE_QUOTES']);
    await send('PATCH', `/agents/${agent.id}`, { isPaused: true });
    expectRefused(await ask(1_00), 403, 'FORBIDDEN');
    expectRefused(await execute(id), 403, 'FORBIDDEN');
    await send('PATCH', `/agents/${agent.id}`, { isPaused: false });
    expect((await execute(id)).status).toBe(200);
  });

  test('rule 77: limits and allowed accounts hold for quotes too', async () => {
    const { ask, quote, execute, send, agent, account } = await scene(door, {
      spendingLimits: { dailyLimit: 20_00 },
    });
    const [small, second] = [await quote(15_00), await quote(6_00)];
    expect((await execute(small.id)).status).toBe(200);
    expectRefused(await execute(second.id), 403, 'VELOCITY_LIMIT_EXCEEDED');
    const accountRestrictions = { allowedAccountIds: ['InternalAccount:other'] };
    await send('PATCH', `/agents/${agent.id}/policy`, { accountRestrictions });
    expectRefused(await ask(1_00, {}, account.id), 403, 'FORBIDDEN');
  });

  test("rule 77: another customer's accounts and quotes do not exist for an agent", async () => {
    const { mock, ask, quote, send, stranger } = await scene(door);
    const other = mock.add.internalAccount({ customerId: mock.add.customer().id });
    expectRefused(await ask(1_00, {}, other.id), 404, 'NOT_FOUND');
    const { id } = await quote(1_00);
    const headers = { authorization: `Bearer ${stranger}` };
    const path = `/agents/me/quotes/${id}`;
    expectRefused(await send('GET', path, undefined, headers), 404, 'QUOTE_NOT_FOUND');
    const executed = await send('POST', `${path}/execute`, undefined, headers);
    expectRefused(executed, 404, 'QUOTE_NOT_FOUND');
  });

  test('rule 98: a held quote counts, is decided once, and is executed when it is approved', async () => {
    const { mock, quote, execute, send, decide } = await scene(door, {
      defaultExecutionMode: 'APPROVAL_REQUIRED',
      spendingLimits: { dailyLimit: 40_00 },
    });
    const [first, second] = [await quote(30_00), await quote(20_00)];
    const held = await execute(first.id);
    expect(held.body).toMatchObject({ status: 'PENDING_APPROVAL', quote: { id: first.id } });
    expectRefused(await execute(first.id), 409, 'CONFLICT');
    expectRefused(await execute(second.id), 403, 'VELOCITY_LIMIT_EXCEEDED');
    expect(mock.ledger.balances()).toMatchObject([{ moneyOut: 0 }]);
    const approved = await decide(held.body.id, 'approve');
    expect(approved.body).toMatchObject({ status: 'APPROVED', quote: { status: 'PROCESSING' } });
    expectRefused(await decide(held.body.id, 'approve'), 409, 'CONFLICT');
    mock.clock.advance({ minutes: 10 });
    expect((await send('GET', `/agents/me/actions/${held.body.id}`)).body.status).toBe('APPROVED');
    expect(mock.ledger.balances()).toMatchObject([{ balances: 70_00, moneyOut: 29_85, fees: 15 }]);
  });

  test('rule 98: a held action fails when its quote expires, and counts no longer', async () => {
    const { mock, quote, execute, send, decide } = await scene(door, {
      defaultExecutionMode: 'APPROVAL_REQUIRED',
      spendingLimits: { dailyTransactionLimit: 1 },
    });
    const late = await quote(1_00);
    const held = (await execute((await quote(1_00)).id)).body;
    mock.clock.set(String((held.quote as Quote).expiresAt));
    expect((await send('GET', `/agents/me/actions/${held.id}`)).body.status).toBe('FAILED');
    expectRefused(await decide(held.id, 'approve'), 409, 'CONFLICT');
    expectRefused(await execute(late.id), 409, 'CONFLICT');
    expect((await execute((await quote(1_00)).id)).body.status).toBe('PENDING_APPROVAL');
    expect(mock.ledger.balances()).toMatchObject([{ balances: 100_00, moneyOut: 0 }]);
  });

  test('rule 77: a quote that is executed at once is within the policy, or waits', async () => {
    const { mock, ask, send } = await scene(door, { approvalThresholds: { amount: 10_00 } });
    const now = { immediatelyExecute: true };
    expect((await ask(10_00, now)).body).toMatchObject({ status: 'PROCESSING' });
    expect((await ask(11_00, now)).body).toMatchObject({ status: 'PENDING' });
    const { body } = await send('GET', '/agents/me/actions?status=PENDING_APPROVAL');
    expect(body).toMatchObject({ totalCount: 1 });
    expect(mock.ledger.balances()).toMatchObject([{ moneyOut: 9_95, fees: 5 }]);
  });

  test('rule 77: an embedded wallet pays only with a stamp', async () => {
    const { mock, agent, ask } = await scene(door);
    const { account } = mock.add.wallet({ customerId: agent.customerId, available: 100 });
    expectInvalid(await ask(1, { immediatelyExecute: true }, account.id), 'immediatelyExecute');
  });
});
