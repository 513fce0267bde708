import { createHash } from 'node:crypto';
import type { Fields } from '@org/payments-contract';
import type { AuditLog } from '../audit-log.ts';
import { ToolError } from '../errors/mcp-errors.ts';

/** How many calls are remembered; the oldest is dropped. */
const MAX_CALLS = 100_000;

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

/** A call with an idempotency key, as the records of the audit log name it. */
interface KeyedCall {
  readonly callId: string;
  readonly operation: string;
  readonly idempotencyKey?: string | undefined;
  readonly digest?: string | undefined;
}

const slotOf = ({ operation, idempotencyKey }: Pick<KeyedCall, 'operation' | 'idempotencyKey'>) =>
  `${operation} ${idempotencyKey}`;

/**
 * The calls with an idempotency key that were sent, by this process and, with a durable audit log, by
 * those before. One that is repeated does not pay again: the service keeps its key.
 */
export class SentKeys {
  /** The call for which a key is used, by operation and key. */
  readonly #sent = new Map<string, KeyedCall>();
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
  async has(
    operation: string,
    digest: string,
    { idempotencyKey }: Fields,
  ): Promise<boolean | 'other'> {
    if (typeof idempotencyKey !== 'string') return false;
    this.#loaded ??= this.#load().catch((cause: unknown) => {
      this.#loaded = undefined;
      throw new ToolError('AUDIT_UNAVAILABLE', 'The audit log cannot be read.', { cause });
    });
    await this.#loaded;
    const earlier = this.#sent.get(slotOf({ operation, idempotencyKey }));
    if (earlier === undefined) return false;
    return earlier.digest === digest || 'other';
  }

  /** Remembers a call that is about to be sent; false if its key is used for another one. */
  claim(call: KeyedCall): boolean {
    if (call.idempotencyKey === undefined || call.digest === undefined) return true;
    const slot = slotOf(call);
    const earlier = this.#sent.get(slot);
    if (earlier !== undefined) return earlier.digest === call.digest;
    const [oldest] = this.#sent.keys();
    if (this.#sent.size >= MAX_CALLS && oldest !== undefined) this.#sent.delete(oldest);
    this.#sent.set(slot, call);
    return true;
  }

  /** Forgets a call that was not carried out: its key is free for the corrected one. */
  remove(call: Pick<KeyedCall, 'callId' | 'operation' | 'idempotencyKey'>): void {
    const slot = slotOf(call);
    if (this.#sent.get(slot)?.callId === call.callId) this.#sent.delete(slot);
  }

  async #load(): Promise<void> {
    for await (const record of this.#audit.read()) {
      if (record.event === 'sent') this.claim(record);
      if (record.event === 'failed') this.remove(record);
    }
  }
}
