import { eventRows } from '@org/payments-contract/events';
import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import { expectRefused } from '../../../test/support/open-mock.ts';
import { arrival, eventKinds, payer } from '../../../test/support/payers.ts';

/** The status after each decision about a payment, by the one before; all others are refused. */
const decisions = {
  'INCOMING approve': { PENDING: 'COMPLETED' },
  'INCOMING reject': { CREATED: 'REJECTED', PENDING: 'REJECTED', PROCESSING: 'REJECTED' },
  'INCOMING cancel': {},
  'OUTGOING approve': {},
  'OUTGOING reject': { CREATED: 'FAILED', PENDING: 'FAILED', PROCESSING: 'FAILED' },
  'OUTGOING cancel': { CREATED: 'FAILED', PENDING: 'FAILED' },
} as const;

const statuses = ['CREATED', 'PENDING', 'PROCESSING', 'COMPLETED', 'REJECTED'] as const;
const allStatuses = [...statuses, 'FAILED', 'REFUNDED', 'EXPIRED'] as const;

test.each(Object.entries(decisions))(
  'rules 71, 94 and 128: %s leads from %j',
  async (name, ends) => {
    const [type, verb] = name.split(' ') as ['INCOMING' | 'OUTGOING', string];
    const api = await open();
    for (const status of allStatuses) {
      const { id } = api.mock.add.transaction({ type, status });
      const reply = await api.send('POST', `/transactions/${id}/${verb}`);
      const end = (ends as Readonly<Record<string, string>>)[status];
      const code = verb === 'cancel' ? 'CANCELLABLE' : 'PENDING_PLATFORM_APPROVAL';
      if (end === undefined) expectRefused(reply, 409, `TRANSACTION_NOT_${code}`);
      else expect(reply).toMatchObject({ status: 200, body: { id, status: end } });
      const read = await api.send('GET', `/transactions/${id}`);
      expect([status, read.body.status]).toEqual([status, end ?? status]);
      const event = api.mock.events.findLast(({ data }) => Object(data).id === id)?.type;
      if (end !== undefined) {
        expect(event).toBe(`${type}_PAYMENT.${end === 'REJECTED' ? 'FAILED' : end}`);
      }
    }
  },
);

test('rule 128: the payment of a quote is cancelled before its execution, where a bank carries it out', async (api) => {
  const { customerId, quote, read, transaction } = payer(api);
  const accountInfo = { accountType: 'BASE_WALLET', address: `0x${'1'.repeat(40)}` };
  const { internalAccount, externalAccount } = api.mock.add;
  for (const [{ id: accountId }, status] of [
    [externalAccount({ customerId }), 'FAILED'],
    [externalAccount({ customerId, currency: 'USDC', accountInfo }), 'PENDING'],
    [internalAccount({ customerId, currency: 'EUR' }), 'PENDING'],
  ] as const) {
    const made = await quote({ destination: { destinationType: 'ACCOUNT', accountId } });
    const reply = await api.send('POST', `/transactions/${made.transactionId}/cancel`);
    expect(reply.status).toBe(status === 'FAILED' ? 200 : 409);
    expect((await read(made.id)).status).toBe(status);
    // Nothing was held.
    expect(await transaction(made.transactionId)).not.toHaveProperty('refund');
  }
});

test('an incoming payment counts in neither balance of its account before it is completed', async (api) => {
  const { funds, decide } = await arrival(api, '$pending.long.usd', 1_000);
  expect(await funds()).toEqual([1_000, 1_000]);
  expect((await decide('approve')).body.status).toBe('PROCESSING');
  expect(await funds()).toEqual([1_000, 1_000]);
  api.mock.clock.advance({ minutes: 6 });
  expect(await funds()).toEqual([3_500, 3_500]);
});

const refunding = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];

