import type { Lab, Reply } from '../lab/lab.ts';
import { invalid, type Statement, updatedCustomer } from './statement.ts';

const MAX_BYTES = 10 * 1024 * 1024;

interface Upload {
  readonly content?: string;
  readonly type?: string;
  readonly name?: string;
  readonly holder?: string;
}

/** Uploads a document, written as the bytes of a form. */
async function uploaded(lab: Lab, upload: Upload = {}, replaces?: string): Promise<Reply> {
  const { content = '%PDF-1.7', type = 'application/pdf', name = 'file' } = upload;
  const fields = {
    documentHolder: upload.holder ?? lab.mock.add.customer().id,
    documentType: 'PASSPORT',
    country: 'GB',
    side: 'FRONT',
  };
  const texts = Object.entries(fields).filter(([field]) => field !== 'documentHolder' || !replaces);
  const parts = [
    ...texts.map(([field, value]) => `name="${field}"\r\n\r\n${value}`),
    `name="${name}"; filename="passport"\r\nContent-Type: ${type}\r\n\r\n${content}`,
  ];
  const lines = parts.map((part) => `--edge\r\nContent-Disposition: form-data; ${part}\r\n`);
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  const [method, path] = replaces ? ['PUT', `/documents/${replaces}`] : ['POST', '/documents'];
  return lab.send(method, path, `${lines.join('')}--edge--\r\n`, headers);
}

const replaced = (lab: Lab, upload: Upload = {}) =>
  uploaded(lab, upload, lab.mock.add.document().id);

const sized = (bytes: number) => `%PDF-${'x'.repeat(bytes - 5)}`;
const file = invalid('file');

const person = {
  firstName: 'Grace',
  lastName: 'Hopper',
  birthDate: '1990-12-09',
  nationality: 'GB',
  address: { line1: '1 Main Street', postalCode: '10001', country: 'US' },
};

async function owner(lab: Lab, tax: object): Promise<Reply> {
  const customerId = lab.mock.add.customer({ customerType: 'BUSINESS' }).id;
  const personalInfo = { ...person, ...tax };
  const body = { customerId, roles: ['UBO'], ownershipPercentage: 50, personalInfo };
  return lab.send('POST', '/beneficial-owners', body);
}

async function ownerUpdate(lab: Lab, personalInfo: object): Promise<Reply> {
  const { body } = await owner(lab, { idType: 'SSN', identifier: '123-45-6789' });
  return lab.send('PATCH', `/beneficial-owners/${body.id}`, { personalInfo });
}

/** Creates a customer, from an individual's or a business's fields. */
const created = (lab: Lab, fields: object) =>
  lab.send('POST', '/customers', { customerType: 'INDIVIDUAL', ...fields });

const company = { legalName: 'A', country: 'DE', incorporatedOn: '2020-01-01', taxId: '1' };

const createdCompany = (lab: Lab, fields: object) =>
  lab.send('POST', '/customers', {
    customerType: 'BUSINESS',
    businessInfo: { ...company, ...fields },
  });

const updatedCompany = (lab: Lab, businessInfo: object) => {
  const { id } = lab.mock.add.customer({ customerType: 'BUSINESS' });
  return lab.send('PATCH', `/customers/${id}`, { businessInfo });
};

const source = 'Specification 2, Customer; reference, customers.create and customers.update';

/** A field that another one requires, in each operation that has both. */
function required(
  operation: string,
  field: string,
  send: (lab: Lab, fields: object) => Promise<Reply>,
  [by, value]: readonly [string, unknown],
  text: unknown,
): Statement {
  const [last = ''] = field.split('.').slice(-1);
  return {
    source,
    rule: `${field} of ${operation} is required when ${by} is or includes ${String(value)}`,
    accepted: (lab) => send(lab, { [by]: value, [last]: text }),
    refused: (lab) => send(lab, { [by]: value }),
    as: invalid(field),
    about: [`${operation} ${field}`],
  };
}

const contact = (lab: Lab, contactVerification?: { readonly email: 'PENDING' | 'VERIFIED' }) =>
  lab.mock.add.customer({
    phoneNumber: '+14155550123',
    ...(contactVerification === undefined ? {} : { contactVerification }),
  }).id;

function verifiedContact(channel: 'email' | 'phone'): Statement {
  const open = { contactVerification: { [channel]: 'PENDING' }, phoneNumber: '+14155550123' };
  return {
    source: 'Specification 7, 409',
    rule: `a code by ${channel} is sent only to customers whose provider requires it`,
    accepted: (lab) =>
      lab.send('POST', `/customers/${lab.mock.add.customer(open as never).id}/verify-${channel}`),
    refused: (lab) => lab.send('POST', `/customers/${contact(lab)}/verify-${channel}`),
    as: [409, 'CONFLICT'],
    about: [`contactVerification.send${channel === 'email' ? 'Email' : 'Phone'}Code`],
  };
}

const nonUs = ['taxIdType', 'NON_US_TAX_ID'] as const;
const nonUsOwner = ['idType', 'NON_US_TAX_ID'] as const;
const foreign = { identifier: 'QQ123456C' };

