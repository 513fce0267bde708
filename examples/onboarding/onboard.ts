import type { PaymentsClient } from '@org/payments-sdk';

/** A business as your application form collected it. */
export interface Application {
  readonly legalName: string;
  readonly registrationNumber: string;
  readonly taxId: string;
  readonly owner: { readonly firstName: string; readonly lastName: string };
  /** The scanned documents, by type. */
  readonly papers: Readonly<Record<string, File>>;
}

const address = { line1: '1 Main Street', postalCode: '10001', country: 'US' };

/** Creates the customer. Keep its id beside your own record of the business. */
export async function createBusiness(
  payments: PaymentsClient,
  { legalName, registrationNumber, taxId }: Application,
): Promise<string> {
  const { id } = await payments.customers.create({
    customerType: 'BUSINESS',
    address,
    businessInfo: {
      legalName,
      country: 'US',
      incorporatedOn: '2001-02-03',
      taxId,
      registrationNumber,
      countriesOfOperation: ['US'],
    },
  });
  return id;
}

/**
 * Submits the business and returns what is missing, by type; an empty list once the check has
 * begun.
 */
export async function submit(payments: PaymentsClient, customerId: string): Promise<string[]> {
  const { errors } = await payments.verifications.create({ customerId });
  return errors.map(({ type }) => type);
}

/** Adds the person who owns and controls the business, with two proofs of identity. */
export async function addOwner(
  payments: PaymentsClient,
  customerId: string,
  { owner, papers }: Application,
): Promise<void> {
  const { id: documentHolder } = await payments.beneficialOwners.create({
    customerId,
    roles: ['CONTROL_PERSON', 'UBO'],
    ownershipPercentage: 100,
    personalInfo: {
      firstName: owner.firstName,
      lastName: owner.lastName,
      birthDate: '1990-12-10',
      nationality: 'GB',
      address,
      idType: 'NON_US_TAX_ID',
      identifier: 'QQ123456C',
      countryOfIssuance: 'GB',
    },
  });
  for (const documentType of ['PASSPORT', 'NATIONAL_ID'] as const) {
    const file = papers[documentType];
    if (file === undefined) throw new Error(`The application has no ${documentType}.`);
    await payments.documents.create({ documentHolder, documentType, country: 'GB', file });
  }
}

const companyPapers = [
  'CERTIFICATE_OF_INCORPORATION',
  'SHAREHOLDER_REGISTER',
  'DIRECTOR_REGISTRY',
  'TAX_RETURN',
  'UTILITY_BILL',
] as const;

/** Uploads the documents of the business that the service does not have yet. Can be called again. */
export async function uploadPapers(
  payments: PaymentsClient,
  documentHolder: string,
  { papers }: Application,
): Promise<void> {
  const documents = await payments.documents.list({ documentHolder }).toArray({ limit: 100 });
  const uploaded = new Set<string>(documents.map(({ documentType }) => documentType));
  for (const documentType of companyPapers.filter((each) => !uploaded.has(each))) {
    const file = papers[documentType];
    if (file === undefined) throw new Error(`The application has no ${documentType}.`);
    await payments.documents.create({ documentHolder, documentType, country: 'US', file });
  }
}
