import type { OwnershipChallenge } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { plain } from '../../engine/behaviour.ts';
import { invalidInput, refuse } from '../../engine/refusal.ts';
import { sandboxValues } from '../../options/sandbox-values.ts';
import type { World } from '../../world.ts';
import { type ExternalAccountRecord, externalAccounts } from './external-accounts.ts';
import { type Owner, requireOwned } from './owned.ts';

/** How long a proof of ownership can be completed. */
const PROOF_LIFETIME = 15 * 60_000;

/** Types of account that sign messages with a key of their own. */
function isWallet({ accountInfo }: ExternalAccountRecord): boolean {
  return accountInfo.accountType.endsWith('_WALLET');
}

/** Refuses an account whose ownership is already proved. @throws Refusal 409 */
function requireUnproved({ id, ownershipProvedAt }: ExternalAccountRecord): void {
  if (ownershipProvedAt === undefined) return;
  const explanation = `The ownership of ${id} was proved at ${ownershipProvedAt}.`;
  throw refuse('CONFLICT', 'The ownership of the account is already proved', explanation);
}

function challengeFor(
  world: World,
  account: ExternalAccountRecord,
  method: 'WALLET_SIGNATURE' | 'LIVENESS',
): OwnershipChallenge {
  const expiresAt = iso(world.clock.now() + PROOF_LIFETIME);
  const nonce = world.random.hex('ownership', 12);
  if (method === 'LIVENESS') {
    const verificationLink = `https://verify.example.com/liveness/${nonce}`;
    return { method, expiresAt, verificationLink, token: `liveness-${nonce}` };
  }
  const messageToSign = `I own the account ${account.id}. Nonce: ${nonce}`;
  return { method, expiresAt, messageToSign };
}

/** Returns the account's open challenge. @throws Refusal 409 if it has none */
function requireOpenChallenge(
  { world }: { readonly world: World },
  account: ExternalAccountRecord,
) {
  const { ownershipChallenge: challenge, id } = account;
  if (challenge !== undefined && world.clock.now() < Date.parse(challenge.expiresAt)) return;
  const explanation =
    challenge === undefined
      ? `No challenge was requested for ${id}.`
      : `The challenge of ${id} expired at ${challenge.expiresAt}.`;
  throw refuse('CONFLICT', 'No proof of ownership is under way', explanation);
}

/**
 * Checks that the wallet signed the message of its challenge. The sandbox literal that replaces a
 * stamp also replaces a wallet's signature, unless the mock is strict.
 *
 * @throws Refusal 400
 */
async function requireSignature(
  { strict }: { readonly strict: boolean },
  { accountInfo, ownershipChallenge }: ExternalAccountRecord,
  signature: string,
  scheme: 'bip137' | 'electrum' = 'bip137',
): Promise<void> {
  if (signature === sandboxValues.signature && !strict) return;
  const { message } = ownershipChallenge ?? {};
  const { address } = accountInfo as { readonly address?: string };
  if (message !== undefined && address !== undefined) {
    const { isSignedByWallet } = await import('./signatures/verify.ts');
    const { accountType } = accountInfo;
    if (isSignedByWallet({ message, signature, scheme }, { accountType, address })) return;
  }
  const also = strict ? '' : `; the sandbox also accepts ${sandboxValues.signature}`;
  const problem = `is not a signature of the message${also}`;
  throw invalidInput([{ field: 'signature', message: problem }]);
}

/** Returns the operations that prove ownership, for one kind of owner. */
export function ownershipOperations(owner: Owner) {
  return {
    challengeOwnership: plain<'externalAccounts.challengeOwnership'>({
      run(call) {
        const { externalAccountId, method } = call.input;
        const account = requireOwned(call, externalAccountId, owner);
        requireUnproved(account);
        if (method === 'WALLET_SIGNATURE' && !isWallet(account)) {
          const { accountType } = account.accountInfo;
          const message = `is for blockchain wallets; this account is a ${accountType}`;
          throw invalidInput([{ field: 'method', message }]);
        }
        const challenge = challengeFor(call.world, account, method);
        const { expiresAt, messageToSign } = challenge;
        const message = messageToSign === undefined ? {} : { message: messageToSign };
        externalAccounts.change(call, account, { ownershipChallenge: { expiresAt, ...message } });
        return { body: challenge };
      },
    }),
    verifyOwnership: plain<'externalAccounts.verifyOwnership'>({
      async run(call) {
        const { externalAccountId, signature, signatureScheme } = call.input;
        const found = requireOwned(call, externalAccountId, owner);
        requireUnproved(found);
        requireOpenChallenge(call, found);
        try {
          await requireSignature(call.world.settings, found, signature, signatureScheme);
        } catch (refusal) {
          // Each challenge can be answered once (rule 116).
          externalAccounts.change(call, externalAccounts.require(call, found.id), {
            ownershipChallenge: undefined,
          } as never);
          throw refusal;
        }
        // During the check the account may have been deleted, or proved by another request.
        const account = requireOwned(call, externalAccountId, owner);
        requireUnproved(account);
        const proved = externalAccounts.change(call, account, {
          ownershipProvedAt: iso(call.world.clock.now()),
          ownershipType: 'FIRST_PARTY',
          ...(account.status === 'PENDING' ? { status: 'ACTIVE' } : {}),
        });
        return { body: externalAccounts.view(proved, call.world) };
      },
    }),
  };
}
