import { bytesToHex } from '@org/payments-crypto';

/** A key that seals tickets, and the name tickets carry to find it again. */
export interface TicketKey {
  readonly kid: string;
  readonly key: Uint8Array;
}

/** A key seals for a day. Milliseconds. */
export const KEY_PERIOD = 86_400_000;
/** Keys that are kept derived: those of three days for a few secrets. */
const MAX_KEPT = 24;
const encoder = new TextEncoder();

interface Material {
  readonly name: string;
  readonly key: CryptoKey;
}

async function derive(secret: CryptoKey, info: string, bytes: number): Promise<Uint8Array> {
  const algorithm = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encoder.encode(info),
  };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, secret, bytes * 8));
}

async function materialOf(secret: string): Promise<Material> {
  const bytes = encoder.encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveBits']);
  return { name: bytesToHex(await derive(key, 'payments-relay ticket key name v2', 8)), key };
}

/**
 * The keys of the relay's secrets. Each secret yields another key every day (UTC), so that the
 * random nonces of one key stay few; a key opens tickets on its own day, the one before and the
 * one after, for clocks that differ and tickets that cross midnight.
 */
export class TicketKeys {
  readonly #materials: () => Promise<readonly Material[]>;
  readonly #now: () => number;
  readonly #derived = new Map<string, Promise<TicketKey>>();

  /** @param secrets the first one seals, all of them open */
  constructor(secrets: readonly string[], now: () => number) {
    let materials: Promise<readonly Material[]> | undefined;
    this.#materials = () => {
      materials ??= Promise.all(secrets.map(materialOf));
      return materials;
    };
    this.#now = now;
  }

  /** The key that seals now. */
  async current(): Promise<TicketKey> {
    const [material] = await this.#materials();
    if (material === undefined) throw new TypeError('The relay has no secret.');
    return this.#keyOf(material, this.#day());
  }

  /** The key of that name, while it opens tickets. */
  async find(kid: string | undefined): Promise<TicketKey | undefined> {
    const [, name, digits] = /^([0-9a-f]{16})\.(\d{1,8})$/.exec(kid ?? '') ?? [];
    const day = Number(digits);
    const material = (await this.#materials()).find((one) => one.name === name);
    const isNear = Math.abs(this.#day() - day) <= 1;
    return material !== undefined && isNear ? this.#keyOf(material, day) : undefined;
  }

  #day(): number {
    return Math.floor(this.#now() / KEY_PERIOD);
  }

  #keyOf({ name, key }: Material, day: number): Promise<TicketKey> {
    const kid = `${name}.${day}`;
    const kept = this.#derived.get(kid);
    if (kept !== undefined) return kept;
    const derived = derive(key, `payments-relay ticket key v2 ${day}`, 32).then((bytes) => ({
      kid,
      key: bytes,
    }));
    if (this.#derived.size >= MAX_KEPT) this.#derived.clear();
    this.#derived.set(kid, derived);
    return derived;
  }
}
