import { plain } from '../../engine/behaviour.ts';
import { deposit } from '../../ledger/ledger.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';

/** Puts money into an internal account. */
export const fundInternalAccount = plain<'sandbox.fundInternalAccount'>({
  run(call) {
    const { accountId, amount } = call.input;
    const { id } = accounts.require(call, accountId);
    deposit(call, { accountId: id, amount, purpose: 'sandbox funding' });
    return { body: accounts.require(call, id) };
  },
});
