import { expect, test } from 'vitest';
import { rules } from '../lab/doors.ts';
import { expectInvalid, expectRefused, type Lab, openLab } from '../lab/lab.ts';

const address = { line1: '1 Main Street', postalCode: '10001', country: 'US' };
const businessInfo = {
  legalName: 'Ada Ltd',
  country: 'US',
  taxId: '12-3456789',
  incorporatedOn: '2020-02-29',
  countriesOfOperation: ['US'],
};
const businessDocuments = [
  'CERTIFICATE_OF_INCORPORATION',
  'SHAREHOLDER_REGISTER',
  'TAX_RETURN',
  'DIRECTOR_REGISTRY',
  'UTILITY_BILL',
];

const verify = (lab: Lab, customerId: string) => lab.send('POST', '/verifications', { customerId });

interface Found {
  readonly type: string;
  readonly field?: string;
  readonly resourceId: string;
}

const errorsOf = (body: Readonly<Record<string, unknown>>) => body.errors as Found[];

/** A business to which nothing is missing. */
function completeBusiness(lab: Lab, registrationNumber = '555', lastName = 'Byron') {
  const customer = lab.mock.add.customer({
    customerType: 'BUSINESS',
    address,
    businessInfo: { ...businessInfo, registrationNumber },
  });
  const owner = lab.mock.add.beneficialOwner({ customerId: customer.id, lastName });
  for (const documentType of businessDocuments) {
    lab.mock.add.document({ documentHolder: customer.id, documentType });
  }
  return { customer, owner };
}

