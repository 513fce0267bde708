import type { Decision } from './decision.ts';

const individualFields = [
  ...['kycStatus', 'fullName', 'birthDate', 'nationality', 'address', 'pepStatus'],
  ...['sourceOfFundsCategories', 'sourceOfFundsOtherDescription', 'sourceOfWealthCategories'],
  ...['sourceOfWealthOtherDescription', 'purposeOfAccount', 'purposeOfAccountOtherDescription'],
  ...['expectedMonthlyTransactionCount', 'expectedMonthlyTransactionVolume', 'annualIncomeRange'],
  'netWorthRange',
].map((name) => `IndividualCustomer.${name}`);
const businessFields = ['kybStatus', 'businessInfo', 'beneficialOwners'].map(
  (name) => `BusinessCustomer.${name}`,
);

/** Decisions on customers, verification and documents. */
export const customerDecisions: readonly Decision[] = [
  {
    operations: ['customers.create', 'customers.update', 'customers.get', 'customers.list'],
    decision: 'The tax number is `taxIdentifier`, with `taxIdType` and `taxIdCountryOfIssuance`.',
    reason: 'The specification has these names; the newest reference has others since August 2026.',
    changes: [
      ...['taxIdType', 'taxIdentifier', 'taxIdCountryOfIssuance'].flatMap((name) => [
        `IndividualCustomer.${name}: field removed`,
        `* /customers* request ${name}: field removed`,
      ]),
      ...['idType', 'identifier', 'countryOfIssuance'].flatMap((name) => [
        `IndividualCustomer.${name}: field added`,
        `* /customers* request ${name}: field added`,
      ]),
    ],
  },
  {
    operations: ['customers.update'],
    decision: '`customerType` may be left out: the stored customer decides.',
    reason: 'Every field of an update is optional in the specification.',
    changes: ['PATCH /customers/{} request customerType: required now'],
  },
  {
    operations: ['customers.create', 'customers.list'],
    decision: 'Two customers may have the same `platformCustomerId`; the list returns both.',
    reason:
      'No source requires the id to be unique. The reference has a code for a UMA address that is taken, and none for this id.',
  },
  {
    operations: ['customers.update'],
    decision: '`email` and `phoneNumber` together are refused with 400 `INVALID_INPUT`.',
    reason: 'The specification refuses them and leaves the status open.',
  },
  {
    operations: ['customers.update'],
    decision: 'An update that names `OTHER` carries its description, also where one is stored.',
    reason:
      'The specification requires the description where the categories include `OTHER`; a request without it says nothing about the new meaning.',
  },
  {
    operations: ['customers.get', 'customers.list', 'customers.create', 'customers.update'],
    decision: '`umaAddress` is optional in results.',
    reason: 'It is optional in the specification, required in the reference.',
  },
  {
    operations: ['customers.create', 'customers.update'],
    decision:
      'The terms for end users can be read; consent to them is not part of the contract, and results that have it are accepted.',
    reason:
      'The reference has it since August 2026, after the newest day that the specification matches.',
    changes: [
      'IndividualCustomer.endUserTermsConsent: field added',
      '* /customers* request endUserTermsConsent: field added',
      'error 400 END_USER_TERMS_VERSION_NOT_FOUND: code added',
      'error 403 END_USER_TERMS_NOT_ACCEPTED: code added',
    ],
  },
  {
    operations: ['customers.get', 'customers.list', 'customers.create', 'customers.update'],
    decision: 'A customer in a response has its `id`.',
    reason: 'The specification requires it; the reference marks it as read-only alone.',
    changes: ['IndividualCustomer.id: optional now'],
  },
  {
    operations: ['contactVerification.confirmEmail', 'contactVerification.confirmPhone'],
    decision: 'A confirmed address or number returns the customer as a read does.',
    reason: 'The reference shows the fields that a person and a business share.',
    changes: [...individualFields, ...businessFields].map((name) => `${name}: field removed`),
  },
  {
    operations: ['verifications.get'],
    decision: 'Each status of a verification has its event, `READY_FOR_VERIFICATION` too.',
    reason: 'The specification has the status; the reference has events for the others.',
    changes: ['event VERIFICATION.READY_FOR_VERIFICATION: event removed'],
  },
  {
    operations: ['config.update'],
    decision: 'The fields that a provider requires of customers are read, not set.',
    reason: 'The reference uses one shape for both directions; the provider decides them.',
    changes: [
      'PATCH /config request supportedCurrencies[].providerRequiredCustomerFields: field added',
      'PATCH /config request supportedCurrencies[].providerRequiredCounterpartyCustomerFields: field added',
    ],
  },
  {
    operations: ['customers.createKycLink'],
    decision: 'The link is 200; a client accepts 201 too. The provider is plain text.',
    reason: 'The specification has 200 and leaves the name of the provider out.',
    changes: [
      'POST /customers/{}/kyc-link 200: status removed',
      'POST /customers/{}/kyc-link 201: status added',
    ],
  },
  {
    operations: ['customerImports.upload', 'customerImports.get'],
    decision: 'The upload and the read return one shape of the job, with all its statuses.',
    reason: 'The reference leaves the two final statuses out of the first response.',
    changes: ['POST /customers/bulk/csv 202 status: enum narrowed (COMPLETED, FAILED)'],
  },
  {
    operations: ['customerImports.upload'],
    decision:
      'The first row of a CSV file has the names of the fields of `customers.create`, nested ones as `address.line1` and lists as `currencies[]` with `;` between the values.',
    reason: 'The reference has a CSV file, and no columns.',
  },
];
