import {
  type BeneficialOwner,
  type BusinessCustomer,
  type Customer,
  type IndividualCustomer,
  type Verification,
  type VerificationError,
  verificationMachine,
} from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import { type CheckOutcome, outcomeOf } from '../../options/outcomes.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { Scene, World } from '../../world.ts';
import { beneficialOwners } from '../beneficial-owners/beneficial-owners.ts';
import { customers } from '../customers/customers.ts';
import { type DocumentRecord, documents } from '../documents/documents.ts';

const requiredOfIndividuals = ['fullName', 'birthDate', 'nationality'] as const;
const requiredOfBusinesses = ['legalName', 'country', 'countriesOfOperation'] as const;
/** The share, in whole percent, from which an owner must be named. */
const OWNER_THRESHOLD = 25;

export function missingField(resourceId: string, field: string): VerificationError {
  return { resourceId, type: 'MISSING_FIELD', field, reason: `${field} is missing.` };
}

/** Returns what an individual lacks (rule 78), or what the sandbox finds wrong with a complete one. */
function missingOfIndividual(customer: IndividualCustomer, world: World): VerificationError[] {
  const { id: resourceId, fullName } = customer;
  const missing = requiredOfIndividuals
    .filter((field) => customer[field] === undefined)
    .map((field) => missingField(resourceId, field));
  if (fullName !== undefined && !/\S\s+\S/.test(fullName)) {
    const reason = 'A given name and a family name are needed.';
    missing.push({ resourceId, type: 'INVALID_FIELD', field: 'fullName', reason });
  }
  const isPoor = outcomeOf(world.settings.outcomes.individual, fullName) === 'RESOLVE_ERRORS';
  if (missing.length > 0 || !isPoor) return missing;
  const reason = 'The document cannot be read.';
  return [{ resourceId, type: 'POOR_QUALITY_DOCUMENT', reason }];
}

function missingIdentity(customer: BusinessCustomer): VerificationError[] {
  const info = customer.businessInfo ?? {};
  const fields: string[] = requiredOfBusinesses
    .filter((field) => info[field] === undefined || info[field].length === 0)
    .map((field) => `businessInfo.${field}`);
  if (customer.address === undefined) fields.push('address');
  if (info.taxId === undefined && info.registrationNumber === undefined) {
    fields.push('businessInfo.taxId');
  }
  return fields.map((field) => missingField(customer.id, field));
}

function missingPeople(
  customer: BusinessCustomer,
  owners: readonly BeneficialOwner[],
): VerificationError[] {
  const resourceId = customer.id;
  const errors: VerificationError[] = [];
  if (!owners.some(({ roles }) => roles.includes('CONTROL_PERSON'))) {
    const reason = 'One control person must be added.';
    errors.push({ resourceId, type: 'MISSING_CONTROL_PERSON', reason });
  }
  // What is left may be held by many, each with less than the threshold.
  if (!owners.some(({ ownershipPercentage }) => ownershipPercentage > 0)) {
    const reason = `Every owner of ${OWNER_THRESHOLD} % or more must be added; no owner was.`;
    errors.push({ resourceId, type: 'MISSING_BENEFICIAL_OWNER', reason });
  }
  return errors;
}

const PROOF_MONTHS = 3;

/** Groups of documents, one of each is required (specification, `POST /verifications`; `DocumentType`). */
const documentsOfBusinesses = [
  [
    'MISSING_LEGAL_PRESENCE_DOCUMENT',
    [
      'CERTIFICATE_OF_INCORPORATION',
      'ARTICLES_OF_INCORPORATION',
      'ARTICLES_OF_ASSOCIATION',
      'STATE_REGISTRY_EXCERPT',
    ],
  ],
  [
    'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
    ['SHAREHOLDER_REGISTER', 'TRUST_AGREEMENT', 'PARTNERSHIP_AGREEMENT'],
  ],
  [
    'MISSING_CONTROL_STRUCTURE_DOCUMENT',
    [
      'DIRECTOR_REGISTRY',
      'TRUST_AGREEMENT',
      'STATE_COMPANY_REGISTRY',
      'PARTNERSHIP_CONTROL_AGREEMENT',
    ],
  ],
  ['MISSING_IDENTITY_DOCUMENT', ['TAX_RETURN']],
] as const;

const proofsOfAddress = [
  'UTILITY_BILL',
  'ELECTRICITY_BILL',
  'RENT_OR_LEASE_AGREEMENT',
  'BANK_STATEMENT',
  'TAX_RETURN',
];

function documentsOf(world: World, holder: string): DocumentRecord[] {
  return documents.in(world).find('documentHolder', holder);
}

function typesOf(world: World, holder: string): string[] {
  return documentsOf(world, holder).map((each) => each.documentType);
}

function isRecent({ issuedAt, createdAt }: DocumentRecord, { clock }: World): boolean {
  const oldest = new Date(clock.now());
  const day = oldest.getUTCDate();
  oldest.setUTCMonth(oldest.getUTCMonth() - PROOF_MONTHS);
  // A month without such a day ends earlier.
  if (oldest.getUTCDate() !== day) oldest.setUTCDate(0);
  return Date.parse(issuedAt ?? createdAt) >= oldest.getTime();
}

