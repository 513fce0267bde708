import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import { expectInvalid } from '../../../test/support/open-mock.ts';
import { arrival } from '../../../test/support/payers.ts';

interface Arrival {
  readonly counterpartyInformation: Readonly<Record<string, unknown>>;
}

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

test('rule 71: a repeated confirmation of a receipt records its time, an earlier one too', async (api) => {
  const { id } = api.mock.add.transaction({ status: 'COMPLETED' });
  for (const receiptDeliveryConfirmedAt of ['2026-01-05T08:00:00Z', '2026-01-04T08:00:00Z']) {
    const body = { receiptDeliveryConfirmedAt };
    const confirmed = await api.send('POST', `/transactions/${id}/confirm`, body);
    expect(confirmed.body).toMatchObject(body);
  }
});
