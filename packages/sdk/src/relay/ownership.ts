import type { AuthMethod, AuthSession } from '@org/payments-contract';
import type { PaymentsClient } from '../config/payments-client.ts';
import { NotFoundError } from '../errors/api-error.ts';
import type { RelayUser } from './actions.ts';
import { forbidden, invalidInput, RelayRefusal } from './refusal.ts';
import { ShortCache, type ShortCacheOptions } from './short-cache.ts';

/** The parts of the client that ownership is read from. */
export type OwnershipSource = Pick<
  PaymentsClient,
  'internalAccounts' | 'credentials' | 'sessions' | 'cards'
>;

/** How many users and accounts are remembered. */
const CACHE_SIZE = 1_000;
/** More wallets than this of one customer are not looked at. */
const MAX_ACCOUNTS = 100;

/** How ownership is read. */
export interface OwnershipOptions extends Omit<ShortCacheOptions, 'size'> {
  readonly payments: OwnershipSource;
  readonly accounts:
    | ((user: RelayUser) => readonly string[] | Promise<readonly string[]>)
    | undefined;
}

const keyOf = ({ id, customerId }: RelayUser) => JSON.stringify([id, customerId]);

type Read<Item> = () => Promise<readonly Item[]>;

/** Who owns what, as the service says, believed for a few seconds. */
export class Ownership {
  readonly #options: OwnershipOptions;
  readonly #accounts: ShortCache<readonly string[]>;
  readonly #credentials: ShortCache<readonly AuthMethod[]>;
  readonly #sessions: ShortCache<readonly AuthSession[]>;

  constructor(options: OwnershipOptions) {
    this.#options = options;
    const cache = { ...options, size: CACHE_SIZE };
    this.#accounts = new ShortCache(cache);
    this.#credentials = new ShortCache(cache);
    this.#sessions = new ShortCache(cache);
  }

  /**
   * The account a request names, or the user's only one.
   *
   * @throws RelayRefusal 403 for another user's, 404 where there is none, 400 where there are many
   */
  async account(user: RelayUser, accountId: string | undefined): Promise<string> {
    if (accountId !== undefined) {
      await this.requireAccount(user, accountId);
      return accountId;
    }
    const { value, isFresh } = this.#accounts.get(keyOf(user), this.#readAccounts(user));
    const kept = await value;
    const isTrusted = isFresh || kept.length > 0;
    const ids = isTrusted
      ? kept
      : await this.#accounts.refresh(keyOf(user), this.#readAccounts(user));
    const [only, ...others] = ids;
    if (only === undefined) {
      throw new RelayRefusal(404, 'NOT_FOUND', { message: 'The user has no wallet.' });
    }
    if (others.length > 0) throw invalidInput('accountId: the user has several accounts');
    return only;
  }

  /** @throws RelayRefusal 403 unless the account is the user's */
  async requireAccount(user: RelayUser, accountId: string): Promise<void> {
    const isIt = (id: string) => id === accountId;
    const found = await this.#find(this.#accounts, keyOf(user), this.#readAccounts(user), isIt);
    if (found === undefined) throw forbidden('The account is not one of the user.');
  }

  /** @throws RelayRefusal 403 unless the credential is of one of the user's accounts */
  async credential(user: RelayUser, id: string): Promise<AuthMethod> {
    const found = await this.#findIn(user, (accountId) =>
      this.#find(
        this.#credentials,
        accountId,
        this.#readCredentials(accountId),
        (one) => one.id === id,
      ),
    );
    if (found === undefined) throw forbidden('The credential is not one of the user.');
    return found;
  }

  /** @throws RelayRefusal 403 unless the session is live and of one of the user's accounts */
  async session(user: RelayUser, id: string): Promise<AuthSession> {
    const found = await this.#findIn(user, (accountId) =>
      this.#find(this.#sessions, accountId, this.#readSessions(accountId), (one) => one.id === id),
    );
    if (found === undefined) throw forbidden('The session is not a live one of the user.');
    return found;
  }

  /**
   * Checks an id of any kind the relay knows; gives false for any other text.
   *
   * @throws RelayRefusal 403 unless what it names is the user's own
   */
  async requireOwned(user: RelayUser, id: string): Promise<boolean> {
    const [prefix] = id.split(':', 1);
    if (prefix === 'InternalAccount') await this.requireAccount(user, id);
    else if (prefix === 'AuthMethod') await this.credential(user, id);
    else if (prefix === 'Session') await this.session(user, id);
    else if (prefix === 'Card') await this.#requireCard(user, id);
    else if (prefix !== 'Customer') return false;
    else if (id !== user.customerId) throw forbidden('The customer is not the user.');
    return true;
  }

  /** The credentials of an account, as they are now. */
  credentialsOf(accountId: string): Promise<readonly AuthMethod[]> {
    return this.#credentials.refresh(accountId, this.#readCredentials(accountId));
  }

  /** The live sessions of an account, as they are now. */
  sessionsOf(accountId: string): Promise<readonly AuthSession[]> {
    return this.#sessions.refresh(accountId, this.#readSessions(accountId));
  }

  /** Something of the account was changed: what is remembered of it is stale. */
  forget(accountId: string): void {
    this.#credentials.delete(accountId);
    this.#sessions.delete(accountId);
  }

  async #requireCard(user: RelayUser, id: string): Promise<void> {
    const isMissing = (error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
      return undefined;
    };
    const card = await this.#options.payments.cards.get({ id }).catch(isMissing);
    if (card?.cardholderId !== user.customerId) throw forbidden('The card is not one of the user.');
  }

  /** Looks into what is remembered, and once more at the service before saying no. */
  async #find<Item>(
    cache: ShortCache<readonly Item[]>,
    key: string,
    read: Read<Item>,
    isIt: (item: Item) => boolean,
  ): Promise<Item | undefined> {
    const { value, isFresh } = cache.get(key, read);
    const found = (await value).find(isIt);
    if (found !== undefined || isFresh) return found;
    return (await cache.refresh(key, read)).find(isIt);
  }

  async #findIn<Item>(
    user: RelayUser,
    find: (accountId: string) => Promise<Item | undefined>,
  ): Promise<Item | undefined> {
    const ids = await this.#accounts.get(keyOf(user), this.#readAccounts(user)).value;
    for (const accountId of ids) {
      const found = await find(accountId);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #readAccounts(user: RelayUser): Read<string> {
    const { payments, accounts } = this.#options;
    return async () => {
      if (accounts !== undefined) return accounts(user);
      const list = payments.internalAccounts.list({
        customerId: user.customerId,
        type: 'EMBEDDED_WALLET',
      });
      const found = await list.toArray({ limit: MAX_ACCOUNTS });
      return found.filter(({ customerId }) => customerId === user.customerId).map(({ id }) => id);
    };
  }

  #readCredentials(accountId: string): Read<AuthMethod> {
    return async () => (await this.#options.payments.credentials.list({ accountId })).data;
  }

  #readSessions(accountId: string): Read<AuthSession> {
    return async () => (await this.#options.payments.sessions.list({ accountId })).data;
  }
}
