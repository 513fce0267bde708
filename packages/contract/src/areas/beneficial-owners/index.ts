export {
  BeneficialOwner,
  beneficialOwnerRoles,
  ownerPersonalInfoIssues,
} from './schemas.ts';
