import { bytesToHex } from '@org/payments-crypto';
import { type EntryKey, entryKey } from './entry-key.ts';

/** A key that seals entries, and the name that entries carry to find it again. */
export interface SealKey {
  readonly kid: string;
  readonly key: EntryKey;
}

/** The fingerprint of a string under one secret. */
export interface Fingerprint {
  /** The name of the secret. */
  readonly name: string;
  readonly digest: string;
}

/** A key seals for a day, so that the random nonces of one key stay few. Milliseconds. */
const KEY_PERIOD = 86_400_000;
/** Keys that are kept derived. */
const MAX_KEPT = 64;
const KEY_BITS = 256;
const encoder = new TextEncoder();

interface Material {
  readonly name: string;
  readonly scopeKey: EntryKey;
  readonly secret: CryptoKey;
  readonly digestKey: EntryKey;
}

function hkdf(info: string) {
  return { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(info) };
}

async function derived(secret: CryptoKey, info: string): Promise<EntryKey> {
  return entryKey(new Uint8Array(await crypto.subtle.deriveBits(hkdf(info), secret, KEY_BITS)));
}

async function materialOf(text: string): Promise<Material> {
  const bytes = encoder.encode(text);
  const secret = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveBits']);
  const name = await crypto.subtle.deriveBits(hkdf('payments-journal key name v1'), secret, 64);
  const digestKey = await derived(secret, 'payments-journal digest key v1');
  const scopeKey = await derived(secret, 'payments-journal scope key v1');
  return { name: bytesToHex(new Uint8Array(name)), secret, digestKey, scopeKey };
}

/** The keys of a journal's secrets: one for each secret and day (UTC), which opens at any time. */
export class SealKeys {
  readonly #secrets: () => readonly string[];
  readonly #derived = new Map<string, Promise<SealKey>>();
  #materials: Promise<readonly Material[]> | undefined;

  /** @param secrets supplies them at first use: the first one seals, all of them open */
  constructor(secrets: () => readonly string[]) {
    this.#secrets = secrets;
  }

  #all(): Promise<readonly Material[]> {
    this.#materials ??= Promise.all(this.#secrets().map(materialOf));
    return this.#materials;
  }

  async #first(): Promise<Material> {
    const [material] = await this.#all();
    if (material === undefined) throw new TypeError('The journal has no secret.');
    return material;
  }

  /** The key that seals an entry of that time. */
  async at(time: number): Promise<SealKey> {
    return this.#keyOf(await this.#first(), Math.floor(time / KEY_PERIOD));
  }

  /** The key of that name. */
  async find(kid: string | undefined): Promise<SealKey | undefined> {
    const [, name, digits] = /^([0-9a-f]{16})\.(\d{1,8})$/.exec(kid ?? '') ?? [];
    const material = (await this.#all()).find((one) => one.name === name);
    return material === undefined ? undefined : this.#keyOf(material, Number(digits));
  }

  /** HMAC-SHA-256 of a string with a key of each secret, in hex, that of the first one first. */
  async digests(text: string): Promise<readonly [string, ...string[]]> {
    const { digestKey } = await this.#first();
    const [, ...others] = await this.#all();
    const earlier = others.map((material) => material.digestKey.hmac(text));
    return [await digestKey.hmac(text), ...(await Promise.all(earlier))];
  }

  /** HMAC-SHA-256 of a string with another key of each secret, in hex, with the secret's name. */
  async fingerprints(text: string): Promise<readonly Fingerprint[]> {
    const digestOf = async ({ name, scopeKey }: Material) => ({
      name,
      digest: await scopeKey.hmac(text),
    });
    await this.#first();
    return Promise.all((await this.#all()).map(digestOf));
  }

  #keyOf({ name, secret }: Material, day: number): Promise<SealKey> {
    const kid = `${name}.${day}`;
    const kept = this.#derived.get(kid);
    if (kept !== undefined) return kept;
    const sealKey = derived(secret, `payments-journal entry key v1 ${day}`).then((key) => ({
      kid,
      key,
    }));
    if (this.#derived.size >= MAX_KEPT) this.#derived.clear();
    this.#derived.set(kid, sealKey);
    return sealKey;
  }
}
