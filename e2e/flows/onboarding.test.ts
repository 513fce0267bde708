import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startPlatform } from '../support/platform.ts';

const address = { line1: '1 Main Street', postalCode: '10001', country: 'US' };
const content = new TextEncoder().encode('%PDF-1.7 a document');
const papers = [
  'CERTIFICATE_OF_INCORPORATION',
  'SHAREHOLDER_REGISTER',
  'DIRECTOR_REGISTRY',
  'TAX_RETURN',
  'UTILITY_BILL',
] as const;

test('a business is approved after its owner, documents and errors are resolved', async () => {
  const { payments, mock } = await startPlatform();
  const { id: customerId } = await payments.customers.create({
    customerType: 'BUSINESS',
    address,
    businessInfo: {
      legalName: 'Engines Ltd',
      country: 'US',
      incorporatedOn: '2001-02-03',
      taxId: '12-3456789',
      registrationNumber: '555',
      countriesOfOperation: ['US'],
    },
  });
  const first = await payments.verifications.create({ customerId });
  expect(first.verificationStatus).toBe('RESOLVE_ERRORS');
  const types = first.errors.map(({ type }) => type);
  expect(types).toContain('MISSING_CONTROL_PERSON');

  const owner = await payments.beneficialOwners.create({
    customerId,
    roles: ['CONTROL_PERSON', 'UBO'],
    ownershipPercentage: 60,
    personalInfo: {
      firstName: 'Ada',
      lastName: 'Byron',
      birthDate: '1990-12-10',
      nationality: 'GB',
      address,
      idType: 'NON_US_TAX_ID',
      identifier: 'QQ123456C',
      countryOfIssuance: 'GB',
    },
  });
  const beneficialOwnerId = owner.id;
  await payments.beneficialOwners.update({ beneficialOwnerId, ownershipPercentage: 100 });
  const read = await payments.beneficialOwners.get({ beneficialOwnerId });
  expect(read).toMatchObject({ ownershipPercentage: 100, kycStatus: 'UNVERIFIED' });
  expect((await payments.beneficialOwners.list({ customerId })).data).toEqual([read]);

  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'paper.pdf');
  await writeFile(path, content);
  for (const documentType of papers) {
    const input = { documentHolder: customerId, documentType, country: 'US', file: { path } };
    await payments.documents.create(input);
  }
  const passport = await payments.documents.create({
    documentHolder: beneficialOwnerId,
    documentType: 'PASSPORT',
    country: 'GB',
    side: 'FRONT',
    file: new File([content], 'passport.pdf', { type: 'application/pdf' }),
  });
  const wrong = await payments.documents.create({
    documentHolder: beneficialOwnerId,
    documentType: 'SELFIE',
    country: 'GB',
    file: { path },
  });
  await payments.documents.delete({ documentId: wrong.id });
  await payments.documents.create({
    documentHolder: beneficialOwnerId,
    documentType: 'NATIONAL_ID',
    country: 'GB',
    file: { path },
  });
  const replaced = await payments.documents.replace({
    documentId: passport.id,
    documentType: 'PASSPORT',
    country: 'GB',
    documentNumber: '123456789',
    file: { content, fileName: 'passport-2.pdf', contentType: 'application/pdf' },
  });
  expect(await payments.documents.get({ documentId: passport.id })).toEqual(replaced);
  const documents = await payments.documents
    .list({ documentHolder: customerId })
    .toArray({ limit: 20 });
  expect(documents.map(({ documentType }) => documentType)).toEqual(papers);

  const second = await payments.verifications.create({ customerId });
  expect(second).toMatchObject({ id: first.id, verificationStatus: 'IN_PROGRESS', errors: [] });
  await expect(payments.documents.delete({ documentId: passport.id })).rejects.toMatchObject({
    status: 409,
  });
  mock.clock.advance({ minutes: 1 });
  const decided = await payments.verifications.get({ verificationId: second.id });
  expect(decided.verificationStatus).toBe('APPROVED');
  const { data } = await payments.verifications.list({ customerId });
  expect(data).toEqual([decided]);
  expect(await payments.customers.get({ customerId })).toMatchObject({ kybStatus: 'APPROVED' });
});
