import type { JournalOwner } from '../outcome/journal.ts';
import type { ClientContext } from './context.ts';

/** What identifies the account of a client; empty until a function has supplied its credentials. */
function accountOf({ account, authorization }: ClientContext): string {
  return account ?? authorization.account() ?? '';
}

/** Which account at which service a client acts for. */
export function ownerOf(context: ClientContext, account = accountOf(context)): JournalOwner {
  return { service: `${context.auth} ${context.service().baseUrl}`, account };
}
