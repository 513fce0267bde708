import type { RelayCall } from '@org/payments-contract';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { MAX_TICKET } from '../fields.ts';
import { RelayRefusal } from '../refusal.ts';
import { type TicketKey, ticketKeys } from './ticket-keys.ts';

/** What a ticket is bound to. Another user, call or page cannot use it. */
export interface TicketBinding {
  /** The only call that takes it. */
  readonly call: RelayCall;
  readonly userId: string;
  /** The page it was given to. */
  readonly origin: string;
}

/** A ticket to seal. */
export interface NewTicket<Content> extends TicketBinding {
  readonly content: Content;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

interface Claims {
  readonly call: string;
  readonly user: string;
  readonly origin: string;
  readonly exp: number;
  readonly content: unknown;
}

/** Says what a ticket is in its header, so that no other token of the same key passes for one. */
const TYPE = 'payments-relay-ticket+1';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

function invalid(cause?: unknown): RelayRefusal {
  const message = 'The ticket is not one of this relay, this user and this call.';
  return new RelayRefusal(400, 'TICKET_INVALID', { message, cause });
}

/** Seals what is pending and opens it again: JWE, `dir` with `A256GCM`. Nothing is stored. */
export class Tickets {
  readonly #keys: () => Promise<readonly TicketKey[]>;
  readonly #now: () => number;

  /** @param secrets the first one seals, all of them open */
  constructor(secrets: readonly string[], now: () => number) {
    let keys: Promise<readonly TicketKey[]> | undefined;
    this.#keys = () => {
      keys ??= ticketKeys(secrets);
      return keys;
    };
    this.#now = now;
  }

  /** @throws RelayRefusal 400 `INVALID_INPUT` when there is too much to carry */
  async seal(ticket: NewTicket<unknown>): Promise<string> {
    const [current] = await this.#keys();
    if (current === undefined) throw new TypeError('The relay has no secret.');
    const { call, userId: user, origin, expiresAt: exp, content } = ticket;
    const claims: Claims = { call, user, origin, exp, content };
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
      claims.origin === binding.origin;
    if (!isBound) throw invalid();
    if (claims.exp > this.#now()) return claims.content as Content;
    throw new RelayRefusal(400, 'TICKET_EXPIRED', { message: 'The ticket came too late.' });
  }

  async #decrypt(ticket: string): Promise<Claims> {
    const keys = await this.#keys();
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(
        ticket,
        (header) => {
          const found = keys.find(({ kid }) => kid === header.kid);
          if (found === undefined) throw new TypeError('No key has this name.');
          return found.key;
        },
        { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
      );
      if (protectedHeader.typ !== TYPE) throw new TypeError('Not a ticket.');
      return JSON.parse(decoder.decode(plaintext)) as Claims;
    } catch (cause) {
      throw invalid(cause);
    }
  }
}
