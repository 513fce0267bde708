import { iso } from '../clock.ts';
import type { World } from '../world.ts';
import type { Writer } from './writer.ts';

/** What is added to an account: funds on hold are in the total and not available. */
export interface FundsChange {
  readonly available: number;
  readonly total: number;
}

/** Adds to the available and the total balance of an account. */
export function addFunds(
  { store, clock }: World,
  write: Writer,
  accountId: string,
  change: FundsChange,
): void {
  const account = store.tables.accounts.get(accountId);
  if (account === undefined) return;
  const { balance, totalBalance } = account;
  write.update('accounts', account, {
    balance: { ...balance, amount: balance.amount + change.available },
    totalBalance: { ...totalBalance, amount: totalBalance.amount + change.total },
    updatedAt: iso(clock.now()),
  });
}
