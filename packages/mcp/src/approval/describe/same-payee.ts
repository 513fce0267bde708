import { payeeOf } from '@org/payments-contract';
import { numberKey } from '../../number-key.ts';
import { readPayee } from './accounts.ts';
import type { Lookup } from './lookup.ts';

/** Accounts that are read to compare their numbers. */
const MAX_READ = 20;

/**
 * Compares payees by the number or address of their accounts: one account may be saved twice, or for two
 * customers.
 */
export class SamePayee {
  readonly #lookup: Lookup;
  readonly #payee: unknown;
  readonly #others = new Set<string>();
  /** Whether more payees than are read were sent the amount. */
  isCut = false;

  constructor(lookup: Lookup, payee: unknown) {
    this.#lookup = lookup;
    this.#payee = payee;
  }

  /** The number of an account, or the address itself; undefined of an account without one. @throws ToolError */
  async #numberOf(payee: string): Promise<string | undefined> {
    if (!payee.startsWith('ExternalAccount:')) return numberKey(payee);
    const { number } = payeeOf((await readPayee(this.#lookup, payee)).accountInfo);
    return number && numberKey(number);
  }

  /** Whether another id is of the same account; false if it is not read. @throws ToolError */
  async hasNumberOf(other: unknown): Promise<boolean> {
    const both = [this.#payee, other];
    if (other === this.#payee || !both.every(isOutside)) return false;
    if (this.#others.size === MAX_READ && !this.#others.has(other as string)) {
      this.isCut = true;
      return false;
    }
    this.#others.add(other as string);
    const [own, its] = await Promise.all(both.map((each) => this.#numberOf(each as string)));
    return own !== undefined && own === its;
  }
}

/** Whether money leaves the service to a payee: to a saved account or an address. */
const isOutside = (payee: unknown) => /^(?:ExternalAccount:|\$)/.test(String(payee));
