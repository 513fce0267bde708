import type { Call } from '../../engine/behaviour.ts';
import { notFound, refuse } from '../../engine/refusal.ts';
import { listResult } from '../../engine/resource/list.ts';
import type { World } from '../../world.ts';
import { isTrusted } from '../strong-authentication/trust.ts';
import { transactions } from '../transactions/transactions.ts';
import { type ExternalAccountRecord, externalAccounts } from './external-accounts.ts';

export type Owner = 'customers' | 'platform';

const isOf = (owner: Owner) => (account: ExternalAccountRecord) =>
  (account.customerId === undefined) === (owner === 'platform');

/** Returns an owner's account. @throws Refusal 404 if it is unknown or another owner's */
export function requireOwned(
  scene: { readonly world: World },
  id: string,
  owner: Owner,
): ExternalAccountRecord {
  const account = externalAccounts.require(scene, id);
  if (isOf(owner)(account)) return account;
  throw notFound('ExternalAccount', id);
}

/** Statuses in which a payment still needs its accounts. */
const unfinished: ReadonlySet<string> = new Set(['CREATED', 'PENDING', 'PROCESSING']);

/** Refuses an account that a pending payment uses. @throws Refusal 409 */
function requireUnused({ world }: { readonly world: World }, { id }: ExternalAccountRecord): void {
  const using = transactions
    .in(world)
    .all()
    .find(
      ({ status, source, destination }) =>
        unfinished.has(status) && (source?.accountId === id || destination.accountId === id),
    );
  if (using === undefined) return;
  const explanation = `${using.id} is ${using.status} and uses ${id}.`;
  throw refuse('CONFLICT', 'A payment is using the account', explanation);
}

/** Refuses an account that its customer trusts. @throws Refusal 409 */
function requireUntrusted({ world }: { readonly world: World }, { id }: ExternalAccountRecord) {
  if (!isTrusted(world, id)) return;
  throw refuse('BENEFICIARY_TRUSTED', 'The customer trusts the account', `Untrust ${id} first.`);
}

type OneAccountCall = Call<{ readonly externalAccountId: string }>;

export function ownedOperations(owner: Owner) {
  return {
    list: (call: Call<unknown>) => listResult(externalAccounts, call, { filter: isOf(owner) }),
    get(call: OneAccountCall) {
      const account = requireOwned(call, call.input.externalAccountId, owner);
      return { body: externalAccounts.view(account, call.world) };
    },
    delete(call: OneAccountCall) {
      const account = requireOwned(call, call.input.externalAccountId, owner);
      requireUntrusted(call, account);
      requireUnused(call, account);
      externalAccounts.remove(call, account);
      return { body: undefined };
    },
  };
}
