import type { AuthMethod, AuthSession, Card, ExternalAccount, Quote } from '@org/payments-contract';
import type { Deadline } from '../limits/rate-limits.ts';
import type { RelayUser } from '../options/actions.ts';
import { kindOf } from '../options/id-kinds.ts';
import { forbidden, invalidInput, RelayRefusal } from '../refusals/refusal.ts';
import {
  type AccountsOf,
  type Caller,
  OwnershipReads,
  type OwnershipSource,
} from './ownership-reads.ts';
import { ShortCache, type ShortCacheOptions, stableKey } from './short-cache.ts';

export type { Caller } from './ownership-reads.ts';

/** The number of users and accounts that are cached. */
const CACHE_SIZE = 1_000;

/** The settings of the ownership checks. */
export interface OwnershipOptions extends Omit<ShortCacheOptions, 'size'> {
  readonly payments: OwnershipSource;
  readonly accounts: AccountsOf | undefined;
  readonly cacheKey: ((user: RelayUser) => string) | undefined;
  readonly deadline: Deadline;
}

type Listed = AuthMethod | AuthSession;
type Read<Item> = (accountId: string) => Promise<readonly Item[]>;

/** Checks ownership with the service's data, which is cached for a few seconds. */
export class Ownership {
  readonly #options: OwnershipOptions;
  readonly #reads: OwnershipReads;
  readonly #accounts: ShortCache<readonly string[]>;
  readonly #credentials: ShortCache<readonly AuthMethod[]>;
  readonly #sessions: ShortCache<readonly AuthSession[]>;

  constructor(options: OwnershipOptions) {
    this.#options = options;
    this.#reads = new OwnershipReads(options.payments, options.accounts, options.deadline);
    const cache = { lifetime: options.lifetime, now: options.now, size: CACHE_SIZE };
    this.#accounts = new ShortCache(cache);
    this.#credentials = new ShortCache(cache);
    this.#sessions = new ShortCache(cache);
  }

  /**
   * The account a request names, or the user's only one.
   *
   * @throws RelayRefusal 403 for another user's, 404 without an account, 400 if several exist
   */
  async account(caller: Caller, accountId: string | undefined): Promise<string> {
    if (accountId !== undefined) {
      await this.requireAccount(caller, accountId);
      return accountId;
    }
    const [only, ...others] = await this.#accountsWith(caller, (ids) => ids.length > 0);
    if (only === undefined) {
      throw new RelayRefusal(404, 'NOT_FOUND', { message: 'The user has no wallet.' });
    }
    if (others.length > 0) throw invalidInput('accountId: the user has several accounts');
    return only;
  }

  /** @throws RelayRefusal 403 unless the account is the user's */
  async requireAccount(caller: Caller, accountId: string): Promise<void> {
    const ids = await this.#accountsWith(caller, (known) => known.includes(accountId));
    if (!ids.includes(accountId)) throw forbidden('The account does not belong to the user.');
  }

  /**
   * @param accountId the account to search; by default all accounts of the user
   * @throws RelayRefusal 403 unless the credential is of one of the user's accounts
   */
  async credential(caller: Caller, id: string, accountId?: string): Promise<AuthMethod> {
    const read = (account: string) => this.#reads.credentials(caller, account);
    const found = await this.#search(caller, this.#credentials, read, id, accountId);
    if (found === undefined) throw forbidden('The credential does not belong to the user.');
    return found;
  }

  /**
   * The newest credential for codes by e-mail, of the account a request names or the user's only one.
   *
   * @throws RelayRefusal 404 if there is none; and as `account`
   */
  async newestAddress(caller: Caller, accountId: string | undefined): Promise<AuthMethod> {
    const listed = await this.credentialsOf(caller, await this.account(caller, accountId));
    const [newest] = listed
      .filter(({ type }) => type === 'EMAIL_OTP')
      .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    if (newest !== undefined) return newest;
    throw new RelayRefusal(404, 'NOT_FOUND', { message: 'The account has no such credential.' });
  }

  /**
   * @param accountId the account to search; by default all accounts of the user
   * @throws RelayRefusal 403 unless the session is live and of one of the user's accounts
   */
  async session(caller: Caller, id: string, accountId?: string): Promise<AuthSession> {
    const read = (account: string) => this.#reads.sessions(caller, account);
    const found = await this.#search(caller, this.#sessions, read, id, accountId);
    if (found === undefined)
      throw forbidden('The session is not active, or does not belong to the user.');
    return found;
  }

