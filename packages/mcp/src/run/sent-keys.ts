import { createHash } from 'node:crypto';
import type { Fields } from '@org/payments-contract';
import type { AuditLog, AuditRecord } from '../audit-log.ts';
import { ToolError } from '../errors/mcp-errors.ts';
import { KeySlots, type SentCall, type Slot } from './key-slots.ts';

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

/** How many calls of this process are known by their id; the oldest is dropped. */
const MAX_CALLS = 100_000;

/**
 * The calls with an idempotency key that were sent for the account of the client: by this process and,
 * with a durable audit log, by others. One that is repeated does not pay again: the service keeps its
 * key. It does so for each account, so that calls of another account say nothing.
 */
export class SentKeys {
  /** The calls of this process, which knows how they ended even if that could not be recorded. */
  readonly #own = new KeySlots();
  readonly #ownCalls = new Set<string>();
  /** The calls of other processes, as the log showed them last. */
  #others = new KeySlots();
  /** How many reads of the log have begun, and which of them `#others` is from. */
  #reads = 0;
  #shownBy = 0;
  readonly #audit: AuditLog;
  readonly #fingerprint: () => Promise<string>;
  #account: Promise<string> | undefined;

  /** @param fingerprint names the service and the account of the client */
  constructor(audit: AuditLog, fingerprint: () => Promise<string>) {
    this.#audit = audit;
    this.#fingerprint = fingerprint;
  }

  /** The fingerprint of the client, for the records of its calls. @throws what the client throws */
  account(): Promise<string> {
    this.#account ??= this.#fingerprint().catch((error: unknown) => {
      this.#account = undefined;
      throw error;
    });
    return this.#account;
  }

  /**
   * Whether the same call has been sent with the same key, by what the log shows now; `other` if the
   * key is used for another one, for which the service would return its response, and carry out
   * nothing.
   *
   * @throws ToolError if the audit log cannot be read
   */
  async has(operation: string, digest: string, input: Fields): Promise<boolean | 'other'> {
    const idempotencyKey = keyOf(input);
    if (idempotencyKey === undefined) return false;
    await this.#readOthers(await this.account());
    const slots = this.#slotsOf({ operation, idempotencyKey });
    if (slots.some((slot) => slot.digest !== digest)) return 'other';
    return slots.length > 0;
  }

  /**
   * Remembers a call that is about to be sent; false if its key is used for another one.
   *
   * @param sentAt ISO 8601
   */
  claim(call: SentCall, sentAt: string): boolean {
    if (this.#slotsOf(call).some(({ digest }) => digest !== call.digest)) return false;
    const [oldest] = this.#ownCalls;
    if (this.#ownCalls.size >= MAX_CALLS && oldest !== undefined) this.#ownCalls.delete(oldest);
    this.#ownCalls.add(call.callId);
    this.#own.claim(call, sentAt);
    return true;
  }

  /** Records the outcome of a call of this process; see `KeySlots`. */
  end(call: SentCall, outcome: 'applied' | 'failed', resourceId?: string): void {
    this.#own.end(call, outcome, resourceId);
  }

  /** What is known of the change that a call makes; undefined if no call of it is open or applied. */
  standing(call: Omit<SentCall, 'callId'>): KeyStanding | undefined {
    const slots = this.#slotsOf(call).filter(({ digest }) => digest === call.digest);
    if (slots.length === 0) return undefined;
    const open = new Map(slots.flatMap((slot) => [...slot.open]));
    const [sentAt = ''] = [...open.values()].sort();
    const outcome = slots.some(({ isApplied }) => isApplied) ? 'applied' : 'unknown';
    const resourceId = slots.map((slot) => slot.resourceId).find((id) => id !== undefined);
    return { outcome, resourceId, sentAt, callIds: [...open.keys()] };
  }

  #slotsOf(call: Omit<SentCall, 'callId'>): Slot[] {
    return [this.#own.of(call), this.#others.of(call)].filter((slot) => slot !== undefined);
  }

  /** Reads the log. A read that began before the one that is shown shows nothing new. */
  async #readOthers(account: string): Promise<void> {
    this.#reads += 1;
    const read = this.#reads;
    const others = new KeySlots();
    try {
      for await (const record of this.#audit.read()) this.#take(others, record, account);
    } catch (cause) {
      throw new ToolError('AUDIT_UNAVAILABLE', 'The audit log cannot be read.', { cause });
    }
    if (read < this.#shownBy) return;
    this.#others = others;
    this.#shownBy = read;
  }

  #take(others: KeySlots, record: AuditRecord, account: string): void {
    // A call of this process that began meanwhile is known before its record is in the log.
    if (record.account !== account || this.#ownCalls.has(record.callId)) return;
    const { event, at, resourceId } = record;
    if (event === 'sent') others.claim(record, at);
    if (event === 'applied' || event === 'failed') others.end(record, event, resourceId);
  }
}
