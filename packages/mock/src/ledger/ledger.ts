import type { Scene, World } from '../world.ts';
import { balanceOf, fees, LedgerError, outside, post, type Side } from './post.ts';
import { type LedgerAccount, ledgerAccounts, type Posting, postings } from './tables.ts';

/** An amount that moves on one internal account, in the smallest unit. */
export interface Movement {
  readonly accountId: string;
  readonly amount: number;
  /** The purpose: the id of a payment, of a card transaction, or a word such as `funding`. */
  readonly purpose: string;
}

export function availableOf(world: World, accountId: string): number {
  return balanceOf(world, accountId).amount;
}

export function deposit(scene: Scene, { accountId, amount, purpose }: Movement): void {
  const account = balanceOf(scene.world, accountId);
  post(scene, outside('in', account.currency), account, amount, purpose);
}

/** Sends available money of an internal account outside. @throws LedgerError if it has less */
export function withdraw(scene: Scene, { accountId, amount, purpose }: Movement): void {
  const account = balanceOf(scene.world, accountId);
  post(scene, account, outside('out', account.currency), amount, purpose);
}

function holdSide(purpose: string, account: LedgerAccount): Side {
  const { currency, id: accountId } = account;
  return { id: `hold/${purpose}`, kind: 'hold', currency, accountId, purpose };
}

/** Returns the hold for a purpose; undefined if it does not exist or has ended. */
export function holdFor(world: World, purpose: string): LedgerAccount | undefined {
  return ledgerAccounts.in(world).get(`hold/${purpose}`);
}

/** Sets money aside; a hold ends when all of it is settled or released. @throws LedgerError if the account has less */
export function hold(scene: Scene, { accountId, amount, purpose }: Movement): void {
  const account = balanceOf(scene.world, accountId);
  post(scene, account, holdSide(purpose, account), amount, purpose);
}

function requireHold(world: World, purpose: string): LedgerAccount {
  const held = holdFor(world, purpose);
  if (held !== undefined) return held;
  throw new LedgerError('INSUFFICIENT_FUNDS', `No money is held for ${purpose}.`);
}

/** Pays held money out: all of it, or an amount. @throws LedgerError if less is held */
export function settleHold(scene: Scene, purpose: string, amount?: number): void {
  const isRequired = amount !== undefined && amount !== 0;
  const held = (isRequired ? requireHold : holdFor)(scene.world, purpose);
  if (held === undefined) return;
  post(scene, held, outside('out', held.currency), amount ?? held.amount, purpose);
}

/** Moves available money to another internal account of the same currency. */
export function moveTo(scene: Scene, movement: Movement, toAccountId: string): void {
  const { accountId, amount, purpose } = movement;
  const [from, to] = [balanceOf(scene.world, accountId), balanceOf(scene.world, toAccountId)];
  post(scene, from, to, amount, purpose);
}

/** Moves a part of held money, named by its purpose, to an internal account of the same currency. */
export function payFromHold(scene: Scene, { accountId, amount, purpose }: Movement): void {
  const held = requireHold(scene.world, purpose);
  post(scene, held, balanceOf(scene.world, accountId), amount, purpose);
}

/** Takes a fee out of held money. @throws LedgerError if less is held */
export function chargeHold(scene: Scene, purpose: string, amount: number): void {
  if (amount === 0) return;
  const held = requireHold(scene.world, purpose);
  post(scene, held, fees(held.currency), amount, purpose);
}

/** Records money that comes in and goes out again without touching an internal account, less a fee. */
export function passThrough(
  scene: Scene,
  movement: Pick<Movement, 'amount' | 'purpose'> & {
    readonly currency: string;
    readonly fee: number;
  },
): void {
  const { currency, amount, fee, purpose } = movement;
  const from = outside('in', currency);
  post(scene, from, fees(currency), fee, purpose);
  post(scene, from, outside('out', currency), amount - fee, purpose);
}

/** Returns the rest of a hold to its account; does nothing without a hold. */
export function releaseHold(scene: Scene, purpose: string): void {
  const held = holdFor(scene.world, purpose);
  if (held?.accountId === undefined) return;
  post(scene, held, balanceOf(scene.world, held.accountId), held.amount, purpose);
}

/** The money of one currency, in its smallest unit. */
export interface CurrencyBalance {
  readonly currency: string;
  /** Total that came in from outside. */
  readonly moneyIn: number;
  /** Total that went outside. */
  readonly moneyOut: number;
  /** Sum of the available balances of all internal accounts. */
  readonly balances: number;
  /** Sum of all holds. */
  readonly holds: number;
  /** Sum of all fees charged. */
  readonly fees: number;
}

/** The ledger's contents, for reading. */
export interface Ledger {
  /**
   * One entry for each currency in which money has moved: `moneyIn - moneyOut` is
   * `balances + holds + fees`, always.
   */
  balances(): readonly CurrencyBalance[];
  /** The last postings, oldest first. */
  postings(): readonly Posting[];
  /** The accounts of the ledger: balances, open holds, fees and the world outside. */
  accounts(): readonly LedgerAccount[];
}

export function ledgerOf(world: World): Ledger {
  return {
    balances() {
      const accounts = ledgerAccounts.in(world).all();
      // Stryker disable next-line ConditionalExpression: money goes out only in a currency in which some came in
      const moved = accounts.filter(({ kind }) => kind === 'in' || kind === 'out');
      const currencies = [...new Set(moved.map(({ currency }) => currency))].sort();
      return currencies.map((currency) => {
        const sum = (kind: LedgerAccount['kind']) =>
          accounts
            .filter((account) => account.currency === currency && account.kind === kind)
            .reduce((total, { amount }) => total + amount, 0);
        return {
          currency,
          moneyIn: 0 - sum('in'),
          moneyOut: sum('out'),
          balances: sum('balance'),
          holds: sum('hold'),
          fees: sum('fees'),
        };
      });
    },
    postings: () => structuredClone(postings.in(world).all()),
    accounts: () => structuredClone(ledgerAccounts.in(world).all()),
  };
}
