import { createHash } from 'node:crypto';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Fields } from '../fields.ts';

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

/**
 * The calls with an idempotency key that were sent, by this process and, with a durable audit log, by
 * those before. One that is repeated does not pay again: the service keeps its key.
 */
export class SentKeys {
  readonly #sent = new Set<string>();
  readonly #audit: AuditLog;
  #loaded: Promise<void> | undefined;

  constructor(audit: AuditLog) {
    this.#audit = audit;
  }

  /** Whether the same call has been sent with the same key. */
  async has(digest: string, { idempotencyKey }: Fields): Promise<boolean> {
    this.#loaded ??= this.#load().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    await this.#loaded;
    return idempotencyKey !== undefined && this.#sent.has(digest);
  }

  /** Remembers a call that is about to be sent. */
  add(digest: string): void {
    const [oldest] = this.#sent;
    if (this.#sent.size >= MAX_CALLS && oldest !== undefined) this.#sent.delete(oldest);
    this.#sent.add(digest);
  }

  async #load(): Promise<void> {
    for await (const { event, digest } of this.#audit.read()) {
      if (event === 'sent' && digest !== undefined) this.add(digest);
    }
  }
}
