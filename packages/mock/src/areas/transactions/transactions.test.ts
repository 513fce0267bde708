import { expect } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab } from '../../../test/lab/lab.ts';
import { arrival, eventKinds, payer } from '../../../test/support/payers.ts';

interface Arrival {
  readonly counterpartyInformation: Readonly<Record<string, unknown>>;
}

const undecided = 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL';

rules('decisions about payments', (test, door) => {
  test('rule 94: a payment that arrives waits, and its money is posted when it is approved', async (lab) => {
    const { body, decide, funds } = await arrival(lab);
    expect(body).toMatchObject({ type: 'INCOMING', status: 'PENDING' });
    expect(await funds()).toEqual([0, 0]);
    const approved = await decide('approve', { receiverCustomerInfo: { FULL_NAME: 'Ada' } });
    expect(approved).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
    expect(approved.body.settledAt).toBeTruthy();
    expect(await funds()).toEqual([2_500, 2_500]);
    expectRefused(await decide('approve'), 409, undecided);
    expectRefused(await decide('reject'), 409, undecided);
    const ended = lab.mock.events.find(({ type }) => type === 'INCOMING_PAYMENT.COMPLETED');
    expect(ended?.data).toEqual(approved.body);
    const kinds = eventKinds(lab, 'INCOMING_PAYMENT.');
    expect(kinds).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED']);
  });

  test("rule 94: an endpoint that asks for more information is asked again, with the sender's information", async (lab) => {
    const asked: unknown[] = [];
    lab.mock.deliverTo(async (request) => {
      const { type, data } = (await request.json()) as { type: string; data: Arrival };
      if (type !== 'INCOMING_PAYMENT.PENDING') return new Response(null, { status: 200 });
      asked.push(data.counterpartyInformation);
      const isKnown = data.counterpartyInformation.BIRTH_DATE !== undefined;
      const requiredFields = ['BIRTH_DATE', 'SHOE_SIZE'];
      return isKnown ? Response.json({}) : Response.json({ requiredFields }, { status: 422 });
    });
    const { body, transaction, funds } = await arrival(lab);
    await lab.mock.webhooks.flush();
    const information = { FULL_NAME: 'Sandbox Sender', BIRTH_DATE: '1985-06-15' };
    expect(asked).toEqual([{ FULL_NAME: 'Sandbox Sender' }, information]);
    expect(await transaction(String(body.id))).toMatchObject({
      status: 'COMPLETED',
      counterpartyInformation: information,
    });
    expect(await funds()).toEqual([2_500, 2_500]);
  });

  test('rule 94: a sender without further information leaves the payment waiting', async (lab) => {
    let count = 0;
    lab.mock.deliverTo(() => {
      count += 1;
      return Response.json({ requiredFields: ['FULL_NAME', 'SHOE_SIZE'] }, { status: 422 });
    });
    const { body, transaction } = await arrival(lab);
    await lab.mock.webhooks.flush();
    expect(count).toBe(1);
    expect((await transaction(String(body.id))).status).toBe('PENDING');
  });

  test("rule 94: an approval must contain the facts that the sender's provider requires", async () => {
    const requestedReceiverCustomerInfoFields = [
      { name: 'FULL_NAME', mandatory: true },
      { name: 'EMAIL', mandatory: false },
    ] as const;
    const lab = await openLab(door);
    const add = () => lab.mock.add.transaction({ requestedReceiverCustomerInfoFields });
    const { id } = add();
    const [event] = lab.mock.eventsOf('INCOMING_PAYMENT.PENDING');
    expect(event?.data).toMatchObject({ id, requestedReceiverCustomerInfoFields });
    const approve = (body: object) => lab.send('POST', `/transactions/${id}/approve`, body);
    expectInvalid(await approve({}), 'receiverCustomerInfo.FULL_NAME');
    const information = await approve({ receiverCustomerInfo: { FULL_NAME: 'Ada Byron' } });
    expect(information).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
    expect(information.body).not.toHaveProperty('receiverCustomerInfo');
    lab.mock.deliverTo(() => new Response(null, { status: 200 }));
    const other = add();
    await lab.mock.webhooks.flush();
    expect((await lab.send('GET', `/transactions/${other.id}`)).body).toMatchObject({
      status: 'FAILED',
      failureReason: 'MISSING_MANDATORY_PAYEE_DATA',
    });
  });

  test('rule 94: a rejected payment posts no money', async (lab) => {
    const { decide, funds } = await arrival(lab);
    expect((await decide('reject', { reason: 'unknown sender' })).body.status).toBe('REJECTED');
    expectRefused(await decide('approve'), 409, undecided);
    expect(await funds()).toEqual([0, 0]);
  });

  test('rule 81: the sender decides the outcome of an approved payment', async (lab) => {
    const slow = await arrival(lab, '$pending.long.usd');
    expect((await slow.decide('approve')).body.status).toBe('PROCESSING');
    lab.mock.clock.advance({ minutes: 6 });
    expect(await slow.funds()).toEqual([2_500, 2_500]);
    const failing = await openLab(door);
    const refused = await arrival(failing, '$fail.compliance.usd');
    expect((await refused.decide('approve')).body).toMatchObject({
      status: 'FAILED',
      failureReason: 'OFFRAMP_FAILED',
    });
    expect(await refused.funds()).toEqual([0, 0]);
  });

  test('rule 91: an outgoing payment that has not been sent is cancelled, and its money returns', async (lab) => {
    const { customerId, account, funds } = payer(lab);
    const slow = lab.mock.add.externalAccount({ customerId, accountNumber: '123005' });
    const { body } = await lab.send('POST', '/transfer-out', {
      source: { accountId: account.id },
      destination: { accountId: slow.id },
      amount: 100,
    });
    expect(await funds()).toEqual([99_900, 100_000]);
    const cancel = () => lab.send('POST', `/transactions/${body.id}/cancel`, { reason: 'typo' });
    expect((await cancel()).body).toMatchObject({
      status: 'FAILED',
      refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
    });
    expect(await funds()).toEqual([100_000, 100_000]);
    expectRefused(await cancel(), 409, 'TRANSACTION_NOT_CANCELLABLE');
    lab.mock.clock.advance({ minutes: 10 });
    expect(await funds()).toEqual([100_000, 100_000]);
  });

  test('a cancelled quote cannot be executed, an executed one cannot be cancelled', async (lab) => {
    const { quote, execute, read } = payer(lab);
    const [first, second] = [await quote(), await quote()];
    const cancel = (id: string) => lab.send('POST', `/transactions/${id}/cancel`);
    const cancelled = await cancel(first.transactionId);
    expect(cancelled.body).toMatchObject({ status: 'FAILED' });
    expect(cancelled.body).not.toHaveProperty('refund');
    expect(await read(first.id)).toMatchObject({ status: 'FAILED' });
    expectRefused(await execute(first.id), 409, 'CONFLICT');
    await execute(second.id);
    expectRefused(await cancel(second.transactionId), 409, 'TRANSACTION_NOT_CANCELLABLE');
    const { body } = await arrival(lab);
    expectRefused(await cancel(String(body.id)), 409, 'TRANSACTION_NOT_CANCELLABLE');
    expectRefused(await cancel('Transaction:none'), 404, 'TRANSACTION_NOT_FOUND');
  });

  test('a rejected quote returns its money and ends its quote', async (lab) => {
    const { quote, execute, read, funds } = payer(lab, 'DE8937040044053201003');
    const found = await quote();
    await execute(found.id);
    expect(await funds()).toEqual([90_000, 100_000]);
    await lab.send('POST', `/transactions/${found.transactionId}/reject`, {});
    expect(await read(found.id)).toMatchObject({ status: 'FAILED' });
    lab.mock.clock.advance({ minutes: 10 });
    expect(await funds()).toEqual([100_000, 100_000]);
  });

  test('the delivery of a receipt is recorded, at a time given or now', async (lab) => {
    const { body, decide } = await arrival(lab);
    const at = '2026-01-02T03:04:05Z';
    const given = await decide('confirm', { receiptDeliveryConfirmedAt: at });
    expect(given.body).toMatchObject({ id: body.id, receiptDeliveryConfirmedAt: at });
    const now = new Date(lab.mock.clock.now()).toISOString();
    expect((await decide('confirm')).body).toMatchObject({ receiptDeliveryConfirmedAt: now });
    const wrong = await decide('confirm', { receiptDeliveryConfirmedAt: 'yesterday' });
    expectInvalid(wrong, 'receiptDeliveryConfirmedAt');
  });
});

