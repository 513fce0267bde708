import { documentTypes } from '@org/payments-contract';
import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import { expectInvalid, type OpenMock } from '../../../test/support/open-mock.ts';

const address = { line1: '1 Main Street', postalCode: '10001', country: 'US' };
const businessInfo = {
  legalName: 'Ada Ltd',
  country: 'US',
  taxId: '12-3456789',
  incorporatedOn: '2001-02-03',
  countriesOfOperation: ['US'],
};
const businessDocuments = [
  'CERTIFICATE_OF_INCORPORATION',
  'SHAREHOLDER_REGISTER',
  'TAX_RETURN',
  'DIRECTOR_REGISTRY',
  'UTILITY_BILL',
];

const verify = (api: OpenMock, customerId: string) =>
  api.send('POST', '/verifications', { customerId });

interface Found {
  readonly type: string;
  readonly field?: string;
  readonly reason?: string;
  readonly resourceId: string;
}

const errorsOf = (body: Readonly<Record<string, unknown>>) => body.errors as Found[];

function completeBusiness(api: OpenMock, registrationNumber = '555', lastName = 'Byron') {
  const customer = api.mock.add.customer({
    customerType: 'BUSINESS',
    address,
    businessInfo: { ...businessInfo, registrationNumber },
  });
  const owner = api.mock.add.beneficialOwner({ customerId: customer.id, lastName });
  for (const documentType of businessDocuments) {
    api.mock.add.document({ documentHolder: customer.id, documentType });
  }
  return { customer, owner };
}

/** What a verification lacks: the type of each error, and the field or the share it names. */
const lackingOf = (body: Readonly<Record<string, unknown>>) =>
  errorsOf(body).map(({ type, field, reason = '' }) =>
    [type, field, / of \d+ %/.exec(reason)?.[0].slice(1)].filter((part) => part).join(' '),
  );

test.rows([
  [{ fullName: undefined }, ['MISSING_FIELD fullName']],
  [{ birthDate: undefined }, ['MISSING_FIELD birthDate']],
  [{ nationality: undefined }, ['MISSING_FIELD nationality']],
  [{ fullName: 'Ada' }, ['INVALID_FIELD fullName']],
  [{ fullName: 'Ada003' }, ['INVALID_FIELD fullName']],
  [
    { fullName: 'Ada', birthDate: undefined },
    ['MISSING_FIELD birthDate', 'INVALID_FIELD fullName'],
  ],
  [{ fullName: 'Ada 003', birthDate: undefined }, ['MISSING_FIELD birthDate']],
  [{ fullName: 'Ada 003' }, ['POOR_QUALITY_DOCUMENT']],
  [{ fullName: 'A  B' }, []],
  [{ fullName: 'A B' }, []],
])('rule 78: a person with %j lacks %j', async (api, fields, missing) => {
  const { id } = api.mock.add.customer({ kycStatus: 'UNVERIFIED', ...fields });
  expect(lackingOf((await verify(api, id)).body)).toEqual(missing);
  const kycStatus = missing.length === 0 ? 'PENDING' : 'UNVERIFIED';
  expect((await api.send('GET', `/customers/${id}`)).body).toMatchObject({ kycStatus });
});

const { legalName: _name, ...nameless } = businessInfo;
const { taxId: _number, ...numberless } = businessInfo;
const { country: _country, ...homeless } = businessInfo;
const american = { firstName: 'Ada', lastName: 'Byron', nationality: 'US', identifier: '123' };

