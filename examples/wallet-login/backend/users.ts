/** The platform's record of a person. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** `Customer:...` at the service. */
  readonly customerId: string;
}

/**
 * Simulates the platform's database: it outlives the backend's process, as a database does, and its
 * addresses are unique, as a unique index enforces.
 */
export class UserStore {
  readonly #byId = new Map<string, User>();
  /** Addresses to the user's id; null while the sign-up is in progress. */
  readonly #byEmail = new Map<string, string | null>();

  /** Claims an address for a sign-up. Returns true for one of two calls at once. */
  claim(email: string): boolean {
    if (this.#byEmail.has(email)) return false;
    this.#byEmail.set(email, null);
    return true;
  }

  /** Releases an address: the sign-up failed. */
  release(email: string): void {
    if (this.#byEmail.get(email) === null) this.#byEmail.delete(email);
  }

  /** Adds a user whose address was claimed. */
  add(user: User): void {
    if (this.#byEmail.get(user.email) !== null) throw new Error('Claim the address first.');
    this.#byEmail.set(user.email, user.id);
    this.#byId.set(user.id, user);
  }

  get(id: string): User | undefined {
    return this.#byId.get(id);
  }

  findByEmail(email: string): User | undefined {
    return this.#byId.get(this.#byEmail.get(email) ?? '');
  }
}
