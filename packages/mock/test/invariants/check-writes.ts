import { expect } from 'vitest';
import { accounts } from '../../src/areas/internal-accounts/internal-accounts.ts';
import { type LedgerAccount, ledgerAccounts } from '../../src/ledger/tables.ts';
import { emittedEvents, expectedEvents } from './expected-events.ts';
import type { Scene } from './scene.ts';

/**
 * Checks that for each currency money in minus money out is balances plus holds plus fees, and that
 * none is negative.
 */
function checkMoney(accounts: readonly LedgerAccount[]): void {
  const rests = new Map<string, number>();
  for (const { id, kind, currency, amount } of accounts) {
    if (kind !== 'in' && amount < 0) throw new Error(`${id} is negative: ${amount} ${currency}`);
    rests.set(currency, (rests.get(currency) ?? 0) + amount);
  }
  for (const [currency, rest] of rests) {
    if (rest !== 0) throw new Error(`${rest} ${currency} appeared or vanished`);
  }
}

/** Checks that each account shows the ledger's balances. */
function checkShown(scene: Scene): void {
  const world = scene.world();
  const ledger = ledgerAccounts.in(world);
  for (const { id, balance, totalBalance } of accounts.in(world).all()) {
    const total = ledger.find('accountId', id).reduce((sum, { amount }) => sum + amount, 0);
    if (balance.amount === ledger.get(id)?.amount && totalBalance.amount === total) continue;
    throw new Error(`${id} shows ${balance.amount} of ${totalBalance.amount}, the ledger ${total}`);
  }
}

/** Checks the writes since the last check: the money adds up, and each change has one event. */
export function checkWrites(scene: Scene): void {
  const writes = scene.takeWrites();
  const emitted = emittedEvents(writes).sort();
  const expected = expectedEvents(writes).sort();
  if (emitted.join() !== expected.join()) expect(emitted).toEqual(expected);
  checkMoney(ledgerAccounts.in(scene.world()).all());
  checkShown(scene);
}