test.rows([
  ['documents', { issuedAt: '2025-10-05T09:00:00Z' }, []],
  ['documents', { issuedAt: '2025-10-05T08:59:59Z' }, ['EXPIRED_DOCUMENT']],
  ['beneficialOwners', { ownershipPercentage: 0 }, ['MISSING_BENEFICIAL_OWNER of 25 %']],
  ['beneficialOwners', { roles: ['UBO', 'DIRECTOR'] }, ['MISSING_CONTROL_PERSON']],
  ['beneficialOwners', { ownershipPercentage: 60 }, []],
  ['beneficialOwners', { ownershipPercentage: 1 }, []],
  ['beneficialOwners', { personalInfo: { ...american, idType: 'ITIN' } }, []],
  [
    'beneficialOwners',
    { personalInfo: { ...american, idType: 'NON_US_TAX_ID' } },
    ['INVALID_FIELD personalInfo.idType'],
  ],
  ['customers', { address: undefined }, ['MISSING_FIELD address']],
  ['customers', { businessInfo: nameless }, ['MISSING_FIELD businessInfo.legalName']],
  ['customers', { businessInfo: homeless }, ['MISSING_FIELD businessInfo.country']],
  [
    'customers',
    { businessInfo: { ...businessInfo, countriesOfOperation: [] } },
    ['MISSING_FIELD businessInfo.countriesOfOperation'],
  ],
  ['customers', { businessInfo: { ...numberless, registrationNumber: '555' } }, []],
  ['customers', { businessInfo }, []],
  ['customers', { businessInfo: numberless }, ['MISSING_FIELD businessInfo.taxId']],
])('rule 79: of a business whose %s have %j: %j', async (api, table, fields, missing) => {
  const { customer } = completeBusiness(api);
  const snapshot = structuredClone(api.mock.snapshot());
  for (const [, record] of snapshot.tables[table as 'documents'].rows)
    Object.assign(record, fields);
  api.mock.restore(snapshot);
  const { body } = await verify(api, customer.id);
  expect(body.verificationStatus).toBe(missing.length === 0 ? 'IN_PROGRESS' : 'RESOLVE_ERRORS');
  expect(lackingOf(body)).toEqual(missing);
});

/** The documents of which a business needs one: the kind, and the types that are of it. */
const requiredDocuments = [
  'LEGAL_PRESENCE CERTIFICATE_OF_INCORPORATION ARTICLES_OF_INCORPORATION ARTICLES_OF_ASSOCIATION STATE_REGISTRY_EXCERPT',
  'OWNERSHIP_STRUCTURE SHAREHOLDER_REGISTER TRUST_AGREEMENT PARTNERSHIP_AGREEMENT',
  'CONTROL_STRUCTURE DIRECTOR_REGISTRY TRUST_AGREEMENT STATE_COMPANY_REGISTRY PARTNERSHIP_CONTROL_AGREEMENT',
  'IDENTITY TAX_RETURN',
  'PROOF_OF_ADDRESS UTILITY_BILL ELECTRICITY_BILL RENT_OR_LEASE_AGREEMENT BANK_STATEMENT TAX_RETURN',
].map((line) => {
  const [kind, ...acceptedDocumentTypes] = line.split(' ');
  return { type: `MISSING_${kind}_DOCUMENT`, acceptedDocumentTypes };
});

test.rows(documentTypes)(
  'rule 79: what a business lacks that has a %s only',
  async (api, documentType) => {
    const { id } = api.mock.add.customer({ customerType: 'BUSINESS', address, businessInfo });
    api.mock.add.beneficialOwner({ customerId: id });
    api.mock.add.document({ documentHolder: id, documentType });
    const { errors } = (await verify(api, id)).body;
    const lacking = requiredDocuments.filter(
      ({ acceptedDocumentTypes }) => !acceptedDocumentTypes.includes(documentType),
    );
    expect(errors).toMatchObject(lacking.map((each) => ({ ...each, resourceId: id })));
    expect(errors).toHaveLength(lacking.length);
  },
);

test('rule 79: one recent proof of address is enough beside an old one', async (api) => {
  const { customer } = completeBusiness(api);
  const old = { documentType: 'BANK_STATEMENT', issuedAt: '2020-01-01T00:00:00Z' } as const;
  api.mock.add.document({ documentHolder: customer.id, ...old });
  expect((await verify(api, customer.id)).body.errors).toEqual([]);
});

test.each([
  ['2026-05-31T10:00:00Z', '2026-02-28T10:00:00Z'],
  ['2024-05-31T10:00:00Z', '2024-02-29T10:00:00Z'],
  ['2026-07-31T10:00:00Z', '2026-04-30T10:00:00Z'],
  ['2026-01-31T10:00:00Z', '2025-10-31T10:00:00Z'],
])('rule 79: at %s a proof of address is of %s or later', async (now, oldest) => {
  const api = await open({ now });
  const { customer } = completeBusiness(api);
  const snapshot = structuredClone(api.mock.snapshot());
  for (const [before, errors] of [
    [0, []],
    [1, ['EXPIRED_DOCUMENT']],
  ] as const) {
    const issuedAt = new Date(Date.parse(oldest) - before).toISOString();
    for (const [, record] of snapshot.tables.documents.rows) Object.assign(record, { issuedAt });
    api.mock.restore(snapshot);
    expect(lackingOf((await verify(api, customer.id)).body)).toEqual(errors);
  }
});

