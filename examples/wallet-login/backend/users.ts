/** A person as the platform knows them. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** `Customer:...` at the service. */
  readonly customerId: string;
}

/**
 * Stands in for the platform's database: it outlives the backend's process, as a database does.
 */
export class UserStore {
  readonly #byId = new Map<string, User>();

  add(user: User): void {
    this.#byId.set(user.id, user);
  }

  get(id: string): User | undefined {
    return this.#byId.get(id);
  }

  findByEmail(email: string): User | undefined {
    return [...this.#byId.values()].find((user) => user.email === email);
  }
}
