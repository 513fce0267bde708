import { expect, test } from 'vitest';
import { createMock } from '../../mock.ts';

interface Reply {
  readonly status: number;
  readonly body: { readonly id: string; readonly code?: string; readonly status: string };
}

function scene() {
  const mock = createMock({ authentication: 'off', checkResponses: true });
  const { id: customerId } = mock.add.customer();
  const { id } = mock.add.internalAccount({ customerId, available: 10_000 });
  const external = mock.add.externalAccount({ customerId }).id;
  const { agent, accessToken } = mock.add.agent({
    customerId,
    policy: {
      permissions: ['CREATE_TRANSFERS'],
      spendingLimits: { currency: 'USD', dailyLimit: 1000, dailyTransactionLimit: 3 },
      approvalThresholds: { currency: 'USD', amount: 100 },
    },
  });
  const send = async (method: string, path: string, body: object = {}): Promise<Reply> => {
    const response = await mock.fetch(`${mock.connection.baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Reply['body'] };
  };
  const pay = (amount: number) =>
    send('POST', '/agents/me/transfer-out', {
      source: { accountId: id },
      destination: { accountId: external },
      amount,
    });
  const decide = (actionId: string, verb: string) =>
    send('POST', `/agents/${agent.id}/actions/${actionId}/${verb}`);
  const pause = (isPaused: boolean) => send('PATCH', `/agents/${agent.id}`, { isPaused });
  return { mock, pay, decide, pause };
}

test('rule 98: payments that wait for approval count against amounts', async () => {
  const { pay, decide } = scene();
  const held = await pay(600);
  expect(held.body.status).toBe('PENDING_APPROVAL');
  expect(await pay(401)).toMatchObject({ status: 403, body: { code: 'VELOCITY_LIMIT_EXCEEDED' } });
  await decide(held.body.id, 'reject');
  expect((await pay(401)).status).toBe(201);
});

test('rule 98: they count against the number of payments too; an approved one counts once', async () => {
  const { pay, decide } = scene();
  const [first] = [await pay(200), await pay(200), await pay(200)];
  expect((await pay(1)).status).toBe(403);
  expect((await decide(first?.body.id ?? '', 'approve')).body.status).toBe('APPROVED');
  expect((await pay(1)).status).toBe(403);
});

test("rule 98: approving a paused agent's payment is refused, and works once the agent is resumed", async () => {
  const { mock, pay, decide, pause } = scene();
  const { body } = await pay(200);
  await pause(true);
  expect(await decide(body.id, 'approve')).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT' },
  });
  expect(mock.ledger.balances()).toMatchObject([{ balances: 10_000, moneyOut: 0 }]);
  await pause(false);
  expect((await decide(body.id, 'approve')).status).toBe(200);
  expect(mock.ledger.balances()).toMatchObject([{ balances: 9800, moneyOut: 200 }]);
  const held = mock.events.filter(({ type }) => type === 'AGENT_ACTION.PENDING_APPROVAL');
  expect(held).toHaveLength(1);
});
