import type { PaymentsClient } from '@org/payments-sdk';

type DocumentType = Parameters<PaymentsClient['documents']['create']>[0]['documentType'];

/** A business as your application form collected it. */
export interface Application {
  /** Your id of the business, which the customer carries. */
  readonly id: string;
  readonly legalName: string;
  readonly registrationNumber: string;
  readonly taxId: string;
  readonly owner: { readonly firstName: string; readonly lastName: string };
  /** The scanned documents, by type. */
  readonly papers: Readonly<Record<string, File>>;
}

const address = { line1: '1 Main Street', postalCode: '10001', country: 'US' };

/**
 * Creates the customer, or finds the one that an earlier call has created. Keep its id beside your own
 * record of the business.
 */
export async function createBusiness(
  payments: PaymentsClient,
  { id: platformCustomerId, legalName, registrationNumber, taxId }: Application,
): Promise<string> {
  const { data } = await payments.customers.list({ platformCustomerId });
  const [created] = data;
  if (created !== undefined) return created.id;
  const { id } = await payments.customers.create({
    customerType: 'BUSINESS',
    platformCustomerId,
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

/** The papers of a business or of its owner, and the country that issued them. */
interface Papers {
  readonly types: readonly DocumentType[];
  readonly country: string;
  readonly files: Application['papers'];
}

/** Uploads the papers that the service does not have yet. */
async function uploadMissing(
  payments: PaymentsClient,
  documentHolder: string,
  { types, country, files }: Papers,
): Promise<void> {
  const documents = await payments.documents.list({ documentHolder }).toArray({ limit: 100 });
  const uploaded = new Set<string>(documents.map(({ documentType }) => documentType));
  for (const documentType of types.filter((each) => !uploaded.has(each))) {
    const file = files[documentType];
    if (file === undefined) throw new Error(`The application has no ${documentType}.`);
    await payments.documents.create({ documentHolder, documentType, country, file });
  }
}

/** Adds the person who owns and controls the business, with two proofs. Can be called again. */
export async function addOwner(
  payments: PaymentsClient,
  customerId: string,
  { owner, papers }: Application,
): Promise<void> {
  const { data } = await payments.beneficialOwners.list({ customerId });
  const { id: documentHolder } = data[0] ?? (await createOwner(payments, customerId, owner));
  const types = ['PASSPORT', 'NATIONAL_ID'] as const;
  await uploadMissing(payments, documentHolder, { types, country: 'GB', files: papers });
}

function createOwner(payments: PaymentsClient, customerId: string, owner: Application['owner']) {
  return payments.beneficialOwners.create({
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
  const company = { types: companyPapers, country: 'US', files: papers };
  await uploadMissing(payments, documentHolder, company);
}
