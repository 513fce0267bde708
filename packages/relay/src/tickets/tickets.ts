import { bytesToHex } from '@org/payments-crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { MAX_TICKET } from '../checks/bodies.ts';
import type { RelayCall } from '../protocol/index.ts';
import { RelayRefusal } from '../refusals/refusal.ts';

/** The binding of a ticket. Another user, call or page cannot use it. */
export interface TicketBinding {
  /** The only call that accepts it. */
  readonly call: RelayCall;
  readonly userId: string;
  /** The origin of the page that received it. */
  readonly origin: string;
  /** The path below which the relay was called. */
  readonly mount: string;
}

export interface NewTicket<Content> extends TicketBinding {
  readonly content: Content;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

interface Claims {
  readonly call: string;
  readonly user: string;
  readonly origin: string;
  readonly mount: string;
  readonly exp: number;
  readonly content: unknown;
}

/** Marks a ticket in its header, so that another token of the same key is not accepted as one. */
const TYPE = 'payments-relay-ticket+2';

/** The maximum number of tickets of one key, because nonces are random and have 96 bits. */
export const MAX_TICKETS_PER_KEY = 2 ** 32;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

function invalid(cause?: unknown): RelayRefusal {
  const message = 'The ticket was not made by this relay for this user, page and call.';
  return new RelayRefusal(400, 'TICKET_INVALID', { message, cause });
}

/** Seals and opens pending operations (JWE, `dir` with `A256GCM`), without a store. */
export class Tickets {
  readonly #keys: TicketKeys;
  readonly #now: () => number;
  readonly #limit: number;
  // Stryker disable next-line ObjectLiteral: the first ticket has another `kid` than either, and starts a new count
  #sealed: { kid: string; count: number } = { kid: '', count: 0 };

  /**
   * @param secrets the first one seals, all of them open
   * @param limit the tickets this process seals with one key
   */
  constructor(secrets: readonly string[], now: () => number, limit = MAX_TICKETS_PER_KEY) {
    this.#keys = new TicketKeys(secrets, now);
    this.#now = now;
    this.#limit = limit;
  }

  /** @throws RelayRefusal 400 `INVALID_INPUT` when the content is too large */
  async seal(ticket: NewTicket<unknown>): Promise<string> {
    const current = await this.#keys.current();
    this.#count(current.kid);
    const { call, userId: user, origin, mount, expiresAt: exp, content } = ticket;
    const claims: Claims = { call, user, origin, mount, exp, content };
    const sealed = await new CompactEncrypt(encoder.encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: current.kid, typ: TYPE })
      .encrypt(current.key);
    if (sealed.length <= MAX_TICKET) return sealed;
    throw new RelayRefusal(400, 'INVALID_INPUT', { message: 'The request is too large.' });
  }

  /**
   * Opens a ticket that was sealed for exactly this binding.
   *
   * @throws RelayRefusal 400 `TICKET_INVALID` or `TICKET_EXPIRED`
   */
  async open<Content>(ticket: string, binding: TicketBinding): Promise<Content> {
    if (ticket.length > MAX_TICKET) throw invalid();
    const claims = await this.#decrypt(ticket);
    const isBound =
      claims.call === binding.call &&
      claims.user === binding.userId &&
      claims.origin === binding.origin &&
      claims.mount === binding.mount;
    if (!isBound) throw invalid();
    if (claims.exp > this.#now()) return claims.content as Content;
    throw new RelayRefusal(400, 'TICKET_EXPIRED', { message: 'The ticket has expired.' });
  }

  #count(kid: string): void {
    if (this.#sealed.kid !== kid) this.#sealed = { kid, count: 0 };
    if (this.#sealed.count >= this.#limit) {
      throw new RangeError(
        "Today's key has sealed its maximum number of tickets: rotate the secret.",
      );
    }
    this.#sealed.count += 1;
  }

  async #decrypt(ticket: string): Promise<Claims> {
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(
        ticket,
        async (header) => {
          const found = await this.#keys.find(header.kid);
          if (found === undefined)
            throw new TypeError(
              'The key that sealed the ticket is not derived from a listed secret.',
            );
          return found.key;
        },
        { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
      );
      if (protectedHeader.typ !== TYPE) throw new TypeError('The text is not a ticket.');
      return JSON.parse(decoder.decode(plaintext)) as Claims;
    } catch (cause) {
      throw invalid(cause);
    }
  }
}

/** A key that seals tickets, and the name tickets carry to find it again. */
export interface TicketKey {
  readonly kid: string;
  readonly key: Uint8Array;
}

/** A key seals for a day. Milliseconds. */
export const KEY_PERIOD = 86_400_000;
/** Keys that are kept derived: those of some days for a few secrets. */
const MAX_KEPT = 24;

async function derive(secret: CryptoKey, info: string, bytes: number): Promise<Uint8Array> {
  const algorithm = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encoder.encode(info),
  };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, secret, bytes * 8));
}

async function materialOf(secret: string) {
  const bytes = encoder.encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveBits']);
  return { name: bytesToHex(await derive(key, 'payments-relay ticket key name v2', 8)), key };
}

type Material = Awaited<ReturnType<typeof materialOf>>;

const kidOf = ({ name }: Material, day: number) => `${name}.${day}`;

/**
 * The keys of the relay's secrets. Each secret yields another key every day (UTC), so that the
 * random nonces of one key stay few; a key opens tickets on its own day, the one before and the
 * one after, for clocks that differ and tickets that cross midnight.
 */
export class TicketKeys {
  readonly #materials: () => Promise<readonly Material[]>;
  readonly #now: () => number;
  readonly #kept = new Map<string, Promise<TicketKey>>();

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
    const today = this.#day();
    for (const material of await this.#materials()) {
      for (const day of [today - 1, today, today + 1]) {
        if (kid === kidOf(material, day)) return this.#keyOf(material, day);
      }
    }
    return undefined;
  }

  #day(): number {
    return Math.floor(this.#now() / KEY_PERIOD);
  }

  /** Derived once, which takes about as long as to seal a ticket. */
  #keyOf(material: Material, day: number): Promise<TicketKey> {
    const kid = kidOf(material, day);
    const kept = this.#kept.get(kid);
    if (kept !== undefined) return kept;
    const bytes = derive(material.key, `payments-relay ticket key v2 ${day}`, 32);
    const derived = bytes.then((key) => ({ kid, key }));
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(kid, derived);
    return derived;
  }
}
