import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  idsOf,
  type OpenMock,
  stateOf,
} from '../../../test/support/open-mock.ts';

const address = { line1: '1 Main Street', postalCode: '10001', country: 'US' };
const businessInfo = {
  legalName: 'Ada Ltd',
  country: 'US',
  incorporatedOn: '2001-02-03',
  taxId: '12-3456789',
};
const personalInfo = {
  firstName: 'Ada',
  lastName: 'Byron',
  birthDate: '1990-12-10',
  nationality: 'US',
  address,
  idType: 'SSN',
  identifier: '123-45-6789',
};

test('rule 60: a created customer is shown with what was given, and is not verified', async (api) => {
  const body = { customerType: 'BUSINESS', platformCustomerId: 'shop-1', businessInfo, address };
  const { status, body: created } = await api.send('POST', '/customers', body);
  expect(status).toBe(201);
  expect(created).toMatchObject({ ...body, kybStatus: 'UNVERIFIED', isDeleted: false });
  expect((await api.send('GET', `/customers/${created.id}`)).body).toEqual(created);
  expect(api.mock.events).toEqual([]);
});

test('an id of the platform is that of one customer, until the customer is deleted', async (api) => {
  const body = { customerType: 'INDIVIDUAL', platformCustomerId: 'ada', fullName: 'Ada' };
  const { id } = (await api.send('POST', '/customers', body)).body;
  expectRefused(await api.send('POST', '/customers', body), 409, 'CONFLICT');
  await api.send('DELETE', `/customers/${id}`);
  expect((await api.send('POST', '/customers', body)).status).toBe(201);
});

test('rule 175: a customer without a UMA address gets one, at which it can be found', async (api) => {
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada' };
  const { id, umaAddress } = (await api.send('POST', '/customers', body)).body;
  expect(umaAddress).toMatch(/^\$[a-z0-9]+@mock\.payments\.test$/);
  const found = await api.send(
    'GET',
    `/customers?umaAddress=${encodeURIComponent(`${umaAddress}`)}`,
  );
  expect(idsOf(found)).toEqual([id]);
  await api.send('PATCH', '/config', { umaDomain: 'pay.example.com' });
  const later = (await api.send('POST', '/customers', body)).body;
  expect(later.umaAddress).toMatch(/@pay\.example\.com$/);
});

test('a UMA address is that of one customer, in whatever case, and has the form of one', async (api) => {
  const [one, other] = [api.mock.add.customer(), api.mock.add.customer()];
  const give = ({ id }: { readonly id: string }, umaAddress: string) =>
    api.send('PATCH', `/customers/${id}`, { umaAddress });
  for (const address of ['$Ada@x.example.com', '$ADA@x.example.com'])
    expect((await give(one, address)).body).toMatchObject({ umaAddress: address });
  expectRefused(await give(other, '$ada@x.example.com'), 409, 'UMA_ADDRESS_EXISTS');
  expectRefused(await give(other, 'ada@x.example.com'), 400, 'INVALID_UMA_ADDRESS');
  const body = { customerType: 'INDIVIDUAL', umaAddress: '$aDa@x.example.com' };
  expectRefused(await api.send('POST', '/customers', body), 409, 'UMA_ADDRESS_EXISTS');
});

test('a fixture is a verified person with an e-mail address, or a business that is not verified', async (api) => {
  const common = { region: 'US', currencies: ['USD'], isDeleted: false };
  const fields = { kycStatus: 'APPROVED', fullName: 'Customer 1', nationality: 'US' };
  expect([
    api.mock.add.customer(),
    api.mock.add.customer({ customerType: 'BUSINESS' }),
  ]).toMatchObject([
    { ...common, ...fields, platformCustomerId: 'customer-1', email: 'customer-1@example.com' },
    { ...common, kybStatus: 'UNVERIFIED', platformCustomerId: 'customer-2' },
  ]);
});

test('the present terms for end users have a version and an address', async (api) => {
  const { body } = await api.send('GET', '/customers/end-user-terms');
  expect(body).toEqual({ version: '2026-01', url: 'https://terms.payments.test/2026-01' });
});

test('rule 63: where contacts are verified first, a customer has both from the start', async (api) => {
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada', region: 'DE' };
  // The members of the European Union.
  const members =
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';
  for (const region of members.split(' ')) {
    const reply = await api.send('POST', '/customers', { ...body, region });
    expectInvalid(reply, 'email', 'phoneNumber');
  }
  const contacts = { email: 'ada@example.com', phoneNumber: '+4915112345678' };
  const { body: created } = await api.send('POST', '/customers', { ...body, ...contacts });
  expect(created.contactVerification).toEqual({ email: 'PENDING', phone: 'PENDING' });
});