/** Returns the missing proof of address, which must be dated within the last three months. */
function missingProofOfAddress(customer: BusinessCustomer, world: World): VerificationError[] {
  const proofs = documentsOf(world, customer.id).filter(({ documentType }) =>
    proofsOfAddress.includes(documentType),
  );
  if (proofs.some((proof) => isRecent(proof, world))) return [];
  const accepted = proofsOfAddress.join(', ');
  const reason = `One of ${accepted}, dated within the last ${PROOF_MONTHS} months, must be uploaded.`;
  const type = proofs.length === 0 ? 'MISSING_PROOF_OF_ADDRESS_DOCUMENT' : 'EXPIRED_DOCUMENT';
  return [{ resourceId: customer.id, type, acceptedDocumentTypes: proofsOfAddress, reason }];
}

function missingDocuments(customer: BusinessCustomer, world: World): VerificationError[] {
  const present = typesOf(world, customer.id);
  const missing = documentsOfBusinesses
    .filter(([, accepted]) => !accepted.some((type) => present.includes(type)))
    .map(([type, accepted]) => ({
      resourceId: customer.id,
      type,
      acceptedDocumentTypes: [...accepted],
      reason: `One of ${accepted.join(', ')} must be uploaded.`,
    }));
  return [...missing, ...missingProofOfAddress(customer, world)];
}

/** What owners from abroad show: a passport and one more government id. */
const idsOfForeigners = [['PASSPORT'], ['NATIONAL_ID', 'DRIVERS_LICENSE']];

function missingIds(owner: BeneficialOwner, world: World): VerificationError[] {
  if (owner.personalInfo.nationality === 'US') return [];
  const present = typesOf(world, owner.id);
  return idsOfForeigners
    .filter((accepted) => !accepted.some((type) => present.includes(type)))
    .map((acceptedDocumentTypes) => ({
      resourceId: owner.id,
      type: 'MISSING_IDENTITY_DOCUMENT',
      acceptedDocumentTypes,
      reason: `One of ${acceptedDocumentTypes.join(', ')} must be uploaded.`,
    }));
}

function missingNumber({ id, personalInfo }: BeneficialOwner): VerificationError[] {
  const { nationality, idType } = personalInfo;
  if (nationality !== 'US' || idType === 'SSN' || idType === 'ITIN') return [];
  const reason = 'A US person has an SSN or an ITIN.';
  return [{ resourceId: id, type: 'INVALID_FIELD', field: 'personalInfo.idType', reason }];
}

/** Returns what a business lacks: identity, people, documents (rule 79). */
function missingOfBusiness(customer: BusinessCustomer, world: World): VerificationError[] {
  const owners = beneficialOwners.in(world).find('customerId', customer.id);
  return [
    ...missingIdentity(customer),
    ...missingPeople(customer, owners),
    ...missingDocuments(customer, world),
    ...owners.flatMap((owner) => [...missingNumber(owner), ...missingIds(owner, world)]),
  ];
}

/** Returns the contacts that must be verified before a check can start (rule 63). */
function unverifiedContacts({ id, contactVerification = {} }: Customer): VerificationError[] {
  return Object.entries(contactVerification)
    .filter(([, status]) => status === 'PENDING')
    .map(([channel]) => ({
      resourceId: id,
      type: 'INVALID_FIELD',
      field: `contactVerification.${channel}`,
      reason: `The customer's ${channel} must be verified first.`,
    }));
}

/** Returns what a customer lacks before a check can start (rules 78 and 79). */
export function missingOf(customer: Customer, world: World): VerificationError[] {
  const missing =
    customer.customerType === 'BUSINESS'
      ? missingOfBusiness(customer, world)
      : missingOfIndividual(customer, world);
  return [...missing, ...unverifiedContacts(customer)];
}

export interface VerificationRecord extends Verification {
  /** The outcome of each owner's check, by the owner's id; stored with the owners when it ends. */
  readonly owners?: Readonly<Record<string, CheckOutcome>>;
}

const statusEvent = ({ verificationStatus }: Verification) => `VERIFICATION.${verificationStatus}`;

/** The customer's status for each status of the verification; other statuses do not change the customer. */
const customerStatus: Readonly<Record<string, CheckOutcome>> = {
  IN_PROGRESS: 'PENDING',
  PENDING_MANUAL_REVIEW: 'PENDING',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
};

export function settleCustomer(scene: Scene, verification: VerificationRecord): void {
  const status = customerStatus[verification.verificationStatus];
  const customer = customers.in(scene.world).get(verification.customerId);
  if (status === undefined || customer === undefined) return;
  const field = customer.customerType === 'BUSINESS' ? 'kybStatus' : 'kycStatus';
  if (customer[field] !== status) {
    customers.change(scene, customer, { [field]: status } as Partial<Customer>);
  }
  for (const [id, outcome] of Object.entries(verification.owners ?? {})) {
    const owner = beneficialOwners.in(scene.world).get(id);
    const kycStatus = status === 'PENDING' ? 'PENDING' : outcome;
    if (owner === undefined || owner.kycStatus === kycStatus) continue;
    beneficialOwners.change(scene, owner, { kycStatus });
  }
}

export function rejectionOf(customerId: string): VerificationError {
  const reason = 'The customer was rejected.';
  return { resourceId: customerId, type: 'APPLICANT_REJECTED', reason };
}

/** Verifications, at most one for each customer. */
export const verifications = resource({
  name: 'verifications',
  record: recordOf<VerificationRecord>(),
  id: 'Verification',
  indexes: ['customerId'],
  states: { field: 'verificationStatus', machine: verificationMachine },
  emits: { created: statusEvent, changed: { verificationStatus: statusEvent } },
  changed(scene, before, after) {
    if (before.verificationStatus !== after.verificationStatus) settleCustomer(scene, after);
  },
  view: ({ owners: _owners, ...verification }): Verification => verification,
});
