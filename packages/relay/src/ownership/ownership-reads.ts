import type { AuthMethod, AuthSession, Card, ExternalAccount, Quote } from '@org/payments-contract';
import { NotFoundError, type PaymentsClient } from '@org/payments-sdk';
import { type Deadline, withDeadline } from '../limits/rate-limits.ts';
import type { RelayUser } from '../options/actions.ts';
import { RelayRefusal, unavailable } from '../refusals/refusal.ts';

/** Counts the reads one call may cause at the service, and keeps the resources that it has read. */
export class ReadBudget {
  #left: number;
  readonly #found = new Map<string, unknown>();

  constructor(reads: number) {
    this.#left = reads;
  }

  /** A resource, or undefined if it does not exist. One that was found is not read again by this call. */
  async resource<Resource>(
    id: string,
    read: () => PromiseLike<Resource>,
  ): Promise<Resource | undefined> {
    if (this.#found.has(id)) return this.#found.get(id) as Resource;
    this.spend();
    try {
      const resource = await read();
      this.#found.set(id, resource);
      return resource;
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  /** @throws RelayRefusal 400 when the call would need more reads than it may cause */
  spend(): void {
    this.#left -= 1;
    if (this.#left >= 0) return;
    const message = 'The call needs too many reads. Send `accountId`, or name fewer resources.';
    throw new RelayRefusal(400, 'INVALID_INPUT', { message });
  }
}

/** The part of the client through which ownership is read. */
export type OwnershipSource = Pick<
  PaymentsClient,
  'internalAccounts' | 'externalAccounts' | 'credentials' | 'sessions' | 'cards' | 'quotes'
>;

/** The platform's function that returns a user's accounts. */
export type AccountsOf = (user: RelayUser) => readonly string[] | Promise<readonly string[]>;

/** The caller, and the number of reads that remain for the call. */
export interface Caller {
  readonly user: RelayUser;
  readonly budget: ReadBudget;
}

/** The maximum number of wallets of one customer that are read. */
const MAX_ACCOUNTS = 100;

/** Reads ownership from the service. Every request is counted before it is sent. */
export class OwnershipReads {
  readonly #payments: OwnershipSource;
  readonly #accounts: AccountsOf | undefined;
  readonly #deadline: Deadline;

  constructor(payments: OwnershipSource, accounts: AccountsOf | undefined, deadline: Deadline) {
    this.#payments = payments;
    this.#accounts = accounts;
    this.#deadline = deadline;
  }

  async accounts({ user, budget }: Caller): Promise<readonly string[]> {
    const accounts = this.#accounts;
    if (accounts === undefined) return this.#listed(user, budget);
    const late = () => unavailable("The user's accounts could not be read in time.");
    const given: unknown = await withDeadline(this.#deadline, () => accounts(user), late);
    const isList = Array.isArray(given) && given.every((id) => typeof id === 'string');
    if (!isList) throw new TypeError('`accounts` did not return a list of ids.');
    return given;
  }

  async credentials({ budget }: Caller, accountId: string): Promise<readonly AuthMethod[]> {
    budget.spend();
    return (await this.#payments.credentials.list({ accountId })).data;
  }

  async sessions({ budget }: Caller, accountId: string): Promise<readonly AuthSession[]> {
    budget.spend();
    return (await this.#payments.sessions.list({ accountId })).data;
  }

  /** Undefined if the card does not exist. */
  card({ budget }: Caller, id: string): Promise<Card | undefined> {
    return budget.resource(id, () => this.#payments.cards.get({ id }));
  }

  /** Undefined if the quote does not exist. */
  quote({ budget }: Caller, quoteId: string): Promise<Quote | undefined> {
    return budget.resource(quoteId, () => this.#payments.quotes.get({ quoteId }));
  }

  /** Undefined if the account does not exist. */
  externalAccount(
    { budget }: Caller,
    externalAccountId: string,
  ): Promise<ExternalAccount | undefined> {
    return budget.resource(externalAccountId, () =>
      this.#payments.externalAccounts.get({ externalAccountId }),
    );
  }

  /** Whether an account of any type belongs to the user. */
  async isOwnAccount({ user, budget }: Caller, id: string): Promise<boolean> {
    for await (const ids of this.#pages(user, budget)) if (ids.includes(id)) return true;
    return false;
  }

  async #listed(user: RelayUser, budget: ReadBudget): Promise<readonly string[]> {
    const all: string[] = [];
    for await (const ids of this.#pages(user, budget, { type: 'EMBEDDED_WALLET' })) {
      all.push(...ids);
      if (all.length >= MAX_ACCOUNTS) break;
    }
    return all.slice(0, MAX_ACCOUNTS);
  }

  /** The ids of a customer's accounts, page by page. */
  async *#pages(
    { customerId }: RelayUser,
    budget: ReadBudget,
    filter: { readonly type?: 'EMBEDDED_WALLET' } = {},
  ): AsyncGenerator<readonly string[]> {
    const list = this.#payments.internalAccounts.list({ customerId, ...filter });
    budget.spend();
    for await (const { data, hasMore } of list.pages()) {
      yield data.filter((one) => one.customerId === customerId).map(({ id }) => id);
      if (!hasMore) return;
      budget.spend();
    }
  }
}