test('rule 63: where contacts are verified first, a business names the person they are of', async (api) => {
  const body = { customerType: 'BUSINESS', businessInfo, region: 'DE', email: 'a@example.com' };
  const fields = ['primaryContactFirstName', 'primaryContactLastName'];
  const named = fields.map((name) => `businessInfo.${name}`);
  expectInvalid(await api.send('POST', '/customers', body), 'phoneNumber', ...named);
  const person = Object.fromEntries(fields.map((name) => [name, 'Ada']));
  const whole = { ...body, phoneNumber: '+4915112345678' };
  const half = { ...whole, businessInfo: { ...businessInfo, primaryContactLastName: 'Byron' } };
  expectInvalid(await api.send('POST', '/customers', half), named[0] ?? '');
  const full = { ...whole, businessInfo: { ...businessInfo, ...person } };
  const { body: created } = await api.send('POST', '/customers', full);
  const contactVerification = { email: 'PENDING', phone: 'PENDING' };
  const { phoneNumber } = whole;
  expect(created).toMatchObject({ region: 'DE', businessInfo: person, contactVerification });
  expect((await api.send('GET', `/customers/${created.id}`)).body).toEqual({
    ...created,
    phoneNumber,
  });
  expect((await api.send('POST', '/customers', { ...body, region: 'US' })).status).toBe(201);
});

test('rule 139: a customer has the region that was given, or that of the platform', async (api) => {
  const regionOf = async (more: object) =>
    (await api.send('POST', '/customers', { customerType: 'INDIVIDUAL', ...more })).body.region;
  expect([await regionOf({ region: 'MX' }), await regionOf({ nationality: 'BR' })]).toEqual([
    'MX',
    'US',
  ]);
  for (const region of ['USA', 'us', 'U1', ''])
    expectInvalid(
      await api.send('POST', '/customers', { customerType: 'INDIVIDUAL', region }),
      'region',
    );
  expect(idsOf(await api.send('GET', '/customers?region=US'))).toHaveLength(1);
});

test('rule 6: a deletion is 200 with the customer, then 410; writes are 404, reads continue', async (api) => {
  const customer = api.mock.add.customer();
  const path = `/customers/${customer.id}`;
  const { status, body } = await api.send('DELETE', path);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: customer.id, isDeleted: true });
  expectRefused(await api.send('DELETE', path), 410, 'CUSTOMER_DELETED');
  expect((await api.send('GET', path)).body).toEqual(body);
  const { id: customerId } = customer;
  const writes = [
    ['PATCH', path, { fullName: 'Ada' }],
    ['POST', `${path}/kyc-link`, {}],
    ['POST', `${path}/verify-email`, undefined],
    ['POST', '/verifications', { customerId }],
    [
      'POST',
      '/beneficial-owners',
      { customerId, roles: ['UBO'], ownershipPercentage: 30, personalInfo },
    ],
    [
      'POST',
      '/cards',
      { cardholderId: customerId, form: 'VIRTUAL', fundingSources: ['InternalAccount:x'] },
    ],
  ] as const;
  for (const [method, where, given] of writes) {
    expectRefused(await api.send(method, where, given), 404, 'USER_NOT_FOUND');
  }
});

test('rule 75: customers are filtered; deleted ones are left out unless asked for', async (api) => {
  const { add } = api.mock;
  const first = add.customer({ currencies: ['EUR'] }).id;
  const second = add.customer({ region: 'GB', umaAddress: '$b@x.com' }).id;
  const deletedId = add.customer({ region: 'GB' }).id;
  await api.send('DELETE', `/customers/${deletedId}`);
  const listed = async (query: string) => idsOf(await api.send('GET', `/customers?${query}`));
  expect(await listed('')).toEqual([first, second]);
  expect(await listed('isIncludingDeleted=true')).toEqual([first, second, deletedId]);
  expect(await listed('isIncludingDeleted=false')).toEqual([first, second]);
  expect(await listed('region=GB&isIncludingDeleted=true')).toEqual([second, deletedId]);
  expect(await listed('currency=EUR')).toEqual([first]);
  expect(await listed('umaAddress=%24b%40x.com')).toEqual([second]);
  expectInvalid(
    await api.send('GET', '/customers?createdAfter=2026-02-30T00:00:00Z'),
    'createdAfter',
  );
  expectInvalid(await api.send('GET', '/customers?isIncludingDeleted=yes'), 'isIncludingDeleted');
});

