import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import { expectInvalid, expectRefused } from '../../../test/support/open-mock.ts';
import { arrival, eventKinds, payer } from '../../../test/support/payers.ts';

interface Arrival {
  readonly counterpartyInformation: Readonly<Record<string, unknown>>;
}

const undecided = 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL';

test('rule 94: a payment that arrives waits, and its money is posted when it is approved', async (api) => {
  const { body, decide, funds } = await arrival(api);
  expect(body).toMatchObject({ type: 'INCOMING', status: 'PENDING' });
  expect(await funds()).toEqual([0, 0]);
  const approved = await decide('approve', { receiverCustomerInfo: { FULL_NAME: 'Ada' } });
  expect(approved).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
  expect(approved.body.settledAt).toBeTruthy();
  expect(await funds()).toEqual([2_500, 2_500]);
  expectRefused(await decide('approve'), 409, undecided);
  expectRefused(await decide('reject'), 409, undecided);
  const ended = api.mock.events.find(({ type }) => type === 'INCOMING_PAYMENT.COMPLETED');
  expect(ended?.data).toEqual(approved.body);
  const kinds = eventKinds(api, 'INCOMING_PAYMENT.');
  expect(kinds).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED']);
});

test("rule 94: an endpoint that asks for more information is asked again, with the sender's information", async (api) => {
  const asked: unknown[] = [];
  api.mock.deliverTo(async (request) => {
    const { type, data } = (await request.json()) as { type: string; data: Arrival };
    if (type !== 'INCOMING_PAYMENT.PENDING') return new Response(null, { status: 200 });
    asked.push(data.counterpartyInformation);
    const isKnown = data.counterpartyInformation.BIRTH_DATE !== undefined;
    const requiredFields = ['BIRTH_DATE', 'SHOE_SIZE'];
    return isKnown ? Response.json({}) : Response.json({ requiredFields }, { status: 422 });
  });
  const { body, transaction, funds } = await arrival(api);
  await api.mock.webhooks.flush();
  const information = { FULL_NAME: 'Sandbox Sender', BIRTH_DATE: '1985-06-15' };
  expect(asked).toEqual([{ FULL_NAME: 'Sandbox Sender' }, information]);
  expect(await transaction(String(body.id))).toMatchObject({
    status: 'COMPLETED',
    counterpartyInformation: information,
  });
  expect(await funds()).toEqual([2_500, 2_500]);
});

test('rule 94: a sender without further information leaves the payment waiting', async (api) => {
  let count = 0;
  api.mock.deliverTo(() => {
    count += 1;
    return Response.json({ requiredFields: ['FULL_NAME', 'SHOE_SIZE'] }, { status: 422 });
  });
  const { body, transaction } = await arrival(api);
  await api.mock.webhooks.flush();
  expect(count).toBe(1);
  expect((await transaction(String(body.id))).status).toBe('PENDING');
});

test("rule 94: an approval must contain the facts that the sender's provider requires", async () => {
  const requestedReceiverCustomerInfoFields = [
    { name: 'FULL_NAME', mandatory: true },
    { name: 'EMAIL', mandatory: false },
  ] as const;
  const api = await open();
  const add = () => api.mock.add.transaction({ requestedReceiverCustomerInfoFields });
  const { id } = add();
  const [event] = api.mock.eventsOf('INCOMING_PAYMENT.PENDING');
  expect(event?.data).toMatchObject({ id, requestedReceiverCustomerInfoFields });
  const approve = (body: object) => api.send('POST', `/transactions/${id}/approve`, body);
  expectInvalid(await approve({}), 'receiverCustomerInfo.FULL_NAME');
  const information = await approve({ receiverCustomerInfo: { FULL_NAME: 'Ada Byron' } });
  expect(information).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
  expect(information.body).not.toHaveProperty('receiverCustomerInfo');
  api.mock.deliverTo(() => new Response(null, { status: 200 }));
  const other = add();
  await api.mock.webhooks.flush();
  expect((await api.send('GET', `/transactions/${other.id}`)).body).toMatchObject({
    status: 'FAILED',
    failureReason: 'MISSING_MANDATORY_PAYEE_DATA',
  });
});

test('rule 94: a rejected payment posts no money', async (api) => {
  const { decide, funds } = await arrival(api);
  expect((await decide('reject', { reason: 'unknown sender' })).body.status).toBe('REJECTED');
  expectRefused(await decide('approve'), 409, undecided);
  expect(await funds()).toEqual([0, 0]);
});

test('rule 94: a payment whose endpoint responds with an error fails for that', async (api) => {
  api.mock.deliverTo(() => new Response(null, { status: 500 }));
  const { id } = api.mock.add.transaction({ type: 'INCOMING' });
  await api.mock.webhooks.flush();
  api.mock.clock.advance({ seconds: 5 });
  expect((await api.send('GET', `/transactions/${id}`)).body).toMatchObject({
    status: 'FAILED',
    failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR',
  });
});

