export {
  cryptoNetworks,
  Quote,
  quoteLockSides,
  ReceiverLookup,
  WithdrawalFee,
} from './schemas.ts';
export {
  type QuoteStatus,
  quoteMachine,
  quoteStatuses,
  settledQuoteStatuses,
} from './states.ts';