test('rule 63: customers of some regions verify their contacts, and again when one changes', async (api) => {
  const create = (region: string) =>
    api.send('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      region,
      currencies: ['USD'],
      email: 'ada@example.com',
      phoneNumber: '+14155550123',
    });
  const { body: free } = await create('US');
  const moved = await api.send('PATCH', `/customers/${free.id}`, { email: 'new@example.com' });
  for (const shown of [free, moved.body]) expect(shown).not.toHaveProperty('contactVerification');
  const { body } = await create('FR');
  expect(body.contactVerification).toEqual({ email: 'PENDING', phone: 'PENDING' });
  const path = `/customers/${body.id}`;
  for (const channel of ['email', 'phone']) {
    expect((await api.send('POST', `${path}/verify-${channel}`)).status).toBe(204);
    const wrong = await api.send('POST', `${path}/verify-${channel}/confirm`, { code: '1' });
    expectInvalid(wrong, 'code');
    await api.send('POST', `${path}/verify-${channel}/confirm`, { code: '123456' });
  }
  const verified = (await api.send('GET', path)).body;
  expect(verified.contactVerification).toEqual({ email: 'VERIFIED', phone: 'VERIFIED' });
  const changed = await api.send('PATCH', path, { email: 'new@example.com' });
  expect(changed.body.contactVerification).toEqual({ email: 'PENDING', phone: 'VERIFIED' });
  const same = await api.send('PATCH', path, { phoneNumber: '+14155550123' });
  expect(same.body.contactVerification).toEqual({ email: 'PENDING', phone: 'VERIFIED' });
  await api.send('POST', `${path}/verify-email`);
  await api.send('POST', `${path}/verify-email/confirm`, { code: '123456' });
  const other = await api.send('PATCH', path, { phoneNumber: '+14155550124' });
  expect(other.body.contactVerification).toEqual({ email: 'VERIFIED', phone: 'PENDING' });
});

test('rule 80: the same key returns the first response, another key or none a new link', async (api) => {
  const path = `/customers/${api.mock.add.customer().id}/kyc-link`;
  const create = (key?: string, body?: unknown) =>
    api.send('POST', path, body, key === undefined ? {} : { 'idempotency-key': key });
  const first = await create('a');
  expect(first.status).toBe(200);
  api.mock.clock.advance({ minutes: 1 });
  expectRefused(await create('a', { redirectUri: 'https://example.com' }), 409, 'CONFLICT');
  const again = await create('a');
  expect(again.body).toEqual(first.body);
  expect(api.mock.requests.at(-1)?.notes).toHaveLength(1);
  expect(JSON.stringify(api.mock.requests)).not.toContain(String(first.body.kycUrl));
  const links = [first, await create('b'), await create(), await create()];
  expect(new Set(links.map(({ body }) => body.kycUrl)).size).toBe(4);
  expect(first.body).toMatchObject({ expiresAt: '2026-01-05T10:00:00.000Z', provider: 'MOCK' });
  expect(new URL(String(first.body.kycUrl)).search).toBe('');
});

const pathOf = (id: string) => `/customers/${id}`;
const email = { email: 'new@example.org' };

async function nicknames(api: OpenMock, accountIds: readonly string[]): Promise<unknown[]> {
  const replies = await Promise.all(
    accountIds.map((id) => api.send('GET', `/auth/credentials?accountId=${id}`)),
  );
  return replies.flatMap(({ body }) =>
    (body.data as { nickname: string }[]).map(({ nickname }) => nickname),
  );
}

test('rule 55: without a wallet-tied contact change it is 200 at once', async (api) => {
  const { customer } = await api.signIn();
  api.mock.clock.advance({ hours: 1 });
  const changed = { pepStatus: 'NONE' };
  const reply = await api.send('PATCH', pathOf(customer.id), changed);
  expect(reply.status).toBe(200);
  const updatedAt = new Date(api.mock.clock.now()).toISOString();
  expect(reply.body).toEqual({ ...customer, ...changed, updatedAt });
  for (const more of [{ currencies: ['USD', 'EUR'] }, { umaAddress: '$ada@uma.example.com' }]) {
    const free = await api.send('PATCH', pathOf(customer.id), more);
    expect([free.status, free.body]).toEqual([200, expect.objectContaining(more)]);
  }
});

test('rule 61: an update is not refused for what the customer lacked before', async (api) => {
  const { id } = api.mock.add.customer({ taxIdType: 'NON_US_TAX_ID', taxIdentifier: '1' });
  expect((await api.send('PATCH', pathOf(id), { pepStatus: 'NONE' })).status).toBe(200);
  const held = await api.send('GET', `/customers/internal-accounts?customerId=${id}`);
  expect(held.body.data).toEqual([]);
});

