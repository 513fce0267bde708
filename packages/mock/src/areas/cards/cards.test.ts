import {
  canTransition,
  cardStates,
  cardUpdateMachine,
  requestableCardStates,
} from '@org/payments-contract';
import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  type OpenMock,
  stateOf,
} from '../../../test/support/open-mock.ts';

const pairs = cardStates.flatMap((from) => requestableCardStates.map((to) => [from, to] as const));
const allowed = new Set(['ACTIVE FROZEN', 'FROZEN ACTIVE', 'ACTIVE CLOSED', 'FROZEN CLOSED']);

test('rule 64: an update of a card has at least one field', async (api) => {
  expectInvalid(await api.send('PATCH', `/cards/${api.mock.add.card().id}`, {}), 'body');
});

test.rows(pairs)('rule 65: %s to %s', async (api, from, to) => {
  const { account, sessionKey } = await api.signIn();
  const card = api.mock.add.card({ fundingSources: [account.id], state: from });
  const path = `/cards/${card.id}`;
  const isAllowed = allowed.has(`${from} ${to}`);
  expect(canTransition(cardUpdateMachine, from, to)).toBe(isAllowed);
  if (isAllowed) {
    const reply = await api.signed('PATCH', path, { state: to }, sessionKey);
    expect(reply).toMatchObject({ status: 200, body: { state: to } });
    return;
  }
  const before = stateOf(api.mock);
  const reply = await api.send('PATCH', path, { state: to });
  expectRefused(reply, 409, 'INVALID_STATE_TRANSITION');
  expect(stateOf(api.mock)).toBe(before);
});

test('rule 66: CLOSED cannot be combined with fundingSources', async (api) => {
  const { id, fundingSources } = api.mock.add.card();
  const body = { state: 'CLOSED', fundingSources };
  expectInvalid(await api.send('PATCH', `/cards/${id}`, body), 'fundingSources');
});

test('rule 67: funding sources are replaced as a whole, in order', async (api) => {
  const { customer, account, sessionKey } = await api.signIn();
  const more = [1, 2].map(() => api.mock.add.internalAccount({ customerId: customer.id }).id);
  const card = api.mock.add.card({ fundingSources: [account.id] });
  const fundingSources = [...more, account.id];
  const path = `/cards/${card.id}`;
  const reply = await api.signed('PATCH', path, { fundingSources }, sessionKey);
  expect(reply.body).toMatchObject({ fundingSources, state: 'ACTIVE' });
  const made = { cardholderId: customer.id, form: 'VIRTUAL', fundingSources };
  expect((await api.send('POST', '/cards', made)).body).toMatchObject({ fundingSources });
  // Another order is a change of its own.
  const before = api.mock.events.length;
  const turned = fundingSources.toReversed();
  await api.signed('PATCH', path, { fundingSources: turned }, sessionKey);
  expect(api.mock.events.slice(before)).toMatchObject([
    { type: 'CARD.FUNDING_SOURCE_CHANGE', data: { fundingSources: turned } },
  ]);
  const fewer = await api.signed('PATCH', path, { fundingSources: more }, sessionKey);
  expect(fewer.body.fundingSources).toEqual(more);
  const twice = [account.id, account.id];
  const repeated = await api.signed('PATCH', path, { fundingSources: twice }, sessionKey);
  expect(repeated.body.fundingSources).toEqual(twice);
});

test('rule 67: a use draws on the first source that can pay', async (api) => {
  const { customer, account, sessionKey } = await api.signIn();
  const fund = () => api.mock.add.internalAccount({ customerId: customer.id, available: 100 }).id;
  const [one, two] = [fund(), fund()];
  const { id } = api.mock.add.card({ fundingSources: [account.id, one, two] });
  const use = { amount: 40, currency: { code: 'USD' }, merchant: { descriptor: 'SHOP' } };
  const drawn = async () =>
    (await api.send('POST', `/sandbox/cards/${id}/simulate/authorization`, use)).body.accountId;
  expect(await drawn()).toBe(one);
  await api.signed('PATCH', `/cards/${id}`, { fundingSources: [two, one] }, sessionKey);
  expect([await drawn(), await drawn(), await drawn()]).toEqual([two, two, one]);
});

