import { iso } from '../clock.ts';
import type { Scene, World } from '../world.ts';
import { type LedgerAccount, type LedgerAccountKind, ledgerAccounts, postings } from './tables.ts';

/** Thrown for a posting that the ledger refuses. Behaviours check amounts before they post. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly code: 'INSUFFICIENT_FUNDS' | 'INVALID_POSTING';

  constructor(code: LedgerError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** One side of a posting: an account of the ledger, which is opened if it does not exist. */
export type Side = Omit<LedgerAccount, 'amount'>;

/** Returns the side for the world outside, where money comes from or goes to. */
export function outside(kind: 'in' | 'out', currency: string): Side {
  return { id: `outside/${kind}/${currency}`, kind, currency };
}

export function fees(currency: string): Side {
  return { id: `fees/${currency}`, kind: 'fees', currency };
}

/** Returns the side of an internal account's available balance. @throws LedgerError for another account */
export function balanceOf(world: World, accountId: string): LedgerAccount {
  const found = ledgerAccounts.in(world).get(accountId);
  if (found?.kind === 'balance') return found;
  throw new LedgerError('INVALID_POSTING', `The ledger does not have the account ${accountId}.`);
}

export function heldOf(world: World, accountId: string): number {
  const all = ledgerAccounts.in(world).find('accountId', accountId);
  return all.reduce((sum, { kind, amount }) => sum + (kind === 'hold' ? amount : 0), 0);
}

export function openBalance({ write }: Scene, accountId: string, currency: string): void {
  const kind: LedgerAccountKind = 'balance';
  write.insert(ledgerAccounts, { id: accountId, accountId, kind, currency, amount: 0 });
}

function add({ world, write }: Scene, side: Side, change: number): void {
  const found = ledgerAccounts.in(world).get(side.id);
  const current = found ?? write.insert(ledgerAccounts, { ...side, amount: 0 });
  const amount = current.amount + change;
  if (!Number.isSafeInteger(amount) || (amount < 0 && side.kind !== 'in')) {
    const explanation = `${side.id} has ${current.amount} ${side.currency}, which is less than ${-change}.`;
    throw new LedgerError('INSUFFICIENT_FUNDS', explanation);
  }
  if (amount === 0 && side.kind === 'hold') write.delete(ledgerAccounts, side.id);
  else write.update(ledgerAccounts, current, { amount });
}

function show(scene: Scene, accountId: string | undefined): void {
  if (accountId === undefined) return;
  const { world } = scene;
  const available = balanceOf(world, accountId).amount;
  world.ports.showBalance(scene, accountId, { available, held: heldOf(world, accountId) });
}

/**
 * Posts an amount, unless it is 0.
 *
 * @throws LedgerError for an amount that is not a positive integer, for accounts in two currencies,
 *   and if the source has less than the amount
 */
export function post(scene: Scene, from: Side, to: Side, amount: number, purpose: string): void {
  const { world, write } = scene;
  if (amount === 0) return;
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new LedgerError('INVALID_POSTING', `${amount} is not a positive integer.`);
  }
  if (from.currency !== to.currency || from.id === to.id) {
    const explanation = `Cannot post from ${from.id} (${from.currency}) to ${to.id} (${to.currency}).`;
    throw new LedgerError('INVALID_POSTING', explanation);
  }
  add(scene, from, -amount);
  add(scene, to, amount);
  const kept = postings.in(world);
  const oldest = kept.size >= world.settings.eventLimit ? kept.oldest() : undefined;
  if (oldest !== undefined) write.delete(postings, oldest.id);
  write.insert(postings, {
    id: `Posting:${world.random.uuid('posting')}`,
    at: iso(write.now),
    from: from.id,
    to: to.id,
    currency: from.currency,
    amount,
    purpose,
  });
  for (const accountId of new Set([from.accountId, to.accountId])) show(scene, accountId);
}
