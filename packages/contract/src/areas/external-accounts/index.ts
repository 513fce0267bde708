export { hasAccountType } from './account-type.ts';
export {
  type AccountInfo,
  type AccountInfoInput,
  type AccountType,
  accountVariants,
  type FundingInfo,
  type FundingType,
} from './account-variants.ts';
export { OwnershipChallenge, ownershipMethods } from './ownership.ts';
export {
  beneficiaryVerificationStatuses,
  ExternalAccount,
  externalAccountStatuses,
  ownershipTypes,
} from './schemas.ts';