test('rule 67: sources of others, of another currency and unknown ones are 400', async (api) => {
  const { customer, account } = await api.signIn();
  const other = api.mock.add.wallet().account;
  const euro = api.mock.add.internalAccount({ customerId: customer.id, currency: 'EUR' });
  const card = api.mock.add.card({ fundingSources: [account.id] });
  const fundingSources = [account.id, other.id, euro.id, 'InternalAccount:none'];
  const frozen = api.mock.add.card({ fundingSources: [account.id], state: 'FROZEN' });
  for (const { id } of [card, frozen]) {
    expectInvalid(
      await api.send('PATCH', `/cards/${id}`, { fundingSources }),
      'fundingSources.1',
      'fundingSources.2',
      'fundingSources.3',
    );
  }
  expectInvalid(
    await api.send('PATCH', `/cards/${card.id}`, { fundingSources: [] }),
    'fundingSources',
  );
  const made = { cardholderId: customer.id, form: 'VIRTUAL', fundingSources: [euro.id] };
  expect((await api.send('POST', '/cards', made)).body).toMatchObject({ currency: 'EUR' });
  for (const [sources, ...invalid] of [
    [[account.id, euro.id], 'fundingSources.1'],
    [['InternalAccount:none', account.id], 'fundingSources.0'],
  ] as const) {
    const both = { ...made, fundingSources: sources };
    expectInvalid(await api.send('POST', '/cards', both), ...invalid);
  }
});

test('rule 67: the sources of a closed card cannot change', async (api) => {
  const { customer, account } = await api.signIn();
  const other = api.mock.add.internalAccount({ customerId: customer.id }).id;
  const card = { fundingSources: [account.id] };
  const { id } = api.mock.add.card({ ...card, state: 'CLOSED' });
  for (const fundingSources of [card.fundingSources, [other]]) {
    const reply = await api.send('PATCH', `/cards/${id}`, { fundingSources });
    expectRefused(reply, 409, 'CARD_NOT_MUTABLE');
  }
  const pending = api.mock.add.card({ ...card, state: 'PENDING_KYC' }).id;
  const early = { state: 'ACTIVE', fundingSources: [account.id] };
  const moved = await api.send('PATCH', `/cards/${pending}`, early);
  expectRefused(moved, 409, 'INVALID_STATE_TRANSITION');
});

test('rule 68: stateReason shows why a card is closed, and is null otherwise', async (api) => {
  const { account, sessionKey } = await api.signIn();
  const fundingSources = [account.id];
  const card = api.mock.add.card({ fundingSources });
  expect(card.stateReason).toBeNull();
  const path = `/cards/${card.id}`;
  const frozen = await api.signed('PATCH', path, { state: 'FROZEN' }, sessionKey);
  expect(frozen.body.stateReason).toBeNull();
  const closed = await api.signed('PATCH', path, { state: 'CLOSED' }, sessionKey);
  expect(closed.body).toMatchObject({ stateReason: 'CLOSED_BY_PLATFORM', fundingSources });
  for (const stateReason of ['ISSUER_REJECTED', 'CLOSED_BY_GRID']) {
    const { id } = api.mock.add.card({ fundingSources, state: 'CLOSED', stateReason });
    expect((await api.send('GET', `/cards/${id}`)).body).toMatchObject({ stateReason });
  }
});

test('rule 70: form, currency and platform id are set, and no full number is anywhere', async (api) => {
  const { account } = api.mock.add.wallet({ currency: 'EUR' });
  const card = api.mock.add.card({ fundingSources: [account.id] });
  expect(card).toMatchObject({ form: 'VIRTUAL', currency: 'EUR' });
  expect(card.platformCardId).toBeTruthy();
  const others = [1, 2, 3].map(() => api.mock.add.card().last4);
  expect(new Set([card.last4, ...others]).size).toBeGreaterThan(1);
  for (const last4 of others) expect(last4).toMatch(/^\d{4}$/);
  const { body } = await api.send('GET', `/cards/${card.id}`);
  expect(body).toEqual(card);
  expect(JSON.stringify(body)).not.toMatch(/\d{12,}/);
});

test('rule 70: the owning account signs, which is the first source at issue', async (api) => {
  const first = await api.signIn();
  const second = await api.signIn(first.customer);
  const fundingSources = [first.account.id, second.account.id];
  const path = `/cards/${api.mock.add.card({ fundingSources }).id}`;
  const freeze = { state: 'FROZEN' };
  const bySecond = await api.signed('PATCH', path, freeze, second.sessionKey);
  expectUnauthorized(bySecond, 'foreignSession');
  const byFirst = await api.signed('PATCH', path, freeze, first.sessionKey);
  expect(byFirst.status).toBe(200);
});

