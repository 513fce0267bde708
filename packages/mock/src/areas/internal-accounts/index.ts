import type { InternalAccount } from '@org/payments-contract';
import { sealWalletExport } from '@org/payments-crypto';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { area } from '../../engine/area.ts';
import { backendId } from '../../engine/payload-forms.ts';
import { invalidField } from '../../engine/refusal.ts';
import { listResult } from '../../engine/resource/list.ts';
import { EXPORT_KEY } from '../../random.ts';
import type { Recipe, World } from '../../world.ts';
import { addCustomer } from '../customers/customers.ts';
import { markUsed, requireClientKey } from '../sessions/sessions.ts';
import {
  accountFixture,
  accounts,
  addAccount,
  requireHeldAccount,
  showBalance,
} from './internal-accounts.ts';
import { openPlatformAccounts } from './opening.ts';

/** Bytes of entropy of a phrase of 24 words (BIP-39). */
const ENTROPY_BYTES = 32;

/** Returns a wallet's recovery phrase. It depends only on the seed and the account, and is not stored. */
function mnemonicOf({ random }: World, accountId: string): string {
  const entropy = random.fixed(`mnemonic/${accountId}`).subarray(0, ENTROPY_BYTES);
  return entropyToMnemonic(entropy, wordlist);
}

/** Returns the key that signs envelopes if the option requires signatures. */
function signingScalar({ settings, random }: World): Uint8Array | undefined {
  const isSigned = settings.choices.walletExportSignature === 'signed';
  return isSigned ? random.fixed(EXPORT_KEY) : undefined;
}

function accountChange(name: string): Partial<InternalAccount> {
  if (name === 'STATUS_UPDATED') return { status: 'FROZEN' };
  const accountOrWalletInfo = { accountType: 'USD_ACCOUNT', accountNumber: '000123456789' };
  return { fundingPaymentInstructions: [{ accountOrWalletInfo }] };
}

const internalAccount: Recipe = (scene, name) => {
  const { id: customerId } = addCustomer(scene);
  return addAccount(scene, { customerId, available: 125_00, ...accountChange(name) });
};

export const internalAccountsArea = area({
  resources: [accounts],
  operations: {
    /** Seals a wallet's recovery phrase to the client key. The phrase is not stored. */
    'internalAccounts.export'(call) {
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
            throw invalidField('id', message);
          }
          requireClientKey(call, input.clientPublicKey);
        },
        async apply() {
          markUsed(call, input.clientPublicKey);
          const { scalar: ephemeralScalar } = world.random.keyPair('encapsulated-key');
          const mnemonic = mnemonicOf(world, account.id);
          const scalar = signingScalar(world);
          const encryptedWalletCredentials = await sealWalletExport(
            mnemonic,
            input.clientPublicKey,
            {
              ephemeralScalar,
              ...(scalar === undefined ? {} : { signingScalar: scalar }),
            },
          );
          return { body: { id: account.id, encryptedWalletCredentials } };
        },
      };
    },

    'internalAccounts.listPlatform': (call) => listResult(accounts, call),

    /** Changes wallet privacy (rules 25 and 26). */
    'internalAccounts.update'(call) {
      const account = requireHeldAccount(call, call.input.id);
      return {
        signers: { accountIds: [account.id] },
        check() {
          if (account.type === 'EMBEDDED_WALLET') return;
          const message = `is only for EMBEDDED_WALLET accounts; this one is ${account.type}`;
          throw invalidField('privateEnabled', message);
        },
        apply() {
          const { privateEnabled = account.privateEnabled } = call.input;
          return { body: accounts.change(call, account, { privateEnabled }) };
        },
      };
    },
  },
  fixtures: {
    /** Adds an account without credentials: a fiat account of the platform, unless the fields differ. */
    internalAccount: accountFixture,
  },
  start: openPlatformAccounts,
  ports: { showBalance },
  recipes: { INTERNAL_ACCOUNT: internalAccount },
});
