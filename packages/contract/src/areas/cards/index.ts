export { Card, type CardReveal, cardBrands, cardStateReasons } from './schemas.ts';
export {
  type CardState,
  cardMachine,
  cardStates,
  cardTransactionMachine,
  cardUpdateMachine,
  issuedCardStates,
  requestableCardStates,
} from './states.ts';
export {
  CardTransaction,
  cardDeclineReasons,
  cardTransactionStatuses,
} from './transaction-schemas.ts';