  /** @throws RelayRefusal 403 unless the user holds the card */
  async card(caller: Caller, id: string): Promise<Card> {
    const card = await this.#reads.card(caller, id);
    if (card?.cardholderId === caller.user.customerId) return card;
    throw forbidden('The card does not belong to the user.');
  }

  /** @throws RelayRefusal 403 unless the quote is paid from one of the user's accounts */
  async quote(caller: Caller, id: string): Promise<Quote> {
    const quote = await this.#reads.quote(caller, id);
    if (quote?.source.accountId === undefined) {
      throw forbidden('The quote does not belong to the user.');
    }
    await this.requireAccount(caller, quote.source.accountId);
    return quote;
  }

  /** The account that a quote of the user is paid to; undefined if it cannot be read. */
  payee(caller: Caller, id: string): Promise<ExternalAccount | undefined> {
    return this.#reads.externalAccount(caller, id);
  }

  /** Whether an account of any type belongs to the user. */
  isOwnAccount(caller: Caller, id: string): Promise<boolean> {
    return this.#reads.isOwnAccount(caller, id);
  }

  /**
   * Checks an id of any kind that the relay can check; returns false for any other text.
   *
   * @throws RelayRefusal 403 unless the resource is the user's own
   */
  async requireOwned(caller: Caller, id: string): Promise<boolean> {
    const { customerId } = caller.user;
    const kind = kindOf(id);
    if (kind === 'InternalAccount') await this.requireAccount(caller, id);
    else if (kind === 'AuthMethod') await this.credential(caller, id);
    else if (kind === 'Session') await this.session(caller, id);
    else if (kind === 'Card') await this.card(caller, id);
    else if (kind === 'Quote') await this.quote(caller, id);
    else if (kind !== 'Customer') return false;
    else if (id !== customerId) throw forbidden('The customer id does not belong to the user.');
    return true;
  }

  /** The credentials of an account, as they are now. */
  credentialsOf(caller: Caller, accountId: string): Promise<readonly AuthMethod[]> {
    const read = () => this.#reads.credentials(caller, accountId);
    return this.#credentials.refresh(accountId, read);
  }

  /** The live sessions of an account, as they are now. */
  sessionsOf(caller: Caller, accountId: string): Promise<readonly AuthSession[]> {
    return this.#sessions.refresh(accountId, () => this.#reads.sessions(caller, accountId));
  }

  /** Drops the cached data of an account that was changed. */
  forget(accountId: string): void {
    this.#credentials.delete(accountId);
    this.#sessions.delete(accountId);
  }

  /** The cache key of a user's accounts; undefined if they must be read each time. */
  #keyOf(user: RelayUser): string | undefined {
    const { accounts, cacheKey } = this.#options;
    if (accounts === undefined) return stableKey(user.customerId);
    if (cacheKey === undefined) return stableKey(user);
    const key: unknown = cacheKey(user);
    if (typeof key === 'string' && key !== '') return key;
    throw new TypeError('`cacheKey` did not return text.');
  }

  /** The user's accounts: from the cache if that is sufficient, otherwise as they are now. */
  async #accountsWith(
    caller: Caller,
    willDo: (ids: readonly string[]) => boolean,
  ): Promise<readonly string[]> {
    const key = this.#keyOf(caller.user);
    const read = () => this.#reads.accounts(caller);
    if (key === undefined) return read();
    const { value, isFresh } = this.#accounts.get(key, read);
    const ids = await value;
    return isFresh || willDo(ids) ? ids : this.#accounts.refresh(key, read);
  }

  /** Searches the cached data of all accounts first, then reads one account after the other. */
  async #search<Item extends Listed>(
    caller: Caller,
    cache: ShortCache<readonly Item[]>,
    read: Read<Item>,
    id: string,
    accountId: string | undefined,
  ): Promise<Item | undefined> {
    if (accountId !== undefined) await this.requireAccount(caller, accountId);
    const ids =
      accountId === undefined ? await this.#accountsWith(caller, () => true) : [accountId];
    const isIt = (item: Item) => item.id === id;
    for (const account of ids) {
      const found = (await cache.peek(account))?.find(isIt);
      if (found !== undefined) return found;
    }
    for (const account of ids) {
      const found = (await cache.refresh(account, () => read(account))).find(isIt);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
