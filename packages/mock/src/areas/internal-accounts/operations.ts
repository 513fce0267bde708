import { signed } from '../../engine/behaviour.ts';
import { invalidInput } from '../../engine/refusal.ts';
import { accounts, requireHeldAccount } from './internal-accounts.ts';

/** Changes wallet privacy (rules 25 and 26). */
export const updateInternalAccount = signed<'internalAccounts.update'>({
  plan(call) {
    const account = requireHeldAccount(call, call.input.id);
    return {
      signers: { accountIds: [account.id] },
      check() {
        if (account.type === 'EMBEDDED_WALLET') return;
        const message = `is only for EMBEDDED_WALLET accounts; this one is ${account.type}`;
        throw invalidInput([{ field: 'privateEnabled', message }]);
      },
      apply() {
        const { privateEnabled = account.privateEnabled } = call.input;
        return { body: accounts.change(call, account, { privateEnabled }) };
      },
    };
  },
});
