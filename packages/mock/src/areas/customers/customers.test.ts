import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab } from '../../../test/lab/lab.ts';
import { idsOf } from '../../../test/support/pages.ts';

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

rules('records of customers', (door) => {
  test('rule 60: a business without one of its four required fields is not created', async () => {
    const lab = await openLab(door);
    const create = (more: object) =>
      lab.send('POST', '/customers', { customerType: 'BUSINESS', ...more });
    for (const field of ['legalName', 'country', 'incorporatedOn', 'taxId'] as const) {
      const { [field]: _gone, ...rest } = businessInfo;
      expectInvalid(await create({ businessInfo: rest }), `businessInfo.${field}`);
    }
    expectInvalid(await create({}), 'businessInfo');
  });

  test('rule 60: a created customer is shown with what was given, and is not verified', async () => {
    const lab = await openLab(door);
    const body = { customerType: 'BUSINESS', platformCustomerId: 'shop-1', businessInfo, address };
    const { status, body: created } = await lab.send('POST', '/customers', body);
    expect(status).toBe(201);
    expect(created).toMatchObject({ ...body, kybStatus: 'UNVERIFIED', isDeleted: false });
    expect((await lab.send('GET', `/customers/${created.id}`)).body).toEqual(created);
    expect(lab.mock.events).toEqual([]);
  });

  test('rule 55: an update keeps what it leaves out of the business', async () => {
    const lab = await openLab(door);
    const body = { customerType: 'BUSINESS', businessInfo };
    const { id } = (await lab.send('POST', '/customers', body)).body;
    const update = { businessInfo: { doingBusinessAs: 'Engines' } };
    const changed = await lab.send('PATCH', `/customers/${id}`, update);
    expect(changed.body.businessInfo).toEqual({ ...businessInfo, doingBusinessAs: 'Engines' });
  });

  test('rule 6: a deletion is 200 with the customer, then 410; writes are 404, reads continue', async () => {
    const lab = await openLab(door);
    const customer = lab.mock.add.customer();
    const path = `/customers/${customer.id}`;
    const { status, body } = await lab.send('DELETE', path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: customer.id, isDeleted: true });
    expectRefused(await lab.send('DELETE', path), 410, 'CUSTOMER_DELETED');
    expect((await lab.send('GET', path)).body).toEqual(body);
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
      expectRefused(await lab.send(method, where, given), 404, 'USER_NOT_FOUND');
    }
    expectRefused(await lab.send('DELETE', '/customers/Customer:none'), 404, 'USER_NOT_FOUND');
  });

  test('rule 75: customers are filtered; deleted ones are left out unless asked for', async () => {
    const lab = await openLab(door);
    const { add, clock } = lab.mock;
    const first = add.customer({ platformCustomerId: 'p1', region: 'US', currencies: ['EUR'] }).id;
    const start = new Date(clock.now()).toISOString();
    clock.advance({ hours: 1 });
    const second = add.customer({ customerType: 'BUSINESS', region: 'GB', umaAddress: '$b@x.com' });
    const later = new Date(clock.now()).toISOString();
    clock.advance({ hours: 1 });
    const gone = add.customer({ region: 'GB' }).id;
    await lab.send('DELETE', `/customers/${gone}`);
    const listed = async (query: string) => idsOf(await lab.send('GET', `/customers?${query}`));
    expect(await listed('')).toEqual([first, second.id]);
    expect(await listed('isIncludingDeleted=true')).toEqual([first, second.id, gone]);
    expect(await listed('isIncludingDeleted=false')).toEqual([first, second.id]);
    expect(await listed('platformCustomerId=p1')).toEqual([first]);
    expect(await listed('customerType=BUSINESS')).toEqual([second.id]);
    expect(await listed('region=GB')).toEqual([second.id]);
    expect(await listed('region=GB&isIncludingDeleted=true')).toEqual([second.id, gone]);
    expect(await listed('currency=EUR')).toEqual([first]);
    expect(await listed('umaAddress=%24b%40x.com')).toEqual([second.id]);
    expect(await listed(`createdAfter=${start}`)).toEqual([second.id]);
    expect(await listed(`createdBefore=${later}`)).toEqual([first]);
    await lab.send('PATCH', `/customers/${first}`, { fullName: 'Ada' });
    expect(await listed(`updatedAfter=${later}`)).toEqual([first]);
    expect(await listed(`updatedBefore=${new Date(clock.now()).toISOString()}`)).toEqual([
      second.id,
    ]);
    expectInvalid(
      await lab.send('GET', '/customers?createdAfter=2026-02-30T00:00:00Z'),
      'createdAfter',
    );
    expectInvalid(await lab.send('GET', '/customers?isIncludingDeleted=yes'), 'isIncludingDeleted');
  });

  test('rule 63: customers of some regions verify their contacts, and again when one changes', async () => {
    const lab = await openLab(door);
    const create = (region: string) =>
      lab.send('POST', '/customers', {
        customerType: 'INDIVIDUAL',
        region,
        currencies: ['USD'],
        email: 'ada@example.com',
        phoneNumber: '+14155550123',
      });
    expect((await create('US')).body).not.toHaveProperty('contactVerification');
    const { body } = await create('FR');
    expect(body.contactVerification).toEqual({ email: 'PENDING', phone: 'PENDING' });
    const path = `/customers/${body.id}`;
    for (const channel of ['email', 'phone']) {
      expect((await lab.send('POST', `${path}/verify-${channel}`)).status).toBe(204);
      const wrong = await lab.send('POST', `${path}/verify-${channel}/confirm`, { code: '1' });
      expectInvalid(wrong, 'code');
      await lab.send('POST', `${path}/verify-${channel}/confirm`, { code: '123456' });
    }
    const verified = (await lab.send('GET', path)).body;
    expect(verified.contactVerification).toEqual({ email: 'VERIFIED', phone: 'VERIFIED' });
    const changed = await lab.send('PATCH', path, { email: 'new@example.com' });
    expect(changed.body.contactVerification).toEqual({ email: 'PENDING', phone: 'VERIFIED' });
    const same = await lab.send('PATCH', path, { phoneNumber: '+14155550123' });
    expect(same.body.contactVerification).toEqual({ email: 'PENDING', phone: 'VERIFIED' });
  });
});

