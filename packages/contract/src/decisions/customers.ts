import type { Decision } from './decision.ts';

/** Decisions on customers, verification and documents. */
export const customerDecisions: readonly Decision[] = [
  {
    operations: ['customers.create', 'customers.update', 'customers.get', 'customers.list'],
    decision: 'The tax number is `taxIdentifier`, with `taxIdType` and `taxIdCountryOfIssuance`.',
    reason: 'The specification has these names; the newest reference has others since August 2026.',
    changes: [
      '* /customers*taxId*',
      '* /customers*idType*',
      '* /customers*identifier*',
      '* /customers*countryOfIssuance*',
    ],
  },
  {
    operations: ['customers.update'],
    decision: '`customerType` may be left out: the stored customer decides.',
    reason: 'Every field of an update is optional in the specification.',
    changes: ['PATCH /customers/{} request customerType: required now'],
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
    changes: ['* /customers*umaAddress: required now'],
  },
  {
    operations: ['customers.create', 'customers.update'],
    decision:
      'Consent to end-user terms is not part of the contract; results that have it are accepted.',
    reason:
      'The reference has it since August 2026, after the newest day that the specification matches.',
    changes: ['*endUserTerms*', '* /customers/end-user-terms*', 'error * END_USER_TERMS*'],
  },
  {
    operations: ['customers.createKycLink'],
    decision: 'The link is 200; a client accepts 201 too. The provider is plain text.',
    reason: 'The specification has 200 and leaves the name of the provider out.',
    changes: [
      'POST /customers/{}/kyc-link 20*: status *',
      'POST /customers/{}/kyc-link 200 provider: enum given',
    ],
  },
];