const rejectPath = (id: string) => `/transactions/${id}/reject`;

rules('transactions', (test, door) => {
  test('rule 71: a pending payment is rejected, with or without a reason', async (lab) => {
    for (const body of [{ reason: 'duplicate' }, {}, undefined]) {
      const { id } = lab.mock.add.transaction();
      const reply = await lab.send('POST', rejectPath(id), body);
      expect(reply).toMatchObject({ status: 200, body: { id, status: 'REJECTED' } });
    }
  });

  test('rule 71: a reason of another type is 400, an unknown transaction 404', async (lab) => {
    const { id } = lab.mock.add.transaction();
    expectInvalid(await lab.send('POST', rejectPath(id), { reason: 7 }), 'reason');
    const missing = await lab.send('POST', rejectPath('Transaction:none'));
    expectRefused(missing, 404, 'TRANSACTION_NOT_FOUND');
  });

  test('rule 71: a second rejection is 409', async () => {
    const code = 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL';
    const lab = await openLab(door);
    const { id } = lab.mock.add.transaction();
    await lab.send('POST', rejectPath(id));
    expectRefused(await lab.send('POST', rejectPath(id)), 409, code);
    const done = lab.mock.add.transaction({ status: 'COMPLETED' });
    expectRefused(await lab.send('POST', rejectPath(done.id)), 409, code);
  });

  test('rule 72: reconciliation, agent and fees', async (lab) => {
    const read = async (id: string) => (await lab.send('GET', `/transactions/${id}`)).body;
    const created = lab.mock.add.transaction({ status: 'CREATED' });
    expect(await read(created.id)).not.toHaveProperty('reconciliationInstructions');
    const pending = lab.mock.add.transaction({ type: 'OUTGOING' });
    const { fees, ...rest } = await read(pending.id);
    expect(rest).toHaveProperty('reconciliationInstructions.reference');
    expect(rest).not.toHaveProperty('agentId');
    expect(fees).toBe(0);
    const { agent } = lab.mock.add.agent();
    const byAgent = lab.mock.add.transaction({ agentId: agent.id });
    expect(await read(byAgent.id)).toMatchObject({ agentId: agent.id });
  });
});
