import { createHash } from 'node:crypto';
import type { Fields } from '@org/payments-contract';
import type { AuditLog } from '../audit-log.ts';
import { ToolError } from '../errors/mcp-errors.ts';

/** How many keys are remembered; the oldest is dropped. */
const MAX_KEYS = 100_000;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, child]) => [name, sorted(child)]));
}

/** Names a call: the same for two calls exactly if operation and arguments are equal. */
export function digestOf(operation: string, input: Fields): string {
  const text = `${operation} ${JSON.stringify(sorted(input))}`;
  return createHash('sha256').update(text).digest('base64url');
}

/** The idempotency key of a call. */
export function keyOf({ idempotencyKey }: Fields): string | undefined {
  return typeof idempotencyKey === 'string' ? idempotencyKey : undefined;
}

/** A call, as the records of the audit log name it. */
export interface SentCall {
  readonly callId: string;
  readonly operation: string;
  readonly idempotencyKey?: string | undefined;
  readonly digest?: string | undefined;
}

/** What is known of the calls with one key: they are one change, because the service acts once. */
export interface KeyStanding {
  /** `unknown` while a call may have been applied whose outcome nothing has shown. */
  readonly outcome: 'applied' | 'unknown';
  /** The resource that was created or changed, if it is known. */
  readonly resourceId: string | undefined;
  /** When the first of the calls without an outcome was sent, ISO 8601. */
  readonly sentAt: string;
  /** The calls without an outcome. */
  readonly callIds: readonly string[];
}

/** The calls that were sent with one key. */
interface Slot {
  readonly digest: string;
  /** When each call without an outcome was sent, by its id. */
  readonly open: Map<string, string>;
  /** Whether one of the calls was applied. */
  isApplied: boolean;
  resourceId: string | undefined;
}

const slotOf = ({ operation, idempotencyKey }: Pick<SentCall, 'operation' | 'idempotencyKey'>) =>
  `${operation} ${idempotencyKey}`;

/**
 * The calls with an idempotency key that were sent, by this process and, with a durable audit log, by
 * those before. One that is repeated does not pay again: the service keeps its key.
 */
export class SentKeys {
  readonly #slots = new Map<string, Slot>();
  readonly #audit: AuditLog;
  #loaded: Promise<void> | undefined;

  constructor(audit: AuditLog) {
    this.#audit = audit;
  }

  /**
   * Whether the same call has been sent with the same key; `other` if the key is used for another
   * one, for which the service would return its response, and carry out nothing.
   *
   * @throws ToolError if the audit log cannot be read
   */
  async has(operation: string, digest: string, input: Fields): Promise<boolean | 'other'> {
    const idempotencyKey = keyOf(input);
    if (idempotencyKey === undefined) return false;
    this.#loaded ??= this.#load().catch((cause: unknown) => {
      this.#loaded = undefined;
      throw new ToolError('AUDIT_UNAVAILABLE', 'The audit log cannot be read.', { cause });
    });
    await this.#loaded;
    const earlier = this.#slots.get(slotOf({ operation, idempotencyKey }));
    if (earlier === undefined) return false;
    return earlier.digest === digest || 'other';
  }

  /**
   * Remembers a call that is about to be sent; false if its key is used for another one.
   *
   * @param sentAt ISO 8601
   */
  claim(call: SentCall, sentAt: string): boolean {
    const { callId, digest, idempotencyKey } = call;
    if (idempotencyKey === undefined || digest === undefined) return true;
    const name = slotOf(call);
    const slot = this.#slots.get(name) ?? this.#add(name, digest);
    if (slot.digest !== digest) return false;
    slot.open.set(callId, sentAt);
    return true;
  }

  /**
   * Records the outcome of a call. The key of a call that was not carried out is free for the
   * corrected one, unless another call with it was, or may have been.
   */
  end(call: SentCall, outcome: 'applied' | 'failed', resourceId?: string): void {
    const name = slotOf(call);
    const slot = this.#slots.get(name);
    if (slot === undefined || !slot.open.delete(call.callId)) return;
    if (outcome === 'applied') {
      slot.isApplied = true;
      slot.resourceId ??= resourceId;
    } else if (slot.open.size === 0 && !slot.isApplied) this.#slots.delete(name);
  }

  /** What is known of the change that a call makes; undefined if no call of it is open or applied. */
  standing(call: Omit<SentCall, 'callId'>): KeyStanding | undefined {
    const slot = call.idempotencyKey === undefined ? undefined : this.#slots.get(slotOf(call));
    if (slot === undefined || slot.digest !== call.digest) return undefined;
    const { open, isApplied, resourceId } = slot;
    const [sentAt = ''] = [...open.values()].sort();
    const outcome = isApplied ? 'applied' : 'unknown';
    return { outcome, resourceId, sentAt, callIds: [...open.keys()] };
  }

  #add(name: string, digest: string): Slot {
    const [oldest] = this.#slots.keys();
    if (this.#slots.size >= MAX_KEYS && oldest !== undefined) this.#slots.delete(oldest);
    const slot: Slot = { digest, open: new Map(), isApplied: false, resourceId: undefined };
    this.#slots.set(name, slot);
    return slot;
  }

  async #load(): Promise<void> {
    for await (const record of this.#audit.read()) {
      const { event, at, resourceId } = record;
      if (event === 'sent') this.claim(record, at);
      if (event === 'applied' || event === 'failed') this.end(record, event, resourceId);
    }
  }
}
