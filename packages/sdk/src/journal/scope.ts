import type { JournalOwner, JournalScopes } from '../outcome/journal.ts';
import type { Fingerprint, SealKeys } from './seal-keys.ts';

/** A scope: the name of the secret, and fingerprints of the service and of the account at it. */
const form = /^v1\.([0-9a-f]{16})\.([0-9a-f]{16})\.([0-9a-f]{32})$/;

const ACCOUNT =
  'The entry is of another account, whose client has to recover it. If only the API token was replaced, pass the id of the first one as `account`.';
const NO_ACCOUNT =
  'An earlier version recorded the entry without its account, so these credentials must not act on it.';
const NO_SECRET = 'The entry cannot be opened: its secret is not listed.';

/** Clients that are remembered: one for each account that the process serves. */
const MAX_KEPT = 1_000;

/** The fingerprints of clients, made with the keys of a journal. */
export class Scopes {
  readonly #keys: SealKeys;
  readonly #kept = new Map<string, Promise<JournalScopes>>();

  constructor(keys: SealKeys) {
    this.#keys = keys;
  }

  /** The scopes of a client, and why an entry of another scope is not for it. */
  of(owner: JournalOwner): Promise<JournalScopes> {
    const key = JSON.stringify([owner.service, owner.account]);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const scopes = this.#make(owner.service, key);
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(key, scopes);
    // A missing secret may be there at the next call.
    scopes.catch(() => this.#kept.delete(key));
    return scopes;
  }

  async #make(service: string, account: string): Promise<JournalScopes> {
    const [services, accounts, anonymous] = await Promise.all([
      this.#keys.fingerprints(service),
      this.#keys.fingerprints(account),
      this.#keys.fingerprints(JSON.stringify([service, ''])),
    ]);
    const names = services.map(({ name }) => name);
    const places = services.map(({ name, digest }) => `${name}.${digest.slice(0, 16)}`);
    const scopesWith = (digests: readonly Fingerprint[]) =>
      places.map((place, index) => `v1.${place}.${digests[index]?.digest.slice(0, 32)}`);
    const [current = '', ...earlier] = scopesWith(accounts);
    // An operation without credentials is of no account: any client of its kind may look after it.
    const own = [current, ...earlier, ...scopesWith(anonymous)];
    return {
      current,
      own,
      reasonAgainst(scope) {
        if (own.includes(scope)) return undefined;
        if (scope === service) return NO_ACCOUNT;
        const [, name = '', place = ''] = form.exec(scope) ?? [];
        if (places.includes(`${name}.${place}`)) return ACCOUNT;
        return name !== '' && !names.includes(name) ? NO_SECRET : undefined;
      },
    };
  }
}
