import { accountVariants } from '../areas/external-accounts/account-variants.ts';
import type { Decision } from './decision.ts';

const createdTypes = Object.keys(accountVariants);
const payableTypes = [...createdTypes, 'ARS_ACCOUNT', 'BITCOIN_L1', 'EMBEDDED_WALLET'];

function enumDifference(types: readonly string[]): string {
  return `enum given (${types.toSorted().join(', ')})`;
}

const bankFields = [
  ...['accountNumber', 'address', 'bankAccountType', 'bankCode', 'bankName', 'branchCode'],
  ...['clabeNumber', 'country', 'fiToFiInformation', 'iban', 'ifsc', 'intermediaryBankName'],
  ...['intermediaryRoutingNumber', 'invoice', 'paymentRails', 'phoneNumber', 'provider', 'rail'],
  ...['region', 'routingNumber', 'sortCode', 'swiftCode', 'vpa'],
];
const storedFields = [
  ...bankFields,
  ...['beneficiary', 'bolt12', 'lightningAddress', 'pixKey', 'pixKeyType', 'taxId', 'vaspName'],
];
const payableFields = [
  ...bankFields,
  ...['accountHolderName', 'assetType', 'bankAddress', 'network', 'payloadToSign'],
  ...['paymentUrl', 'qrCode', 'reference'],
];

/** Lengths that the form of an account's detail has anyway, as the reference writes them. */
const lengths: Readonly<Record<string, string>> = {
  accountNumber:
    'maxLength 34 or none → 10 or 12 or 13 or 16 or 18 or 34 or 8, minLength 1 or none → 1 or 10 or 7 or 8 or 9',
  bankCode: 'maxLength none → 3, minLength none → 3',
  branchCode: 'maxLength none → 5, minLength none → 5',
  clabeNumber: 'maxLength none → 18, minLength none → 18',
  country: 'maxLength none → 2, minLength none → 2',
  iban: 'maxLength none → 18 or 23 or 24 or 29 or 34, minLength none → 15 or 18 or 23 or 24 or 29',
  ifsc: 'maxLength none → 11, minLength none → 11',
  intermediaryRoutingNumber: 'maxLength none → 9, minLength none → 9',
  phoneNumber: 'maxLength none → 15, minLength none → 7',
  region: 'maxLength none → 2, minLength none → 2, pattern none → ^[A-Z]{2}$',
  routingNumber: 'maxLength none → 9, minLength none → 9',
  sortCode: 'maxLength none → 6, minLength none → 6',
  swiftCode: 'maxLength none → 11, minLength none → 8',
  taxId: 'maxLength none → 14, minLength none → 11',
  vpa: 'minLength none → 3',
};