test.rows([
  ['$success.usd', 0, { status: 'COMPLETED' }, ['COMPLETED']],
  ['$fail.compliance.usd', 0, { failureReason: 'OFFRAMP_FAILED' }, refunding],
  ['$pending.long.usd', 360_000, { status: 'COMPLETED' }, ['COMPLETED']],
])(
  'rules 94 and 180: an approved payment of %s ends after %i ms',
  async (api, sender, after, end, kinds) => {
    const { body, decide, transaction, funds } = await arrival(api, sender);
    const approved = await decide('approve', { receiverCustomerInfo: { FULL_NAME: 'Ada' } });
    expect(approved.body).toMatchObject(after > 0 ? { status: 'PROCESSING' } : end);
    expect(approved.body).not.toHaveProperty('receiverCustomerInfo');
    if (after > 0) {
      api.mock.clock.advance({ milliseconds: after - 1 });
      expect([(await transaction(`${body.id}`)).status, await funds()]).toEqual([
        'PROCESSING',
        [0, 0],
      ]);
      api.mock.clock.advance({ milliseconds: 1 });
    }
    const isPaid = 'status' in end;
    const settledAt = new Date(api.mock.clock.now()).toISOString();
    const found = await transaction(`${body.id}`);
    expect(found).toMatchObject({ ...end, ...(isPaid && { settledAt }) });
    api.mock.clock.advance({ minutes: 1 });
    // Only events show the refund of an incoming payment.
    expect(await transaction(`${body.id}`)).not.toHaveProperty('refund');
    const all = ['PENDING', ...kinds].map((kind) => `INCOMING_PAYMENT.${kind}`);
    expect(eventKinds(api, 'INCOMING')).toEqual(all);
    const refunds = api.mock.events.flatMap(({ data }) => Object(data).refund ?? []);
    const told = ['PENDING', 'COMPLETED'].map((status) => ({
      status,
      reason: 'TRANSACTION_FAILED',
    }));
    expect(refunds).toMatchObject(kinds === refunding ? told : []);
    expect((await funds())[0]).toBe(kinds === refunding ? 0 : 2_500);
  },
);

test.rows([
  [undefined, 'PAYMENT_APPROVAL_TIMED_OUT'],
  [500, 'PAYMENT_APPROVAL_WEBHOOK_ERROR'],
])(
  'rule 94: an incoming payment that nobody decides about, by response %s, fails in time: %s',
  async (api, status, failureReason) => {
    if (status !== undefined) api.mock.deliverTo(() => new Response(null, { status }));
    const { body, transaction } = await arrival(api);
    const { id } = api.mock.add.transaction({ type: 'OUTGOING' });
    await api.mock.webhooks.flush();
    api.mock.clock.advance({ milliseconds: 4_999 });
    expect((await transaction(`${body.id}`)).status).toBe('PENDING');
    api.mock.clock.advance({ milliseconds: 1 });
    expect(await transaction(`${body.id}`)).toMatchObject({ status: 'FAILED', failureReason });
    expect((await transaction(id)).status).toBe('PENDING');
  },
);

test('rule 94: a response that comes after the decision changes nothing', async (api) => {
  api.mock.deliverTo(async (request) => {
    const { type, data } = (await request.json()) as { type: string; data: { id: string } };
    if (type !== 'INCOMING_PAYMENT.PENDING') return new Response(null, { status: 200 });
    await api.send('POST', `/transactions/${data.id}/approve`);
    return Response.json({}, { status: 403 });
  });
  const { body, transaction, funds } = await arrival(api);
  await api.mock.webhooks.flush();
  expect((await transaction(`${body.id}`)).status).toBe('COMPLETED');
  expect(await funds()).toEqual([2_500, 2_500]);
});

const facts = [
  ...['FULL_NAME', 'BIRTH_DATE', 'NATIONALITY', 'PHONE_NUMBER', 'EMAIL', 'POSTAL_ADDRESS'],
  ...['TAX_ID', 'USER_TYPE', 'COUNTRY_OF_RESIDENCE', 'ACCOUNT_IDENTIFIER', 'PURPOSE_OF_PAYMENT'],
];

