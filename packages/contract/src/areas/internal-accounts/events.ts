import { event, orderedBy } from '../../format/event.ts';
import { InternalAccount } from './schemas.ts';

/** The balance, status or funding instructions of an internal account changed. `data` is the account. */
export const internalAccountEvent = event({
  types: [
    'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    'INTERNAL_ACCOUNT.STATUS_UPDATED',
    'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED',
  ],
  data: InternalAccount,
  order: orderedBy('id', {}),
  emittedBy: 'a change of an internal account',
});
