import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  type Lab,
  openLab,
  stateOf,
} from '../../../test/lab/lab.ts';

const pathOf = (id: string) => `/customers/${id}`;
const email = { email: 'new@example.org' };

async function nicknames(lab: Lab, accountIds: readonly string[]): Promise<unknown[]> {
  const replies = await Promise.all(
    accountIds.map((id) => lab.send('GET', `/auth/credentials?accountId=${id}`)),
  );
  return replies.flatMap(({ body }) =>
    (body.data as { nickname: string }[]).map(({ nickname }) => nickname),
  );
}

rules('customers', (door) => {
  test('rule 55: without a wallet-tied contact change it is 200 at once', async () => {
    const lab = await openLab(door);
    const { customer } = await lab.signIn();
    lab.mock.clock.advance({ hours: 1 });
    const reply = await lab.send('PATCH', pathOf(customer.id), { pepStatus: 'NONE' });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      ...customer,
      pepStatus: 'NONE',
      updatedAt: expect.anything(),
    });
    expect(reply.body.updatedAt).toBe(new Date(lab.mock.clock.now()).toISOString());
  });

  test('rule 56: a changed e-mail of a customer with a wallet is 202', async () => {
    const lab = await openLab(door);
    const { customer } = await lab.signIn();
    expect((await lab.send('PATCH', pathOf(customer.id), email)).status).toBe(202);
    const same = await lab.send('PATCH', pathOf(customer.id), { email: customer.email });
    expect(same.status).toBe(200);
    const walletless = lab.mock.add.customer();
    const free = await lab.send('PATCH', pathOf(walletless.id), email);
    expect(free.body).toMatchObject(email);
  });

  test('rule 56: a changed phone number needs a signature only with SMS_OTP', async () => {
    const lab = await openLab(door);
    const phone = { phoneNumber: '+14155550123' };
    const { customer, account } = await lab.signIn();
    expect((await lab.send('PATCH', pathOf(customer.id), phone)).status).toBe(200);
    lab.mock.add.credential({ accountId: account.id, type: 'SMS_OTP' });
    expect((await lab.send('PATCH', pathOf(customer.id), phone)).status).toBe(200);
    const other = { phoneNumber: '+14155550124' };
    expect((await lab.send('PATCH', pathOf(customer.id), other)).status).toBe(202);
  });

  test('rule 57: e-mail and phone number together are 400', async () => {
    const lab = await openLab(door);
    const { id } = lab.mock.add.customer();
    const both = { ...email, phoneNumber: '+14155550123' };
    expectInvalid(await lab.send('PATCH', pathOf(id), both), 'phoneNumber');
  });

  test('rule 58: the customer and the credentials of all wallets change together', async () => {
    const lab = await openLab(door);
    const { customer, account, sessionKey } = await lab.signIn();
    const second = lab.mock.add.wallet({ customerId: customer.id });
    const accountIds = [account.id, second.account.id];
    const path = pathOf(customer.id);
    const reply = await lab.signed('PATCH', path, email, sessionKey);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject(email);
    expect(await nicknames(lab, accountIds)).toEqual([email.email, email.email]);
  });

  test('rule 58: where one credential fails, nothing changes', async () => {
    const lab = await openLab(door);
    const { customer, sessionKey } = await lab.signIn();
    const challenge = await lab.challenge('PATCH', pathOf(customer.id), email);
    const before = stateOf(lab.mock);
    lab.mock.faults.add({ leg: 2, effect: { kind: 'fail-credential-update' } });
    const answer = () => lab.answer('PATCH', pathOf(customer.id), email, challenge, sessionKey);
    expectRefused(await answer(), 424, 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED');
    expect(stateOf(lab.mock)).toBe(before);
    expect((await answer()).status).toBe(200);
  });

  test('rule 13: a replayed contact change is 401, though the value is the same now', async () => {
    const lab = await openLab(door);
    const { customer, sessionKey } = await lab.signIn();
    const challenge = await lab.challenge('PATCH', pathOf(customer.id), email);
    const answer = () => lab.answer('PATCH', pathOf(customer.id), email, challenge, sessionKey);
    expect((await answer()).status).toBe(200);
    expectUnauthorized(await answer(), 'usedRequestId');
  });

  test('rule 59: any wallet of the customer may sign, and no other wallet', async () => {
    const lab = await openLab(door);
    const { customer } = await lab.signIn();
    const second = await lab.signIn(customer);
    const stranger = await lab.signIn();
    const challenge = await lab.challenge('PATCH', pathOf(customer.id), email);
    const answer = (key: typeof second.sessionKey) =>
      lab.answer('PATCH', pathOf(customer.id), email, challenge, key);
    expectUnauthorized(await answer(stranger.sessionKey), 'foreignSession');
    expect((await answer(second.sessionKey)).status).toBe(200);
  });

  test.each([
    ['phoneNumber', '14155550123'],
    ['phoneNumber', '+04155550123'],
    ['phoneNumber', '+1 415 555 0123'],
    ['taxIdType', 'VAT'],
    ['sourceOfFundsCategories', 'SALARY'],
    ['sourceOfWealthCategories', ['LUCK'], 'sourceOfWealthCategories.0'],
    ['purposeOfAccount', 'FUN'],
    ['expectedMonthlyTransactionCount', 'COUNT_3'],
    ['expectedMonthlyTransactionVolume', 'VOLUME_3'],
    ['annualIncomeRange', 'OVER_9M'],
    ['netWorthRange', 'UNDER_1'],
    ['pepStatus', 'MAYBE'],
    ['birthDate', '01/02/1990'],
    ['nationality', 'USA'],
    ['email', 7],
  ] as const)('rule 60: %s %j is 400', async (field, value, bad: string = field) => {
    const lab = await openLab(door);
    const { id } = lab.mock.add.customer();
    expectInvalid(await lab.send('PATCH', pathOf(id), { [field]: value }), bad);
  });

  test('rule 60: an SSN has its format', async () => {
    const lab = await openLab(door);
    const { id } = lab.mock.add.customer();
    const update = (taxIdentifier: string) =>
      lab.send('PATCH', pathOf(id), { taxIdType: 'SSN', taxIdentifier });
    expectInvalid(await update('123456789'), 'taxIdentifier');
    expect((await update('123-45-6789')).status).toBe(200);
    expect(JSON.stringify(lab.mock.requests)).not.toContain('123-45-6789');
  });

  test.each([
    [{ taxIdType: 'NON_US_TAX_ID' }, 'taxIdCountryOfIssuance', 'DE'],
    [{ sourceOfFundsCategories: ['OTHER'] }, 'sourceOfFundsOtherDescription', 'x'],
    [{ sourceOfWealthCategories: ['GIFT', 'OTHER'] }, 'sourceOfWealthOtherDescription', 'x'],
    [{ purposeOfAccount: 'OTHER' }, 'purposeOfAccountOtherDescription', 'x'],
  ])('rule 61: %j asks for %s', async (fields, missing, value) => {
    const lab = await openLab(door);
    const { id } = lab.mock.add.customer();
    expectInvalid(await lab.send('PATCH', pathOf(id), fields), missing);
    const complete = await lab.send('PATCH', pathOf(id), { ...fields, [missing]: value });
    expect(complete.status).toBe(200);
  });

  test('rule 62: the currency list is replaced, an unsupported one refused', async () => {
    const lab = await openLab(door, { supportedCurrencies: ['USD', 'EUR', 'BTC'] });
    const { id } = lab.mock.add.customer({ currencies: ['USD'] });
    const reply = await lab.send('PATCH', pathOf(id), { currencies: ['EUR', 'BTC'] });
    expect(reply.body.currencies).toEqual(['EUR', 'BTC']);
    const refused = await lab.send('PATCH', pathOf(id), { currencies: ['EUR', 'XXX', 'YYY'] });
    expectInvalid(refused, 'currencies.1', 'currencies.2');
    const { body } = await lab.send('GET', pathOf(id));
    expect(body.currencies).toEqual(['EUR', 'BTC']);
  });

  test('rule 55: the kind of a customer is that of the stored one', async () => {
    const lab = await openLab(door);
    const business = lab.mock.add.customer({ customerType: 'BUSINESS' });
    const path = pathOf(business.id);
    expectInvalid(await lab.send('PATCH', path, { fullName: 'Ada' }), 'fullName');
    expectInvalid(await lab.send('PATCH', path, { customerType: 'INDIVIDUAL' }), 'customerType');
    const info = { businessInfo: { legalName: 'Ada Ltd' } };
    expect((await lab.send('PATCH', path, info)).body).toMatchObject(info);
  });
});
