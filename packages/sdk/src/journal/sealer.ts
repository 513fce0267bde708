import { IDEMPOTENCY_KEY_HEADER, SIGNATURE_HEADER } from '@org/payments-contract';
import { canonicalJson } from '@org/payments-contract/internal';
import { bytesToHex } from '@org/payments-crypto';
import type { JournalEnd, JournalEntry, JournalRequest } from '../outcome/journal.ts';
import { type EntryKey, entryKey, keyIdOf } from './entry-key.ts';
import type { JournalRecord } from './store.ts';

/** The fields of an entry besides its request and its end: stored in clear, and sealed as well. */
type Identity = Pick<
  JournalRecord,
  | 'id'
  | 'scope'
  | 'operation'
  | 'method'
  | 'template'
  | 'startedAt'
  | 'requestId'
  | 'idempotencyKey'
>;

function identityOf(entry: Identity): Identity {
  const { id, scope, operation, method, template, startedAt, requestId, idempotencyKey } = entry;
  return { id, scope, operation, method, template, startedAt, requestId, idempotencyKey };
}

/** Headers that differ between two sendings of one request. */
const repeatHeaders: readonly string[] = [IDEMPOTENCY_KEY_HEADER, SIGNATURE_HEADER];

/** The body as it is, but for the order of its fields; text that is not JSON, or is too deep, unchanged. */
function contentOf(body: string | null): string | null {
  if (body === null) return null;
  try {
    return canonicalJson(JSON.parse(body));
  } catch {
    return body;
  }
}

function textOf(method: string, request: JournalRequest): string {
  const { path, search, headers, body, form } = request;
  const fields = Object.entries(headers)
    .filter(([name]) => !repeatHeaders.includes(name))
    .sort();
  return JSON.stringify([method, path, search, fields, contentOf(body), canonicalJson(form)]);
}

/** The record of an entry, and the digests of its request under each secret. */
interface SealedEntry {
  readonly record: JournalRecord;
  readonly digests: readonly string[];
}

/** A record that cannot be opened is still an open write, and is reported as one. */
const unreadable = { request: undefined };

/** The recorded outcome of an entry. */
export function endOf(record: JournalRecord): JournalEnd | undefined {
  const { outcome, endedAt, status, resourceId, errorCode } = record;
  if (outcome === null || endedAt === null) return undefined;
  return {
    outcome,
    endedAt,
    status: status ?? undefined,
    resourceId: resourceId ?? undefined,
    errorCode: errorCode ?? undefined,
  };
}

/** Turns entries into records whose request is encrypted (JWE, `dir` with `A256GCM`), and back. */
export class Sealer {
  readonly #keys: SealKeys;

  constructor(keys: SealKeys) {
    this.#keys = keys;
  }

  /** The record of an entry that has not ended, and the digests of its request. */
  async seal(entry: JournalEntry & { readonly request: JournalRequest }): Promise<SealedEntry> {
    const { requestId = null, idempotencyKey = null, deadlineAt, clockOffset, request } = entry;
    const identity = identityOf({ ...entry, requestId, idempotencyKey });
    const { kid, key } = await this.#keys.at(Date.parse(entry.startedAt));
    const content = JSON.stringify({ identity, deadlineAt, clockOffset, request });
    const [digests, sealed] = await Promise.all([
      this.digests(entry.method, request),
      key.seal(content, kid),
    ]);
    const end = { outcome: null, endedAt: null, status: null, resourceId: null, errorCode: null };
    return { record: { ...identity, digest: digests[0], sealed, ...end }, digests };
  }

  /** The digests of a request, under each secret: two requests of one intent have them in common. */
  digests(method: string, request: JournalRequest): Promise<readonly [string, ...string[]]> {
    return this.#keys.digests(textOf(method, request));
  }

  /**
   * The entry of a record. Its request is undefined if no listed secret opens it, or if the record
   * is not the one that was sealed.
   */
  async open(record: JournalRecord): Promise<JournalEntry> {
    const { requestId, idempotencyKey } = record;
    return {
      ...(identityOf(record) as Pick<JournalEntry, 'id' | 'scope' | 'template' | 'startedAt'>),
      operation: record.operation as JournalEntry['operation'],
      method: record.method as JournalEntry['method'],
      requestId: requestId ?? undefined,
      idempotencyKey: idempotencyKey ?? undefined,
      ...(await this.#contentOf(record)),
      end: endOf(record),
    };
  }

  async #contentOf(
    record: JournalRecord,
  ): Promise<Pick<JournalEntry, 'request' | 'deadlineAt' | 'clockOffset'>> {
    try {
      const found = await this.#keys.find(keyIdOf(record.sealed));
      if (found === undefined) return unreadable;
      const content = await found.key.open(record.sealed);
      const { identity, deadlineAt, clockOffset, request } = JSON.parse(content) as {
        readonly identity: Identity;
        readonly deadlineAt?: string;
        readonly clockOffset?: number;
        readonly request: JournalRequest;
      };
      const isSame = JSON.stringify(identity) === JSON.stringify(identityOf(record));
      return isSame ? { deadlineAt, clockOffset, request } : unreadable;
    } catch {
      return unreadable;
    }
  }
}

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