/** Decisions on what the contract and the reference write in different forms. */
export const formDecisions: readonly Decision[] = [
  {
    operations: ['externalAccounts.get', 'internalAccounts.list', 'quotes.get'],
    decision:
      'The details of a stored account, and of one to pay to, are typed by `accountType`; their schema leaves the fields open.',
    reason:
      'The reference has one shape for each of fifty types. A response with a later type or field is accepted.',
    changes: [
      ...storedFields.map((name) => `*accountInfo.${name}: field added`),
      ...payableFields.map((name) => `*accountOrWalletInfo.${name}: field added`),
      `*accountInfo.accountType: ${enumDifference(createdTypes)}`,
      `*accountOrWalletInfo.accountType: ${enumDifference(payableTypes)}`,
    ],
  },
  {
    operations: [
      'externalAccounts.create',
      'platformAccounts.create',
      'agent.externalAccounts.create',
    ],
    decision: 'The form of a number, code or region states its length.',
    reason: 'The reference has the same form, and the length that follows from it beside it.',
    changes: Object.entries(lengths).map(
      ([name, detail]) =>
        `POST *external-accounts request accountInfo.${name}: limit changed (${detail})`,
    ),
  },
  {
    operations: [
      'externalAccounts.create',
      'platformAccounts.create',
      'agent.externalAccounts.create',
    ],
    decision: '`accountInfo` may carry `platformAccountId` too.',
    reason: 'Published examples have it there; the reference has it beside `accountInfo`.',
    changes: ['POST *external-accounts request accountInfo.platformAccountId: field removed'],
  },
  {
    operations: 'all',
    decision: 'A country in a request is two capital letters.',
    reason:
      'The reference names ISO 3166-1 alpha-2 in the text of these fields, and a pattern in some.',
    changes: [
      '* request *: limit changed (pattern ^[A-Z]{2}$ → none)',
      '* parameter query country*: limit changed (pattern ^[A-Z]{2}$ → none)',
    ],
  },
  {
    operations: 'all',
    decision: 'An e-mail address has text on each side of an `@`; the service decides the rest.',
    reason: 'The reference has the format `email`, on whose exact form validators differ.',
    changes: [
      '* request *: limit changed (format none → email, pattern ^[^\\r\\n]+@[^\\s@]+$ → none)',
    ],
  },
  {
    operations: ['customers.createKycLink', 'config.update'],
    decision:
      'An address of a page or a webhook is checked as a URL with its scheme, which a schema cannot show.',
    reason:
      'A redirect is https, or http on a local host; a webhook http or https; a logo in e-mails https.',
    changes: [
      'POST /customers/{}/kyc-link request redirectUri: limit changed (format none → uri)',
      'PATCH /config request webhookEndpoint: limit changed (format uri → none)',
      'PATCH /config request cardTokenization2faConfig.logoUrl: limit changed (pattern none → ^https://)',
    ],
  },
  {
    operations: 'all',
    decision: 'An amount in a request is above zero.',
    reason: 'The reference has no lower limit, and a payment of nothing is not a payment.',
    changes: ['* request amount*: limit changed (exclusiveMinimum 0 → none)'],
  },
  {
    operations: 'all',
    decision: 'A currency in a response has its code, and so has one that a request names.',
    reason:
      'The specification describes the object with its code; the reference leaves all its fields optional, and an amount without a currency has no meaning.',
    changes: [
      'Currency.code: optional now',
      'POST /sandbox/cards/{}/simulate/* request currency.code: optional now',
    ],
  },
  {
    operations: 'all',
    decision: 'Each operation of a platform can be refused with 403.',
    reason:
      'A token has permissions, and the reference has the code `FORBIDDEN` without naming all operations that return it.',
    changes: ['* 403: status removed'],
  },
  {
    operations: 'all',
    decision:
      'A request with a query or a body can be refused with 400, an id in a body that nothing has with 404, and a resource in the wrong state with 409.',
    reason:
      'The reference lists these statuses for most of such operations and leaves them out of a few.',
    changes: [
      ...['POST /customers/bulk/csv', 'GET /uma-providers', 'GET /sca/factors'],
      ...['DELETE /sca/factors/{}', 'GET /sca/factors/reset/{}', 'GET /agents/me/actions'],
      ...['GET /agents/me/internal-accounts', 'GET /stablecoins/{}/operations'],
    ]
      .map((operation) => `${operation} 400: status removed`)
      .concat(
        ['/agents', '/agents/me/quotes', '/cards', '/customers/external-accounts', '/quotes'].map(
          (path) => `POST ${path} 404: status removed`,
        ),
        ['/platform/external-accounts/{}', '/agents/me/external-accounts/{}'].map(
          (path) => `DELETE ${path} 409: status removed`,
        ),
        'POST /sandbox/send 409: status removed',
        'POST /sandbox/cards/{}/simulate/* 409: status removed',
        'GET /customers/end-user-terms 500: status removed',
      ),
  },
  {
    operations: ['externalAccounts.startTrust', 'externalAccounts.startUntrust'],
    decision: 'The start of a change of trust has no 400 of its own.',
    reason: 'It has neither a body nor a query, and the reference names no cause.',
    changes: [
      'POST /customers/external-accounts/{}/trust 400: status added',
      'POST /customers/external-accounts/{}/untrust 400: status added',
    ],
  },
  {
    operations: ['discoveries.list', 'discoveries.listUmaProviders', 'discoveries.listVasps'],
    decision: 'Every list has its `data`, and every page its `hasMore`; `totalCount` is optional.',
    reason: 'The reference requires both in its other lists and leaves `totalCount` out of one.',
    changes: [
      'GET /discoveries 200 data: optional now',
      'GET /uma-providers 200 data: optional now',
      'GET /uma-providers 200 hasMore: optional now',
      'GET /vasps 200 totalCount: field removed',
    ],
  },
];