test('rule 182: a counterparty tells what the configuration requires in the currency, and no more', async (api) => {
  const { ask, quote, transaction } = payer(api);
  const pay = async (umaAddress: string) => {
    const { lookupId } = (await api.send('GET', `/receiver/uma/${umaAddress}`)).body;
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress };
    return (await ask({ lookupId, destination })).body;
  };
  const told = async (names: readonly string[]) => {
    const currency = (currencyCode: string, required: readonly string[]) => ({
      ...{ currencyCode, minAmount: 1, maxAmount: 1e9 },
      enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
      requiredCounterpartyFields: required.map((name) => ({ name, mandatory: true })),
    });
    const supportedCurrencies = [currency('EUR', ['TAX_ID']), currency('USD', names)];
    await api.send('PATCH', '/config', { supportedCurrencies });
    const { transactionId, counterpartyInformation } = await pay(
      '$success.eur@sandbox.example.com',
    );
    const paid = await transaction(`${transactionId}`);
    expect(paid.counterpartyInformation).toEqual(counterpartyInformation);
    // An account tells nothing, nor does a customer.
    for (const other of [await quote(), await pay('$ada@platform.example.com')]) {
      expect(other).not.toHaveProperty('counterpartyInformation');
    }
    const { body } = await arrival(api);
    return { Receiver: counterpartyInformation, Sender: body.counterpartyInformation };
  };
  for (const [who, shown] of Object.entries(await told(facts))) {
    expect(Object.keys(Object(shown)).sort()).toEqual(facts.toSorted());
    expect(shown).toMatchObject({
      ...{ FULL_NAME: `Sandbox ${who}`, EMAIL: `${who.toLowerCase()}@sandbox.example.com` },
      ...{ NATIONALITY: 'US', COUNTRY_OF_RESIDENCE: 'US', USER_TYPE: 'INDIVIDUAL' },
      PURPOSE_OF_PAYMENT: 'GIFT',
    });
  }
  expect(await told([])).toEqual({ Receiver: undefined, Sender: { FULL_NAME: 'Sandbox Sender' } });
});

const kinds = eventRows()
  .flatMap(({ types }) => types)
  .filter((type) => /^(IN|OUT)\w+_PAYMENT\./.test(type));

test.each(kinds)('the triggered event %s has its status, and has moved its money', async (kind) => {
  const api = await open();
  api.mock.webhooks.trigger(kind);
  const [type, status = ''] = kind.split('_PAYMENT.');
  const [, refund] = status.split('REFUND_');
  const isOutgoing = type === 'OUTGOING';
  const data = Object(api.mock.events.findLast((event) => event.type === kind)?.data);
  expect(data.sentAmount?.amount).toBe(isOutgoing ? 125_00 : undefined);
  expect(data.receivedAmount?.amount).toBe(isOutgoing ? undefined : 10_00);
  expect(data).toMatchObject({
    ...{ type, status: refund === undefined ? status.replace('_AUTHORIZATION', '') : 'FAILED' },
    ...(refund === undefined ? {} : { refund: { status: refund } }),
  });
  const held = isOutgoing && /^P/.test(status) ? 125_00 : 0;
  const moneyOut = isOutgoing && status === 'COMPLETED' ? 125_00 : 0;
  const arrived = !isOutgoing && status === 'COMPLETED' ? 10_00 : 0;
  const balances = 1_000_00 + arrived - held - moneyOut;
  expect(api.mock.ledger.balances()).toMatchObject([{ moneyOut, holds: held, balances }]);
});

test('a payment added by a fixture is one of the account of its customer, and moves no money', async (api) => {
  const { customerId, account } = payer(api);
  for (const type of ['INCOMING', 'OUTGOING'] as const) {
    const { source, destination, id } = api.mock.add.transaction({ type, customerId });
    const isIncoming = type === 'INCOMING';
    expect(isIncoming ? destination : source).toMatchObject({
      ...{ accountId: account.id, currency: 'USD' },
    });
    await api.send('POST', `/transactions/${id}/${isIncoming ? 'approve' : 'cancel'}`);
    api.mock.add.transaction({ type, movesMoney: true });
  }
  expect(api.mock.ledger.balances()).toMatchObject([{ moneyIn: 100_000, balances: 100_000 }]);
});
