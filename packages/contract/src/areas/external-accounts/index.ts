export {
  type AccountInfo,
  type AccountInfoInput,
  type AccountType,
  accountVariants,
  type FundingInfo,
  type FundingType,
  hasAccountType,
} from './account-variants.ts';
export { OwnershipChallenge, ownershipMethods } from './ownership.ts';
export {
  beneficiaryVerificationStatuses,
  ExternalAccount,
  externalAccountStatuses,
  ownershipTypes,
} from './schemas.ts';
