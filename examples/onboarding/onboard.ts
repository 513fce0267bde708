import { ConflictError, type PaymentsClient } from '@org/payments-sdk';

type DocumentType = Parameters<PaymentsClient['documents']['create']>[0]['documentType'];

/**
 * Resolves with true for one process, and with false for all others in the ten minutes after that: an
 * INSERT of the name, whose conflict is an UPDATE that wants the time of the last claim to be older.
 */
export type Claim = (name: string) => Promise<boolean>;

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
 * Creates the customer, or finds the one that an earlier call has created: the service refuses a second
 * one with your id. Keep the customer's id beside your own record of the business.
 */
export async function createBusiness(
  payments: PaymentsClient,
  { id: platformCustomerId, legalName, registrationNumber, taxId }: Application,
): Promise<string> {
  const find = async () => (await payments.customers.list({ platformCustomerId })).data[0];
  const create = () =>
    payments.customers.create({
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
  const { id } =
    (await find()) ??
    (await create().catch(async (error: unknown) => {
      // Another process may have created it meanwhile.
      const created = error instanceof ConflictError ? await find() : undefined;
      if (created === undefined) throw error;
      return created;
    }));
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

/** Uploads the papers that the service does not have yet, in one process at a time. */
async function uploadMissing(
  payments: PaymentsClient,
  claim: Claim,
  documentHolder: string,
  { types, country, files }: Papers,
): Promise<void> {
  const papers = types.map((documentType) => {
    const file = files[documentType];
    if (file === undefined) throw new Error(`The application has no ${documentType}.`);
    return { documentType, file };
  });
  const isOurs = await claim(`papers of ${documentHolder}`);
  const documents = await payments.documents.list({ documentHolder }).toArray({ limit: 100 });
  const uploaded = new Set<string>(documents.map(({ documentType }) => documentType));
  for (const { documentType, file } of papers) {
    if (uploaded.has(documentType)) continue;
    if (!isOurs) throw new Error(`The papers of ${documentHolder} are being uploaded: call later.`);
    await payments.documents.create({ documentHolder, documentType, country, file });
  }
}

/** Adds the person who owns and controls the business, with two proofs. Can be called again. */
export async function addOwner(
  payments: PaymentsClient,
  claim: Claim,
  customerId: string,
  { owner, papers }: Application,
): Promise<void> {
  const isOurs = await claim(`owner of ${customerId}`);
  const [known] = (await payments.beneficialOwners.list({ customerId })).data;
  if (known === undefined && !isOurs) {
    throw new Error(`The owner of ${customerId} is being added: call later.`);
  }
  const { id: documentHolder } = known ?? (await createOwner(payments, customerId, owner));
  const types = ['PASSPORT', 'NATIONAL_ID'] as const;
  await uploadMissing(payments, claim, documentHolder, { types, country: 'GB', files: papers });
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
  claim: Claim,
  documentHolder: string,
  { papers }: Application,
): Promise<void> {
  const company = { types: companyPapers, country: 'US', files: papers };
  await uploadMissing(payments, claim, documentHolder, company);
}