rules('verification', (door) => {
  test('rule 78: a customer is required and must exist', async () => {
    const lab = await openLab(door);
    expectInvalid(await lab.send('POST', '/verifications', {}), 'customerId');
    expectRefused(await verify(lab, 'Customer:none'), 404, 'USER_NOT_FOUND');
  });

  test('rule 78: what is missing is named, and calling again after the fix re-submits', async () => {
    const lab = await openLab(door);
    const lacking = lab.mock.add.customer({
      kycStatus: 'UNVERIFIED',
      birthDate: undefined,
      nationality: undefined,
    });
    const first = await verify(lab, lacking.id);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ verificationStatus: 'RESOLVE_ERRORS' });
    expect(errorsOf(first.body).map(({ field }) => field)).toEqual(['birthDate', 'nationality']);
    const path = `/customers/${lacking.id}`;
    await lab.send('PATCH', path, { birthDate: '1990-01-01', nationality: 'GB' });
    const second = await verify(lab, lacking.id);
    expect(second.body).toMatchObject({
      id: first.body.id,
      verificationStatus: 'IN_PROGRESS',
      errors: [],
    });
    expect((await lab.send('GET', path)).body).toMatchObject({ kycStatus: 'PENDING' });
    const read = await lab.send('GET', `/verifications/${first.body.id}`);
    expect(read.body).toEqual(second.body);
  });

  test('rule 79: a business without anything is told all it lacks', async () => {
    const lab = await openLab(door);
    const { id } = lab.mock.add.customer({ customerType: 'BUSINESS' });
    const { body } = await verify(lab, id);
    expect(body.verificationStatus).toBe('RESOLVE_ERRORS');
    expect(errorsOf(body).map(({ type, field }) => field ?? type)).toEqual([
      'businessInfo.legalName',
      'businessInfo.country',
      'businessInfo.countriesOfOperation',
      'address',
      'businessInfo.taxId',
      'MISSING_CONTROL_PERSON',
      'MISSING_BENEFICIAL_OWNER',
      'MISSING_LEGAL_PRESENCE_DOCUMENT',
      'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
      'MISSING_CONTROL_STRUCTURE_DOCUMENT',
      'MISSING_IDENTITY_DOCUMENT',
      'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
    ]);
  });

  test.each([
    ['2025-10-05T09:00:00Z', []],
    ['2025-10-05T08:59:59Z', ['EXPIRED_DOCUMENT']],
  ])('rule 79: a proof of address of %s leaves %j to supply', async (issuedAt, missing) => {
    const lab = await openLab(door);
    const { customer } = completeBusiness(lab);
    const snapshot = structuredClone(lab.mock.snapshot());
    for (const [, document] of snapshot.tables.documents.rows)
      Object.assign(document, { issuedAt });
    lab.mock.restore(snapshot);
    const { body } = await verify(lab, customer.id);
    expect(errorsOf(body).map(({ type }) => type)).toEqual(missing);
  });

  test('rule 79: a complete business passes, collected through the API', async () => {
    const lab = await openLab(door);
    const body = { customerType: 'BUSINESS', address, businessInfo };
    const created = await lab.send('POST', '/customers', body);
    expect(created.status).toBe(201);
    const customerId = String(created.body.id);
    const owner = await lab.send('POST', '/beneficial-owners', {
      customerId,
      roles: ['CONTROL_PERSON', 'UBO'],
      ownershipPercentage: 80,
      personalInfo: {
        firstName: 'Ada',
        lastName: 'Byron',
        birthDate: '1990-12-10',
        nationality: 'US',
        address,
        idType: 'SSN',
        identifier: '123-45-6789',
      },
    });
    expect(owner.status).toBe(201);
    expect(JSON.stringify(lab.mock.requests)).not.toContain('123-45-6789');
    for (const documentType of businessDocuments) {
      lab.mock.add.document({ documentHolder: customerId, documentType });
    }
    const verified = await verify(lab, customerId);
    expect(verified.body).toMatchObject({ verificationStatus: 'APPROVED', errors: [] });
    const { body: customer } = await lab.send('GET', `/customers/${customerId}`);
    expect(customer).toMatchObject({ kybStatus: 'APPROVED' });
  });

  test.each([
    [75, ['MISSING_BENEFICIAL_OWNER']],
    [76, []],
  ])('rule 79: with %i %% of the owners named: %j', async (ownershipPercentage, missing) => {
    const lab = await openLab(door);
    const { customer } = completeBusiness(lab);
    const snapshot = structuredClone(lab.mock.snapshot());
    for (const [, owner] of snapshot.tables.beneficialOwners.rows) {
      Object.assign(owner, { ownershipPercentage });
    }
    lab.mock.restore(snapshot);
    const { body } = await verify(lab, customer.id);
    expect(errorsOf(body).map(({ type }) => type)).toEqual(missing);
  });

  test('rule 79: by option unnamed owners do not count', async () => {
    const lab = await openLab(door, { undisclosedOwnership: 'ignore' });
    const { id } = lab.mock.add.customer({ customerType: 'BUSINESS' });
    const types = errorsOf((await verify(lab, id)).body).map(({ type }) => type);
    expect(types).not.toContain('MISSING_BENEFICIAL_OWNER');
    expect(types).toContain('MISSING_CONTROL_PERSON');
  });

  test('rule 79: an owner from abroad shows a passport and one more id', async () => {
    const lab = await openLab(door);
    const { customer, owner } = completeBusiness(lab);
    const foreign = lab.mock.add.beneficialOwner({
      customerId: customer.id,
      ownershipPercentage: 0,
      roles: ['DIRECTOR'],
      personalInfo: { ...owner.personalInfo, nationality: 'GB' },
    });
    const missing = { type: 'MISSING_IDENTITY_DOCUMENT', resourceId: foreign.id };
    for (const documentType of ['PASSPORT', 'NATIONAL_ID']) {
      expect(errorsOf((await verify(lab, customer.id)).body)).toMatchObject([missing]);
      lab.mock.add.document({ documentHolder: foreign.id, documentType });
    }
    expect((await verify(lab, customer.id)).body).toMatchObject({ errors: [] });
  });

  test('rule 79: owners belong to a business', async () => {
    const lab = await openLab(door);
    const { owner } = completeBusiness(lab);
    const { roles, ownershipPercentage, personalInfo } = owner;
    const send = (customerId: string, percentage = ownershipPercentage) => {
      const body = { customerId, roles, ownershipPercentage: percentage, personalInfo };
      return lab.send('POST', '/beneficial-owners', body);
    };
    expectInvalid(await send(lab.mock.add.customer().id), 'customerId');
    expectInvalid(await send(owner.customerId, 101), 'ownershipPercentage');
    expectRefused(await send('Customer:none'), 404, 'USER_NOT_FOUND');
  });

  test.each([
    ['HRB-001', 'Byron', 'IN_PROGRESS', 'PENDING'],
    ['HRB-002', 'Byron', 'REJECTED', 'REJECTED'],
    ['HRB-003', 'Byron', 'APPROVED', 'APPROVED'],
    ['HRB-777', 'Byron', 'APPROVED', 'APPROVED'],
    ['HRB-777', 'Byron001', 'IN_PROGRESS', 'PENDING'],
    ['HRB-777', 'Byron002', 'REJECTED', 'REJECTED'],
    ['HRB-001', 'Byron002', 'REJECTED', 'REJECTED'],
  ])('rule 81: the business %s of %s is %s', async (number, lastName, status, kybStatus) => {
    const lab = await openLab(door);
    const { customer } = completeBusiness(lab, number, lastName);
    const { body } = await verify(lab, customer.id);
    expect(body.verificationStatus).toBe(status);
    expect(errorsOf(body)).toHaveLength(status === 'REJECTED' ? 1 : 0);
    const read = await lab.send('GET', `/customers/${customer.id}`);
    expect(read.body).toMatchObject({ kybStatus });
  });

  test('rule 81: the tables are data and can be replaced', async () => {
    const outcomes = { business: { '777': 'REJECTED', other: 'PENDING' } } as const;
    const lab = await openLab(door, { outcomes });
    const rejected = completeBusiness(lab, 'HRB-777').customer;
    const pending = completeBusiness(lab, 'HRB-002').customer;
    const statuses = [rejected, pending].map(async ({ id }) => (await verify(lab, id)).body);
    expect(await Promise.all(statuses)).toMatchObject([
      { verificationStatus: 'REJECTED' },
      { verificationStatus: 'IN_PROGRESS' },
    ]);
  });
});