/** Statements on customers, owners, their documents and verification. */
export const onboardingStatements: readonly Statement[] = [
  required('customers.create', 'taxIdCountryOfIssuance', created, nonUs, 'DE'),
  ...(['Funds', 'Wealth'] as const).map((kind) =>
    required(
      'customers.create',
      `sourceOf${kind}OtherDescription`,
      created,
      [`sourceOf${kind}Categories`, ['OTHER']],
      'Prizes',
    ),
  ),
  required(
    'customers.create',
    'purposeOfAccountOtherDescription',
    created,
    ['purposeOfAccount', 'OTHER'],
    'Rent',
  ),
  ...(
    [
      ['customers.create', createdCompany],
      ['customers.update', updatedCompany],
    ] as const
  ).flatMap(([operation, send]) => [
    required(
      operation,
      'businessInfo.purposeOfAccountOtherDescription',
      send,
      ['purposeOfAccount', 'OTHER'],
      'Rent',
    ),
    required(
      operation,
      'businessInfo.sourceOfFundsOtherDescription',
      send,
      ['sourceOfFundsCategories', ['OTHER']],
      'Prizes',
    ),
  ]),
  required(
    'beneficialOwners.create',
    'personalInfo.countryOfIssuance',
    (lab, tax) => owner(lab, { ...foreign, ...tax }),
    nonUsOwner,
    'GB',
  ),
  required(
    'beneficialOwners.update',
    'personalInfo.countryOfIssuance',
    (lab, tax) => ownerUpdate(lab, { ...foreign, ...tax }),
    nonUsOwner,
    'GB',
  ),
  {
    source: 'Reference, customers.create, businessInfo',
    rule: 'a business must have a legal name, a country, a date of incorporation and a tax number',
    accepted: (lab) => createdCompany(lab, {}),
    refused: (lab) => createdCompany(lab, { taxId: undefined }),
    as: invalid('businessInfo.taxId'),
    about: ['customers.create businessInfo'],
  },
  {
    source: 'Reference, file upload',
    rule: 'a document must be at most 10 MB',
    accepted: (lab) => uploaded(lab, { content: sized(MAX_BYTES) }),
    refused: (lab) => uploaded(lab, { content: sized(MAX_BYTES + 1) }),
    as: file,
    about: ['documents.create', 'documents.create file'],
  },
  {
    source: 'Reference, file upload',
    rule: 'a replacement of a document must be at most 10 MB',
    accepted: (lab) => replaced(lab, { content: sized(MAX_BYTES) }),
    refused: (lab) => replaced(lab, { content: sized(MAX_BYTES + 1) }),
    as: file,
    about: ['documents.replace file'],
  },
  {
    source: 'Reference, file upload',
    rule: 'a document must be a PDF, JPEG or PNG',
    accepted: (lab) => uploaded(lab),
    refused: (lab) => uploaded(lab, { type: 'image/gif' }),
    as: file,
    about: ['documents.create file'],
  },
  {
    source: 'Reference, file upload',
    rule: 'the bytes of a document must be of its type',
    accepted: (lab) => uploaded(lab),
    refused: (lab) => uploaded(lab, { content: 'GIF89a' }),
    as: file,
  },
  {
    source: 'Reference, file upload',
    rule: 'the file of a document must be in the field `file`',
    accepted: (lab) => uploaded(lab),
    refused: (lab) => uploaded(lab, { name: 'document' }),
    as: file,
  },
  {
    source: 'Reference, documents.create, documentHolder',
    rule: 'the holder of a document must exist',
    accepted: (lab) => uploaded(lab),
    refused: (lab) => uploaded(lab, { holder: 'Customer:none' }),
    as: [404, 'NOT_FOUND'],
  },
  verifiedContact('email'),
  verifiedContact('phone'),
  {
    source: 'Reference, 3.1, email and phone verification state',
    rule: 'each contact must be verified before a verification link is given',
    accepted: (lab) =>
      lab.send('POST', `/customers/${contact(lab, { email: 'VERIFIED' })}/kyc-link`, {}),
    refused: (lab) =>
      lab.send('POST', `/customers/${contact(lab, { email: 'PENDING' })}/kyc-link`, {}),
    as: [409, 'CONFLICT'],
  },
  ...(
    [
      ['customers.create', created],
      ['customers.update', updatedCustomer],
    ] as const
  ).map(
    ([operation, send]): Statement => ({
      source: `Reference, ${operation}, email`,
      rule: `the e-mail address of ${operation} must have the form of one`,
      accepted: (lab) => send(lab, { email: 'müller@example.de' }),
      refused: (lab) => send(lab, { email: 'example.de' }),
      as: invalid('email'),
    }),
  ),
  {
    source: 'Reference, config.update, embeddedWalletConfig.sendFromEmailAddress',
    rule: 'the address that codes come from must have the form of one',
    accepted: (lab) =>
      lab.send('PATCH', '/config', {
        embeddedWalletConfig: { sendFromEmailAddress: 'codes@example.com' },
      }),
    refused: (lab) =>
      lab.send('PATCH', '/config', { embeddedWalletConfig: { sendFromEmailAddress: 'codes' } }),
    as: invalid('embeddedWalletConfig.sendFromEmailAddress'),
  },
];
