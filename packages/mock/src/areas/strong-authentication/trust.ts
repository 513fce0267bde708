import type { Customer } from '@org/payments-contract';
import type { CallOf, Operations, Result } from '../../engine/behaviour.ts';
import { invalidField, notFound, refuse } from '../../engine/refusal.ts';
import { bookkeeping, recordOf } from '../../store/table-handle.ts';
import type { World } from '../../world.ts';
import { externalAccounts } from '../external-accounts/external-accounts.ts';
import { issueScaChallenge, requireScaProof, scaChallengeView } from './challenges.ts';
import { requireScaCustomer } from './factors.ts';

/** The external accounts that their customers trust, by id. */
export const trustedAccounts = bookkeeping('trustedAccounts', recordOf<{ readonly id: string }>());

export function isTrusted(world: World, accountId: string | undefined): boolean {
  return accountId !== undefined && trustedAccounts.in(world).get(accountId) !== undefined;
}

type StartCall = CallOf<'externalAccounts.startTrust'> | CallOf<'externalAccounts.startUntrust'>;
type ConfirmCall =
  | CallOf<'externalAccounts.confirmTrust'>
  | CallOf<'externalAccounts.confirmUntrust'>;

/** Returns the customer of an account. @throws Refusal 404, or 409 for one who need not authenticate */
function requireOwner(call: StartCall | ConfirmCall): Customer {
  const account = externalAccounts.require(call, call.input.externalAccountId);
  if (account.customerId === undefined) throw notFound('ExternalAccount', account.id);
  return requireScaCustomer(call, account.customerId);
}

const subjectOf = (change: Change, id: string) => `${change} ${id}`;
type Change = 'trust' | 'untrust';

/** Checks that a change of trust changes something. @throws Refusal 409 */
function requireChange({ world, input }: StartCall | ConfirmCall, change: Change): void {
  if (isTrusted(world, input.externalAccountId) === (change === 'untrust')) return;
  const state = change === 'trust' ? 'trusted already' : 'not trusted';
  throw refuse('CONFLICT', `The account is ${state}`);
}

function start(call: StartCall, change: Change): Result {
  const customer = requireOwner(call);
  requireChange(call, change);
  const challenge = issueScaChallenge(call, customer, {
    subject: subjectOf(change, call.input.externalAccountId),
    purpose: change === 'trust' ? 'TRUST_BENEFICIARY' : 'UNTRUST_BENEFICIARY',
  });
  return { body: { scaChallenge: scaChallengeView(call.world, customer, challenge) } };
}

async function confirm(call: ConfirmCall, change: Change): Promise<Result> {
  const { externalAccountId: id, challengeId, ...proof } = call.input;
  const requireChangeable = () => {
    const customer = requireOwner(call);
    requireChange(call, change);
    return customer;
  };
  const customer = requireChangeable();
  if (challengeId === undefined || challengeId === null) {
    throw invalidField('challengeId', 'is required: that of the challenge');
  }
  const expected = { id: challengeId, subject: subjectOf(change, id) };
  const proved = requireScaProof(call, customer, expected, proof);
  const useUp = proved instanceof Promise ? await proved : proved;
  requireChangeable();
  useUp();
  if (change === 'untrust') call.write.delete(trustedAccounts, id);
  else call.write.insert(trustedAccounts, { id });
  return { body: { trusted: change === 'trust' } };
}

export const trustOperations = {
  'externalAccounts.startTrust': (call) => start(call, 'trust'),
  'externalAccounts.confirmTrust': (call) => confirm(call, 'trust'),
  'externalAccounts.startUntrust': (call) => start(call, 'untrust'),
  'externalAccounts.confirmUntrust': (call) => confirm(call, 'untrust'),
} satisfies Operations;