test.rows([
  ['ACTIVE', 200],
  ['FROZEN', 200],
  ['CLOSED', 403],
  ['PENDING_ISSUE', 403],
  ['PENDING_KYC', 403],
] as const)(
  'rule 70: a page that shows the number of a card that is %s: %i',
  async (api, state, status) => {
    const { id } = api.mock.add.card({ state });
    const reply = await api.send('POST', `/cards/${id}/reveal`);
    expect(reply.status).toBe(status);
    if (status === 403) return expectRefused(reply, 403, 'FORBIDDEN');
    expect(reply.body.panEmbedUrl).toMatch(/^https:\/\//);
    expect(reply.body.expiresAt).toBe(new Date(api.mock.clock.now() + 300_000).toISOString());
    const again = await api.send('POST', `/cards/${id}/reveal`);
    expect(again.body.panEmbedUrl).not.toBe(reply.body.panEmbedUrl);
    expect(JSON.stringify(api.mock.requests)).not.toContain(reply.body.panEmbedUrl);
    return expectRefused(await api.send('POST', '/cards/Card:x/reveal'), 404, 'NOT_FOUND');
  },
);

const create = (api: OpenMock, fields: Record<string, unknown> = {}) => {
  const { account } = api.mock.add.wallet();
  const { customerId: cardholderId, id } = account;
  const body = { cardholderId, form: 'VIRTUAL', fundingSources: [id], ...fields };
  return api.send('POST', '/cards', body);
};
const read = async (api: OpenMock, id: unknown) => (await api.send('GET', `/cards/${id}`)).body;

test('rule 70: a new card is pending, gets an id of the platform, and is active or rejected at an event', async (api) => {
  const { status, body } = await create(api);
  expect(status).toBe(201);
  expect(body).toMatchObject({ state: 'PENDING_ISSUE', currency: 'USD', stateReason: null });
  expect(body.platformCardId).toBeTruthy();
  expect(await read(api, body.id)).toMatchObject({ state: 'ACTIVE' });
  for (const [platformCardId, end] of [
    ['card-003', { state: 'ACTIVE' }],
    ['card-002', { state: 'CLOSED', stateReason: 'ISSUER_REJECTED' }],
  ] as const) {
    const { body: issued } = await create(api, { platformCardId });
    const card = { ...issued, ...end, updatedAt: expect.any(String) };
    expect(await read(api, issued.id)).toEqual(card);
    expect(api.mock.eventsOf('CARD.STATE_CHANGE').at(-1)?.data).toEqual(card);
  }
});

test("rule 70: the card's form, sources and cardholder are checked", async (api) => {
  expectInvalid(await create(api, { form: 'PHYSICAL' }), 'form');
  expectInvalid(await create(api, { fundingSources: [] }), 'fundingSources');
  const unknown = await create(api, { fundingSources: ['InternalAccount:none'] });
  expectInvalid(unknown, 'fundingSources.0');
  const { id } = api.mock.add.internalAccount();
  expectInvalid(await create(api, { fundingSources: [id] }), 'fundingSources.0');
  const { id: cardholderId } = api.mock.add.customer();
  const pesos = api.mock.add.internalAccount({ customerId: cardholderId, currency: 'MXN' }).id;
  const inPesos = await create(api, { cardholderId, fundingSources: [pesos] });
  expectInvalid(inPesos, 'fundingSources.0');
  const other = await open({ cardCurrencies: ['EUR'] });
  expectInvalid(await create(other), 'fundingSources.0');
  for (const kycStatus of ['UNVERIFIED', 'PENDING', 'REJECTED', 'HOLD'] as const) {
    const { id } = api.mock.add.customer({ kycStatus });
    expectInvalid(await create(api, { cardholderId: id }), 'cardholderId');
  }
  const business = api.mock.add.customer({ customerType: 'BUSINESS', kybStatus: 'APPROVED' }).id;
  const itsAccount = api.mock.add.internalAccount({ customerId: business }).id;
  const issued = await create(api, { cardholderId: business, fundingSources: [itsAccount] });
  expect(issued.status).toBe(201);
  for (const kybStatus of ['UNVERIFIED', 'PENDING', 'REJECTED', 'HOLD'] as const) {
    const { id } = api.mock.add.customer({ customerType: 'BUSINESS', kybStatus });
    expectInvalid(await create(api, { cardholderId: id }), 'cardholderId');
  }
  const missing = await create(api, { cardholderId: 'Customer:none' });
  expectRefused(missing, 404, 'USER_NOT_FOUND');
});

test('rule 69: an inquiry about the balance is no use of the card, and moves nothing', async (api) => {
  const { account } = api.mock.add.wallet({ available: 1000 });
  const card = api.mock.add.card({ fundingSources: [account.id] });
  const ask = (id: string, body: object = { merchant: { descriptor: 'SHOP' } }) =>
    api.send('POST', `/sandbox/cards/${id}/simulate/balance_inquiry`, body);
  const before = JSON.stringify([api.mock.snapshot().tables, api.mock.events]);
  const { status, body } = await ask(card.id);
  expect([status, Object.keys(body)]).toEqual([202, ['issuerTransactionToken']]);
  expect(body.issuerTransactionToken).toMatch(/^sim-/);
  expect((await ask(card.id)).body).not.toEqual(body);
  expectInvalid(await ask(card.id, { amount: 0, merchant: { descriptor: 'SHOP' } }), 'amount');
  expectInvalid(await ask(card.id, {}), 'merchant');
  expectRefused(await ask('Card:none'), 404, 'NOT_FOUND');
  expect(JSON.stringify([api.mock.snapshot().tables, api.mock.events])).toBe(before);
});

/** A card in dollars, and the simulations of the sandbox with it. */
function simulated({ mock, send }: OpenMock) {
  const { account } = mock.add.wallet({ available: 1000 });
  const { id } = mock.add.card({ fundingSources: [account.id] });
  return (what: string, body: object) =>
    send('POST', `/sandbox/cards/${id}/simulate/${what}`, body);
}

test('rule 69: what is returned is never more than what was settled, in one part or several', async (api) => {
  const simulate = simulated(api);
  const use = { amount: 100, currency: { code: 'USD' }, merchant: { descriptor: 'SHOP' } };
  const { id: cardTransactionId } = (await simulate('authorization', use)).body;
  await simulate('clearing', { cardTransactionId, amount: 100 });
  const give = (amount: number) => simulate('return', { cardTransactionId, amount });
  expect((await give(60)).body.status).toBe('SETTLED');
  expectRefused(await give(41), 400, 'AMOUNT_OUT_OF_RANGE');
  expect((await give(40)).body.status).toBe('REFUNDED');
});

test('rule 81: 005 pulls after 30 seconds what the use is for by then, however much of it was cleared', async (api) => {
  const simulate = simulated(api);
  const use = { amount: 100, currency: { code: 'USD' }, merchant: { descriptor: 'SHOP005' } };
  for (const [what, amount, now, later] of [
    ['authorization_advice', 40, [0, 0, 1], [1, 40, 0]],
    ['clearing', 60, [0, 0, 1], [1, 100, 0]],
    ['clearing', 150, [1, 50, 1], [2, 150, 0]],
    ['clearing', 0, [0, 0, 1], [0, 0, 0]],
    ['clearing', 2000, [1, 100, 0], [1, 100, 0]],
  ] as const) {
    const { id: cardTransactionId } = (await simulate('authorization', use)).body;
    await simulate(what, { cardTransactionId, amount });
    const pulls = async () => {
      await api.send('GET', '/cards');
      const record = api.mock.snapshot().tables.cardTransactions.rows.at(-1)?.[1];
      const { count, totalAmount, pendingCount } = { ...record?.pullSummary };
      return [what, amount, count, totalAmount, pendingCount];
    };
    expect(await pulls()).toEqual([what, amount, ...now]);
    api.mock.clock.advance({ seconds: 30 });
    expect(await pulls()).toEqual([what, amount, ...later]);
  }
});

test('rule 81: 005 and 006 decide about the funds of a use that is settled in one step, too', async (api) => {
  const simulate = simulated(api);
  const uses = async (end: string) => {
    const merchant = { descriptor: `SHOP${end}` };
    const use = { amount: 100, currency: { code: 'USD' }, merchant };
    await simulate('financial_authorization', use);
    await api.send('GET', '/cards');
    return () => api.mock.snapshot().tables.cardTransactions.rows.at(-1)?.[1];
  };
  const delayed = await uses('005');
  const waits = { count: 0, totalAmount: 0, pendingCount: 1 };
  expect(delayed()).toMatchObject({ status: 'SETTLED', pullSummary: waits });
  api.mock.clock.advance({ seconds: 30 });
  await api.send('GET', '/cards');
  const pulled = { count: 1, totalAmount: 100, pendingCount: 0 };
  expect(delayed()).toMatchObject({ status: 'SETTLED', pullSummary: pulled });
  const nothing = { count: 0, totalAmount: 0 };
  const failed = (await uses('006'))();
  expect(failed).toMatchObject({ status: 'EXCEPTION', settlementSummary: nothing });
  expect(api.mock.ledger.balances()).toMatchObject([{ moneyOut: 100, balances: 900, holds: 0 }]);
});

test('rule 69: what is cleared, returned and reversed is of the account that paid, not of the first', async (api) => {
  const { id: first, customerId = '' } = api.mock.add.wallet({ available: 1000 }).account;
  const paid = api.mock.add.internalAccount({ customerId, available: 2000 }).id;
  const { id } = api.mock.add.card({ fundingSources: [first, paid] });
  const simulate = (what: string, body: object) =>
    api.send('POST', `/sandbox/cards/${id}/simulate/${what}`, body);
  const use = { amount: 1500, currency: { code: 'USD' }, merchant: { descriptor: 'SHOP' } };
  const { id: cardTransactionId } = (await simulate('authorization', use)).body;
  const left = () =>
    [first, paid].map((each) => api.mock.ledger.accounts().find((a) => a.id === each)?.amount);
  for (const [what, amount, balance] of [
    ['authorization_advice', 1600, 400],
    ['clearing', 1700, 300],
    ['return', 1700, 2000],
    ['return_reversal', undefined, 300],
  ] as const) {
    await simulate(what, { cardTransactionId, amount });
    expect([what, ...left()]).toEqual([what, 1000, balance]);
  }
});

test('rule 69: the descriptor of a merchant decides about a credit as about a use', async (api) => {
  const simulate = simulated(api);
  const credit = (descriptor: string) => ({
    ...{ amount: 40, currency: { code: 'USD' }, merchant: { descriptor } },
  });
  const before = api.mock.ledger.balances();
  await simulate('financial_authorization', credit('SHOP002'));
  for (const what of ['authorization', 'authorization_advice']) {
    await simulate(`credit_${what}`, credit('PAYOUTS003'));
  }
  await simulate('financial_credit_authorization', credit('PAYOUTS002'));
  expect(api.mock.ledger.balances()).toEqual(before);
  const uses = () => api.mock.snapshot().tables.cardTransactions.rows.map(([, use]) => use);
  expect(uses()).toMatchObject([
    { status: 'EXCEPTION', settlementSummary: { count: 0 } },
    { status: 'EXCEPTION', declineReason: expect.any(String), refundSummary: { count: 0 } },
    { status: 'EXCEPTION' },
    { status: 'EXCEPTION' },
  ]);
  await simulate('financial_credit_authorization', credit('PAYOUTS'));
  expect(uses()[4]).toMatchObject({ status: 'REFUNDED' });
});

test.rows(cardStates)('rule 69: a credit to a card that is %s', async (api, state) => {
  const { id } = api.mock.add.card({ state });
  const credit = { amount: 40, currency: { code: 'USD' }, merchant: { descriptor: 'SHOP' } };
  for (const what of ['credit_authorization', 'financial_credit_authorization']) {
    const reply = await api.send('POST', `/sandbox/cards/${id}/simulate/${what}`, credit);
    expect(reply.status, what).toBe(state === 'ACTIVE' || state === 'FROZEN' ? 202 : 409);
  }
});

test('rule 67: a card that is added draws on the wallet of its holder, and on no other account', async ({
  mock,
}) => {
  const { id: cardholderId } = mock.add.customer();
  const made = mock.add.card({ cardholderId });
  const { fundingSources } = made;
  expect(made).toMatchObject({ cardholderId, platformCardId: 'card-1' });
  mock.add.internalAccount({ customerId: cardholderId });
  expect(mock.add.card({ cardholderId }).fundingSources).toEqual(fundingSources);
  expect(() => mock.add.card({ fundingSources, cardholderId: 'Customer:other' })).toThrow(
    'does not belong to the cardholder',
  );
});