rules('KYC link', (door) => {
  test('rule 80: the same key returns the first response, another key or none a new link', async () => {
    const lab = await openLab(door);
    const path = `/customers/${lab.mock.add.customer().id}/kyc-link`;
    const create = (key?: string, body?: unknown) =>
      lab.send('POST', path, body, key === undefined ? {} : { 'idempotency-key': key });
    const first = await create('a');
    expect(first.status).toBe(200);
    lab.mock.clock.advance({ minutes: 1 });
    const again = await create('a', { redirectUri: 'https://example.com' });
    expect(again.body).toEqual(first.body);
    expect(lab.mock.requests.at(-1)?.notes).toHaveLength(1);
    const links = [first, await create('b'), await create(), await create()];
    expect(new Set(links.map(({ body }) => body.kycUrl)).size).toBe(4);
    expect(Date.parse(String(first.body.expiresAt))).toBeGreaterThan(lab.mock.clock.now());
  });

  test('rule 80: a key belongs to one customer', async () => {
    const lab = await openLab(door);
    const [one, two] = [lab.mock.add.customer(), lab.mock.add.customer()];
    const create = (id: string) =>
      lab.send('POST', `/customers/${id}/kyc-link`, {}, { 'idempotency-key': 'k' });
    const [first, second] = [await create(one.id), await create(two.id)];
    expect(first.body.kycUrl).not.toBe(second.body.kycUrl);
  });

  test.each([
    ['https://example.com/done?x=1', true],
    ['http://localhost:3000/done', true],
    ['http://127.0.0.1/', true],
    ['http://example.com/', false],
    ['http://localhost.example.com/', false],
    ['ftp://example.com/', false],
    ['nonsense', false],
  ])('rule 80: the redirect %s', async (redirectUri, isAccepted) => {
    const lab = await openLab(door);
    const path = `/customers/${lab.mock.add.customer().id}/kyc-link`;
    const reply = await lab.send('POST', path, { redirectUri });
    if (!isAccepted) return expectInvalid(reply, 'redirectUri');
    const { searchParams } = new URL(String(reply.body.kycUrl));
    expect(searchParams.get('redirectUri')).toBe(redirectUri);
  });

  test('rule 80: an unknown customer is 404, and the link is in no log', async () => {
    const lab = await openLab(door);
    const missing = await lab.send('POST', '/customers/Customer:none/kyc-link', {});
    expectRefused(missing, 404, 'USER_NOT_FOUND');
    const path = `/customers/${lab.mock.add.customer().id}/kyc-link`;
    const { body } = await lab.send('POST', path);
    expect(JSON.stringify(lab.mock.requests)).not.toContain(String(body.kycUrl));
  });
});
