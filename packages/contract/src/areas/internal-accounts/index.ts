export {
  ExportedWallet,
  InternalAccount,
  internalAccountStatuses,
  internalAccountTypes,
  PaymentInstructions,
} from './schemas.ts';
