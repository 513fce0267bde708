import { event, orderedBy } from '../../format/event.ts';
import { ExternalAccount } from './schemas.ts';

/** The status of an external account changed. `data` is the account. */
export const externalAccountEvent = event({
  types: ['EXTERNAL_ACCOUNT.STATUS_UPDATED'],
  data: ExternalAccount,
  order: orderedBy('id', {}),
  emittedBy: "a change of an external account's status",
});
