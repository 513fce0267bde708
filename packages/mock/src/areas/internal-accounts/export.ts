import { sealWalletExport } from '@org/payments-crypto';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { signed } from '../../engine/behaviour.ts';
import { backendId } from '../../engine/payload-forms.ts';
import { invalidInput } from '../../engine/refusal.ts';
import { EXPORT_KEY } from '../../random.ts';
import type { World } from '../../world.ts';
import { markUsed, requireClientKey } from '../sessions/client-keys.ts';
import { requireHeldAccount } from './internal-accounts.ts';

/** Bytes of entropy of a phrase of 24 words (BIP-39). */
const ENTROPY_BYTES = 32;

/**
 * Returns a wallet's recovery phrase. It depends only on the seed and the account, and is not
 * stored.
 */
function mnemonicOf({ random }: World, accountId: string): string {
  const entropy = random.fixed(`mnemonic/${accountId}`).subarray(0, ENTROPY_BYTES);
  return entropyToMnemonic(entropy, wordlist);
}

/** Returns the key that signs envelopes if the option requires signatures. */
function signingScalar({ settings, random }: World): Uint8Array | undefined {
  const isSigned = settings.choices.walletExportSignature === 'signed';
  return isSigned ? random.fixed(EXPORT_KEY) : undefined;
}

/** Seals a wallet's recovery phrase to the client key. The phrase is not stored. */
export const exportWallet = signed<'internalAccounts.export'>({
  plan(call) {
    const { world, input } = call;
    const account = requireHeldAccount(call, input.id);
    return {
      signers: { accountIds: [account.id] },
      activity: {
        type: 'ACTIVITY_TYPE_EXPORT_WALLET',
        parameters: {
          targetPublicKey: input.clientPublicKey,
          walletId: backendId(world, 'wallet', account.id),
        },
      },
      check() {
        if (account.type !== 'EMBEDDED_WALLET') {
          const message = `is not an EMBEDDED_WALLET account; it is ${account.type}`;
          throw invalidInput([{ field: 'id', message }]);
        }
        requireClientKey(call, input.clientPublicKey);
      },
      async apply() {
        markUsed(call, input.clientPublicKey);
        const { scalar: ephemeralScalar } = world.random.keyPair('encapsulated-key');
        const mnemonic = mnemonicOf(world, account.id);
        const scalar = signingScalar(world);
        const encryptedWalletCredentials = await sealWalletExport(mnemonic, input.clientPublicKey, {
          ephemeralScalar,
          ...(scalar === undefined ? {} : { signingScalar: scalar }),
        });
        return { body: { id: account.id, encryptedWalletCredentials } };
      },
    };
  },
});