test('rule 94: a payment that nobody decides about in time has failed, and posts no money', async (api) => {
  const { id } = api.mock.add.transaction({ type: 'INCOMING', movesMoney: true });
  const read = async () => (await api.send('GET', `/transactions/${id}`)).body;
  api.mock.clock.advance({ milliseconds: 4_999 });
  expect(await read()).toMatchObject({ status: 'PENDING' });
  api.mock.clock.advance({ milliseconds: 1 });
  const failed = { status: 'FAILED', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' };
  expect(await read()).toMatchObject(failed);
  expectRefused(await api.send('POST', `/transactions/${id}/approve`, {}), 409, undecided);
});

test('rule 81: the sender decides the outcome of an approved payment', async (api) => {
  const slow = await arrival(api, '$pending.long.usd');
  expect((await slow.decide('approve')).body.status).toBe('PROCESSING');
  api.mock.clock.advance({ minutes: 6 });
  expect(await slow.funds()).toEqual([2_500, 2_500]);
  const failing = await open();
  const refused = await arrival(failing, '$fail.compliance.usd');
  expect((await refused.decide('approve')).body).toMatchObject({
    status: 'FAILED',
    failureReason: 'OFFRAMP_FAILED',
  });
  expect(await refused.funds()).toEqual([0, 0]);
});

test('rule 91: an outgoing payment that has not been sent is cancelled, and its money returns', async (api) => {
  const { customerId, account, funds } = payer(api);
  const slow = api.mock.add.externalAccount({ customerId, accountNumber: '123005' });
  const { body } = await api.send('POST', '/transfer-out', {
    source: { accountId: account.id },
    destination: { accountId: slow.id },
    amount: 100,
  });
  expect(await funds()).toEqual([99_900, 100_000]);
  const cancel = () => api.send('POST', `/transactions/${body.id}/cancel`, { reason: 'typo' });
  expect((await cancel()).body).toMatchObject({
    status: 'FAILED',
    refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
  });
  expect(await funds()).toEqual([100_000, 100_000]);
  expectRefused(await cancel(), 409, 'TRANSACTION_NOT_CANCELLABLE');
  api.mock.clock.advance({ minutes: 10 });
  expect(await funds()).toEqual([100_000, 100_000]);
});

test('a cancelled quote cannot be executed, an executed one cannot be cancelled', async (api) => {
  const { quote, execute, read } = payer(api);
  const [first, second] = [await quote(), await quote()];
  const cancel = (id: string) => api.send('POST', `/transactions/${id}/cancel`);
  const cancelled = await cancel(first.transactionId);
  expect(cancelled.body).toMatchObject({ status: 'FAILED' });
  expect(cancelled.body).not.toHaveProperty('refund');
  expect(await read(first.id)).toMatchObject({ status: 'FAILED' });
  expectRefused(await execute(first.id), 409, 'CONFLICT');
  await execute(second.id);
  expectRefused(await cancel(second.transactionId), 409, 'TRANSACTION_NOT_CANCELLABLE');
  const { body } = await arrival(api);
  expectRefused(await cancel(String(body.id)), 409, 'TRANSACTION_NOT_CANCELLABLE');
  expectRefused(await cancel('Transaction:none'), 404, 'TRANSACTION_NOT_FOUND');
});

test('a rejected quote returns its money and ends its quote', async (api) => {
  const { quote, execute, read, funds } = payer(api, 'DE8937040044053201003');
  const found = await quote();
  await execute(found.id);
  expect(await funds()).toEqual([90_000, 100_000]);
  await api.send('POST', `/transactions/${found.transactionId}/reject`, {});
  expect(await read(found.id)).toMatchObject({ status: 'FAILED' });
  api.mock.clock.advance({ minutes: 10 });
  expect(await funds()).toEqual([100_000, 100_000]);
});

test('the delivery of a receipt is recorded, at a time given or now', async (api) => {
  const { body, decide } = await arrival(api);
  const at = '2026-01-02T03:04:05Z';
  const given = await decide('confirm', { receiptDeliveryConfirmedAt: at });
  expect(given.body).toMatchObject({ id: body.id, receiptDeliveryConfirmedAt: at });
  const now = new Date(api.mock.clock.now()).toISOString();
  expect((await decide('confirm')).body).toMatchObject({ receiptDeliveryConfirmedAt: now });
  const wrong = await decide('confirm', { receiptDeliveryConfirmedAt: 'yesterday' });
  expectInvalid(wrong, 'receiptDeliveryConfirmedAt');
});

const rejectPath = (id: string) => `/transactions/${id}/reject`;

test('rule 71: a pending payment is rejected, with or without a reason', async (api) => {
  for (const body of [{ reason: 'duplicate' }, {}, undefined]) {
    const { id } = api.mock.add.transaction();
    const reply = await api.send('POST', rejectPath(id), body);
    expect(reply).toMatchObject({ status: 200, body: { id, status: 'REJECTED' } });
    expectRefused(await api.send('POST', rejectPath(id)), 409, undecided);
  }
});

test('rule 72: reconciliation, agent and fees', async (api) => {
  const read = async (id: string) => (await api.send('GET', `/transactions/${id}`)).body;
  const created = api.mock.add.transaction({ status: 'CREATED' });
  expect(await read(created.id)).not.toHaveProperty('reconciliationInstructions');
  const pending = api.mock.add.transaction({ type: 'OUTGOING' });
  const { fees, ...rest } = await read(pending.id);
  expect(rest).toHaveProperty('reconciliationInstructions.reference');
  expect(rest).not.toHaveProperty('agentId');
  expect(fees).toBe(0);
  const { agent } = api.mock.add.agent();
  const byAgent = api.mock.add.transaction({ agentId: agent.id });
  expect(await read(byAgent.id)).toMatchObject({ agentId: agent.id });
});