test('rule 56: a changed e-mail of a customer with a wallet is 202', async (api) => {
  const { customer, sessionKey } = await api.signIn();
  expect((await api.send('PATCH', pathOf(customer.id), email)).status).toBe(202);
  const changed = await api.signed('PATCH', pathOf(customer.id), email, sessionKey);
  expect(changed.body).toMatchObject({ id: customer.id, ...email });
  const same = await api.send('PATCH', pathOf(customer.id), email);
  expect(same.status).toBe(200);
  const walletless = api.mock.add.customer();
  const free = await api.send('PATCH', pathOf(walletless.id), email);
  expect(free.body).toMatchObject(email);
});

test('rule 56: a changed phone number needs a signature only with SMS_OTP', async (api) => {
  const phone = { phoneNumber: '+14155550123' };
  const { customer, account } = await api.signIn();
  expect((await api.send('PATCH', pathOf(customer.id), phone)).status).toBe(200);
  api.mock.add.credential({ accountId: account.id, type: 'SMS_OTP' });
  expect((await api.send('PATCH', pathOf(customer.id), phone)).status).toBe(200);
  const other = { phoneNumber: '+14155550124' };
  const { payloadToSign } = await api.challenge('PATCH', pathOf(customer.id), other);
  expect(JSON.parse(payloadToSign)).toMatchObject({
    type: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER',
    parameters: { userPhoneNumber: other.phoneNumber },
  });
  expect((await api.send('PATCH', pathOf(customer.id), { pepStatus: 'NONE' })).status).toBe(200);
});