test('rule 79: an owner from abroad shows a passport and one more id', async (api) => {
  const { customer, owner } = completeBusiness(api);
  const foreign = api.mock.add.beneficialOwner({
    customerId: customer.id,
    ownershipPercentage: 0,
    roles: ['DIRECTOR'],
    personalInfo: { ...owner.personalInfo, nationality: 'GB', idType: 'EIN' },
  });
  const [passport, other] = [['PASSPORT'], ['NATIONAL_ID', 'DRIVERS_LICENSE']].map(
    (acceptedDocumentTypes) => ({
      ...{ type: 'MISSING_IDENTITY_DOCUMENT', resourceId: foreign.id, acceptedDocumentTypes },
    }),
  );
  const named = async () => errorsOf((await verify(api, customer.id)).body);
  const show = (documentType: 'PASSPORT' | 'NATIONAL_ID') =>
    api.mock.add.document({ documentHolder: foreign.id, documentType });
  expect(await named()).toMatchObject([passport, other]);
  show('NATIONAL_ID');
  expect(await named()).toMatchObject([passport]);
  show('PASSPORT');
  expect(await named()).toEqual([]);
});

test.rows([
  ['HRB-001', 'Byron', 'IN_PROGRESS', 'PENDING'],
  ['HRB-002', 'Byron', 'REJECTED', 'REJECTED'],
  ['HRB-003', 'Byron', 'APPROVED', 'APPROVED'],
  ['HRB-777', 'Byron', 'APPROVED', 'APPROVED'],
  ['HRB-777', 'Byron001', 'APPROVED', 'APPROVED'],
  ['HRB-777', 'Byron002', 'APPROVED', 'APPROVED'],
  ['HRB-002', 'Byron001', 'REJECTED', 'REJECTED'],
  ['HRB-001', 'Byron002', 'IN_PROGRESS', 'PENDING'],
])('rule 81: the business %s of %s is %s', async (api, number, lastName, status, kybStatus) => {
  const { customer, owner } = completeBusiness(api, number, lastName);
  const submitted = await verify(api, customer.id);
  expect(submitted.body).toMatchObject({ verificationStatus: 'IN_PROGRESS', errors: [] });
  api.mock.clock.advance({ seconds: 30 });
  const { body } = await api.send('GET', `/verifications/${submitted.body.id}`);
  expect(body.verificationStatus).toBe(status);
  expect(errorsOf(body)).toHaveLength(status === 'REJECTED' ? 1 : 0);
  const read = await api.send('GET', `/customers/${customer.id}`);
  expect(read.body).toMatchObject({ kybStatus });
  const { body: checked } = await api.send('GET', `/beneficial-owners/${owner.id}`);
  const ownStatus = { '001': 'PENDING', '002': 'REJECTED' }[lastName.slice(5)] ?? 'APPROVED';
  expect(checked.kycStatus).toBe(kybStatus === 'PENDING' ? 'PENDING' : ownStatus);
});

test('rule 81: the tables are data and can be replaced', async () => {
  const outcomes = { business: { '777': 'REJECTED', other: 'PENDING' } } as const;
  const api = await open({ outcomes, verificationDuration: 0 });
  const rejected = completeBusiness(api, 'HRB-777').customer;
  const pending = completeBusiness(api, 'HRB-002').customer;
  const statuses = [rejected, pending].map(async ({ id }) => (await verify(api, id)).body);
  expect(await Promise.all(statuses)).toMatchObject([
    { verificationStatus: 'REJECTED' },
    { verificationStatus: 'IN_PROGRESS' },
  ]);
});

test('rule 81: a check ends by the clock, and not one instant earlier', async () => {
  const api = await open({ verificationDuration: 90_000 });
  const { customer } = completeBusiness(api);
  const { id } = (await verify(api, customer.id)).body;
  const read = async () => (await api.send('GET', `/verifications/${id}`)).body;
  api.mock.clock.advance({ milliseconds: 89_999 });
  expect(await read()).toMatchObject({ verificationStatus: 'IN_PROGRESS' });
  api.mock.clock.advance({ milliseconds: 1 });
  expect(await read()).toMatchObject({ verificationStatus: 'APPROVED' });
  const types = api.mock.events.map(({ type }) => type);
  expect(types).toEqual([
    'VERIFICATION.IN_PROGRESS',
    'CUSTOMER.KYB_PENDING',
    'VERIFICATION.APPROVED',
    'CUSTOMER.KYB_APPROVED',
  ]);
});

