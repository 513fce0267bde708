import type { OwnershipChallenge } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import type { Call, CallOf } from '../../engine/behaviour.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { invalidField, notFound, refuse } from '../../engine/refusal.ts';
import { scheduledMoves } from '../../engine/tables.ts';
import { sandboxValues } from '../../options/outcomes.ts';
import type { World } from '../../world.ts';
import { isDeletedCustomer } from '../customers/customers.ts';
import { type ExternalAccountRecord, externalAccounts } from './external-accounts.ts';
import { type Owner, requireOwned } from './owned.ts';
import type { SigningWallet } from './signatures/verify.ts';

const PROOF_LIFETIME = 15 * 60_000;

const LIVENESS_TIME = 30_000;

/**
 * Refuses an account whose ownership cannot be proved: anything but an own wallet whose keys nobody
 * else keeps, and one that is proved already.
 *
 * @throws Refusal 409, or 404 for the account of a deleted customer
 */
function requireUnproved(call: Call<unknown>, account: ExternalAccountRecord): void {
  const { id, customerId, accountInfo, ownershipType, ownershipProvedAt } = account;
  if (isDeletedCustomer(call.world, customerId)) throw notFound('ExternalAccount', id);
  const { accountType, vaspName } = accountInfo as {
    readonly accountType: string;
    readonly vaspName?: string;
  };
  const isOwnWallet = accountType.endsWith('_WALLET') && vaspName === undefined;
  if (isOwnWallet && ownershipType === 'FIRST_PARTY' && ownershipProvedAt === undefined) return;
  const explanation =
    ownershipProvedAt === undefined
      ? `${id} is a ${accountType} of ${vaspName ?? ownershipType ?? 'nobody'}; only a FIRST_PARTY wallet without vaspName is proved.`
      : `The ownership of ${id} was proved at ${ownershipProvedAt}.`;
  throw refuse('CONFLICT', 'The account has no ownership to prove', explanation);
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

/** Returns the message to sign. @throws Refusal 409 without an open challenge, 400 for an expired one */
function requireOpenChallenge(
  { world }: { readonly world: World },
  account: ExternalAccountRecord,
): string {
  const { ownershipChallenge: challenge, id } = account;
  if (challenge?.message === undefined) {
    const explanation = `No message to sign was requested for ${id}.`;
    throw refuse('CONFLICT', 'No proof of ownership is under way', explanation);
  }
  if (world.clock.now() < Date.parse(challenge.expiresAt)) return challenge.message;
  throw invalidField('signature', `is of a challenge that expired at ${challenge.expiresAt}`);
}

/** Returns what checks a signature; the sandbox's literal stands for any, unless the mock is strict. */
async function loadCheck(strict: boolean, signature: string) {
  if (signature === sandboxValues.signature && !strict) return () => true;
  return (await import('./signatures/verify.ts')).isSignedByWallet;
}

const provedStatus = ({ status }: ExternalAccountRecord) =>
  status === 'PENDING' ? 'ACTIVE' : status;

/** Ends the check of the person after some time; the sandbox recognizes everybody. */
function endLivenessLater(call: Call<unknown>, account: ExternalAccountRecord): void {
  const { world, write } = call;
  const at = world.clock.now() + LIVENESS_TIME;
  const move = { id: account.id, step: 'liveness', at };
  write.delete(scheduledMoves, `${account.id}/liveness`);
  const fields = { ownershipProvedAt: iso(at) };
  const [from, to] = [account.status, provedStatus(account)];
  scheduleMove(call, externalAccounts, { ...move, from, to, fields });
}

export function ownershipOperations(owner: Owner) {
  return {
    challengeOwnership(call: CallOf<'externalAccounts.challengeOwnership'>) {
      const { externalAccountId, method } = call.input;
      const account = requireOwned(call, externalAccountId, owner);
      requireUnproved(call, account);
      const challenge = challengeFor(call.world, account, method);
      const { expiresAt, messageToSign } = challenge;
      const message = messageToSign === undefined ? {} : { message: messageToSign };
      externalAccounts.change(call, account, { ownershipChallenge: { expiresAt, ...message } });
      if (method === 'LIVENESS') endLivenessLater(call, account);
      return { body: challenge };
    },
    async verifyOwnership(call: CallOf<'externalAccounts.verifyOwnership'>) {
      const { externalAccountId, signature, signatureScheme: scheme = 'bip137' } = call.input;
      const { strict } = call.world.settings;
      const isSigned = await loadCheck(strict, signature);
      // From here to the change, no other request comes between.
      const account = requireOwned(call, externalAccountId, owner);
      requireUnproved(call, account);
      const message = requireOpenChallenge(call, account);
      const wallet = account.accountInfo as SigningWallet;
      if (!isSigned({ message, signature, scheme }, wallet)) {
        // Each challenge can be answered once (rule 116).
        externalAccounts.change(call, account, { ownershipChallenge: undefined } as never);
        const also = strict ? '' : `; the sandbox also accepts ${sandboxValues.signature}`;
        throw invalidField('signature', `is not a signature of the message${also}`);
      }
      const proved = externalAccounts.change(call, account, {
        ownershipProvedAt: iso(call.world.clock.now()),
        status: provedStatus(account),
      });
      return { body: externalAccounts.view(proved, call.world) };
    },
  };
}