test('rule 58: a contact is free unless a credential of its kind has it that is of another customer', async (api) => {
  const { customer, account, sessionKey } = await api.signIn();
  const second = api.mock.add.wallet({ customerId: customer.id });
  const stranger = await api.signIn();
  const add = (accountId: typeof account.id, type: 'SMS_OTP' | 'OAUTH', nickname: string) =>
    api.mock.add.credential({ accountId, type, nickname });
  const phone = { phoneNumber: '+14155550123' };
  add(account.id, 'SMS_OTP', '+14155550122');
  add(second.account.id, 'SMS_OTP', phone.phoneNumber);
  add(stranger.account.id, 'SMS_OTP', '+14155550124');
  add(stranger.account.id, 'OAUTH', email.email);
  for (const contact of [phone, email]) {
    const own = await api.signed('PATCH', pathOf(customer.id), contact, sessionKey);
    expect(own.status).toBe(200);
  }
  const taken = await api.send('PATCH', pathOf(customer.id), { phoneNumber: '+14155550124' });
  expectRefused(taken, 409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS');
});

test('rule 17: the retry of a contact change has every field of the first leg, and no other', async (api) => {
  const { customer, sessionKey } = await api.signIn();
  const path = `/customers/${customer.id}`;
  const body = { email: 'new@example.com', fullName: 'Ada Byron' };
  const challenge = await api.challenge('PATCH', path, body);
  const more = { ...body, birthDate: '1990-01-01' };
  for (const other of [{ email: body.email }, { ...body, fullName: 'Eve Byron' }, more]) {
    expectUnauthorized(
      await api.answer('PATCH', path, other, challenge, sessionKey),
      'bodyChanged',
    );
  }
  expect((await api.answer('PATCH', path, body, challenge, sessionKey)).status).toBe(200);
});

test('rule 57: e-mail and phone number together are 400', async (api) => {
  const { id } = api.mock.add.customer();
  const both = { ...email, phoneNumber: '+14155550123' };
  expectInvalid(await api.send('PATCH', pathOf(id), both), 'phoneNumber');
});

test('rule 58: the customer and the credentials of all wallets change together', async (api) => {
  const { customer, account, sessionKey } = await api.signIn();
  const second = api.mock.add.wallet({ customerId: customer.id });
  const accountIds = [account.id, second.account.id];
  for (const accountId of accountIds) api.mock.add.credential({ accountId, type: 'SMS_OTP' });
  const phone = { phoneNumber: '+14155550123' };
  for (const contact of [email, phone]) {
    const reply = await api.signed('PATCH', pathOf(customer.id), contact, sessionKey);
    expect(reply).toMatchObject({ status: 200, body: contact });
  }
  const both = [email.email, phone.phoneNumber];
  expect((await nicknames(api, accountIds)).sort()).toEqual([...both, ...both].sort());
});

test.rows([
  [email, 'EMAIL_OTP'],
  [{ phoneNumber: '+14155550123' }, 'SMS_OTP'],
])('rule 58: where one credential fails, nothing changes: %j', async (api, contact, type) => {
  const { account, customer, sessionKey } = await api.signIn();
  if (type === 'SMS_OTP') api.mock.add.credential({ accountId: account.id, type });
  const challenge = await api.challenge('PATCH', pathOf(customer.id), contact);
  const before = stateOf(api.mock);
  api.mock.faults.add({ leg: 2, effect: { kind: 'fail-credential-update' } });
  const answer = () => api.answer('PATCH', pathOf(customer.id), contact, challenge, sessionKey);
  expectRefused(await answer(), 424, 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED');
  expect(stateOf(api.mock)).toBe(before);
  api.mock.faults.add({ leg: 2, effect: { kind: 'delay', milliseconds: 1 } });
  expect((await answer()).status).toBe(200);
});

test('rule 22: a contact that was changed meanwhile needs no signature, and the challenge is refused', async (api) => {
  const { customer, sessionKey } = await api.signIn();
  const path = pathOf(customer.id);
  const [one, other] = [
    await api.challenge('PATCH', path, email),
    await api.challenge('PATCH', path, email),
  ];
  expect((await api.answer('PATCH', path, email, one, sessionKey)).status).toBe(200);
  const late = await api.answer('PATCH', path, email, other, sessionKey);
  expectUnauthorized(late, 'unknownRequestId');
});

test('rule 59: any wallet of the customer may sign, and no other wallet', async (api) => {
  const { customer } = await api.signIn();
  const second = await api.signIn(customer);
  const stranger = await api.signIn();
  const challenge = await api.challenge('PATCH', pathOf(customer.id), email);
  const answer = (key: typeof second.sessionKey) =>
    api.answer('PATCH', pathOf(customer.id), email, challenge, key);
  expectUnauthorized(await answer(stranger.sessionKey), 'foreignSession');
  expect((await answer(second.sessionKey)).status).toBe(200);
});

test.rows([
  [{ taxIdType: 'NON_US_TAX_ID' }, 'taxIdCountryOfIssuance', 'DE'],
  [{ sourceOfFundsCategories: ['OTHER'] }, 'sourceOfFundsOtherDescription', 'x'],
  [{ sourceOfWealthCategories: ['GIFT', 'OTHER'] }, 'sourceOfWealthOtherDescription', 'x'],
  [{ purposeOfAccount: 'OTHER' }, 'purposeOfAccountOtherDescription', 'x'],
])('rule 61: %j asks for %s', async (api, fields, missing, value) => {
  const { id } = api.mock.add.customer();
  expectInvalid(await api.send('PATCH', pathOf(id), fields), missing);
  const complete = await api.send('PATCH', pathOf(id), { ...fields, [missing]: value });
  expect(complete.status).toBe(200);
});

test('rule 62: the currency list is replaced, an unsupported one refused', async () => {
  const api = await open({ supportedCurrencies: ['USD', 'EUR', 'BTC'] });
  const { id } = api.mock.add.customer({ currencies: ['USD'] });
  const reply = await api.send('PATCH', pathOf(id), { currencies: ['EUR', 'BTC'] });
  expect(reply.body.currencies).toEqual(['EUR', 'BTC']);
  const refused = await api.send('PATCH', pathOf(id), { currencies: ['EUR', 'XXX', 'YYY'] });
  expectInvalid(refused, 'currencies.1', 'currencies.2');
  const { body } = await api.send('GET', pathOf(id));
  expect(body.currencies).toEqual(['EUR', 'BTC']);
});

test('rule 55: the kind of a customer is that of the stored one', async (api) => {
  const business = api.mock.add.customer({ customerType: 'BUSINESS' });
  const path = pathOf(business.id);
  expectInvalid(await api.send('PATCH', path, { fullName: 'Ada' }), 'fullName');
  expectInvalid(await api.send('PATCH', path, { customerType: 'INDIVIDUAL' }), 'customerType');
  const info = { customerType: 'BUSINESS', businessInfo: { legalName: 'Ada Ltd' } };
  expect((await api.send('PATCH', path, info)).body).toMatchObject(info);
});

test('rule 139: a customer of either kind without an id of the platform gets one, at which it is found', async (api) => {
  const business = { customerType: 'BUSINESS', businessInfo, address };
  for (const body of [{ customerType: 'INDIVIDUAL' }, business, business]) {
    const { id, platformCustomerId } = (await api.send('POST', '/customers', body)).body;
    expect(platformCustomerId).not.toBe('');
    const path = `/customers?platformCustomerId=${platformCustomerId}`;
    const { data } = (await api.send('GET', path)).body;
    expect(data).toMatchObject([{ id }]);
  }
});