test.rows([
  ['Ada Byron', 'APPROVED', 'APPROVED', ['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_APPROVED']],
  ['Ada Byron002', 'REJECTED', 'REJECTED', ['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_REJECTED']],
  ['Ada Byron001', 'PENDING_MANUAL_REVIEW', 'PENDING', ['CUSTOMER.KYC_PENDING']],
])('rule 81: the individual %s is %s', async (api, fullName, status, kycStatus, events) => {
  const { id } = api.mock.add.customer({ kycStatus: 'UNVERIFIED', fullName });
  const first = await verify(api, id);
  api.mock.clock.advance({ minutes: 1 });
  const { body } = await api.send('GET', `/verifications/${first.body.id}`);
  expect(body.verificationStatus).toBe(status);
  expect((await api.send('GET', `/customers/${id}`)).body).toMatchObject({ kycStatus });
  const types = api.mock.events.map(({ type }) => type);
  expect(types.filter((type) => type.startsWith('CUSTOMER.'))).toEqual(events);
  expect(types.filter((type) => type.startsWith('VERIFICATION.'))).toEqual([
    'VERIFICATION.IN_PROGRESS',
    `VERIFICATION.${status}`,
  ]);
});

test.each([
  ['HRB-002', 'REJECTED'],
  ['HRB-777', 'APPROVED'],
])('rule 78: the business %s is %s, and not submitted again', async (number, kybStatus) => {
  const api = await open({ verificationDuration: 0 });
  const { customer } = completeBusiness(api, number);
  await verify(api, customer.id);
  const events = api.mock.events.length;
  expectInvalid(await verify(api, customer.id), 'customerId');
  expect((await api.send('GET', `/customers/${customer.id}`)).body).toMatchObject({ kybStatus });
  expect(api.mock.events).toHaveLength(events);
});

test('rule 78: a customer under manual review stays as they are when they are submitted again', async () => {
  const api = await open({ verificationDuration: 0 });
  const { id } = api.mock.add.customer({ kycStatus: 'UNVERIFIED', fullName: 'Ada Byron001' });
  const first = (await verify(api, id)).body;
  expect(first).toMatchObject({ verificationStatus: 'PENDING_MANUAL_REVIEW' });
  api.mock.clock.advance({ minutes: 1 });
  expect((await verify(api, id)).body).toEqual(first);
});

test('rule 78: a check in progress ends with the result of the last submission', async (api) => {
  const { customer, owner } = completeBusiness(api, '555', 'Byron002');
  const { id } = (await verify(api, customer.id)).body;
  api.mock.clock.advance({ seconds: 20 });
  const personalInfo = { lastName: 'Lovelace' };
  await api.send('PATCH', `/beneficial-owners/${owner.id}`, { personalInfo });
  await verify(api, customer.id);
  api.mock.clock.advance({ seconds: 20 });
  const read = async () => (await api.send('GET', `/verifications/${id}`)).body;
  expect(await read()).toMatchObject({ verificationStatus: 'IN_PROGRESS' });
  api.mock.clock.advance({ seconds: 10 });
  expect(await read()).toMatchObject({ verificationStatus: 'APPROVED' });
});

test('rule 78: a check does not end of a customer who lacks something by then', async (api) => {
  const { id } = api.mock.add.customer({ kycStatus: 'UNVERIFIED' });
  await verify(api, id);
  await api.send('PATCH', `/customers/${id}`, { fullName: 'Ada' });
  const lacking = (await verify(api, id)).body;
  expect(lacking).toMatchObject({ verificationStatus: 'RESOLVE_ERRORS' });
  api.mock.clock.advance({ minutes: 1 });
  expect((await api.send('GET', `/verifications/${lacking.id}`)).body).toEqual(lacking);
});

test('rule 63: a contact that must be verified blocks the check until it is verified', async (api) => {
  const body = {
    customerType: 'INDIVIDUAL',
    region: 'DE',
    email: 'ada@example.de',
    phoneNumber: '+4915112345678',
    fullName: 'Ada Byron',
    birthDate: '1990-12-10',
  };
  const { id } = (await api.send('POST', '/customers', body)).body;
  const blocked = (await verify(api, String(id))).body;
  const contacts = [
    'INVALID_FIELD contactVerification.email',
    'INVALID_FIELD contactVerification.phone',
  ];
  expect(lackingOf(blocked)).toEqual(['MISSING_FIELD nationality', ...contacts]);
  await api.send('PATCH', `/customers/${id}`, { nationality: 'DE' });
  for (const contact of ['email', 'phone']) {
    await api.send('POST', `/customers/${id}/verify-${contact}`);
    await api.send('POST', `/customers/${id}/verify-${contact}/confirm`, { code: '123456' });
  }
  expect((await verify(api, String(id))).body).toMatchObject({
    verificationStatus: 'IN_PROGRESS',
  });
});
