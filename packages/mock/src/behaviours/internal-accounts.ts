import { iso } from '../clock.ts';
import { signed } from '../engine/behaviour.ts';
import { invalidInput } from '../engine/refusal.ts';
import { requireRecord } from './shared.ts';

/** Wallet privacy (rules 25 and 26). */
export const updateInternalAccount = signed<'internalAccounts.update'>({
  plan(call) {
    const { world, write, input } = call;
    const account = requireRecord(call, 'accounts', input.id);
    const isWallet = account.type === 'EMBEDDED_WALLET';
    return {
      signers: { accountIds: [account.id] },
      check() {
        if (isWallet || world.settings.choices.privacyElsewhere === 'ignore') return;
        const message = `is only for EMBEDDED_WALLET accounts; this one is ${account.type}`;
        throw invalidInput([{ field: 'privateEnabled', message }]);
      },
      apply() {
        const updatedAt = iso(world.clock.now());
        const { privateEnabled } = input;
        if (!isWallet || privateEnabled === undefined) return { body: account };
        return { body: write.update('accounts', account, { privateEnabled, updatedAt }) };
      },
    };
  },
});
