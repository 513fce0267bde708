import { plain } from '../../engine/behaviour.ts';
import { invalidInput } from '../../engine/refusal.ts';
import { deposit } from '../../ledger/ledger.ts';
import { accounts, statusProblem } from '../internal-accounts/internal-accounts.ts';

/** Puts money into an internal account that can receive. */
export const fundInternalAccount = plain<'sandbox.fundInternalAccount'>({
  run(call) {
    const { accountId, amount } = call.input;
    const account = accounts.require(call, accountId);
    const { id } = account;
    const message = statusProblem(account);
    if (message !== undefined) throw invalidInput([{ field: 'accountId', message }]);
    deposit(call, { accountId: id, amount, purpose: 'sandbox funding' });
    return { body: accounts.require(call, id) };
  },
});
