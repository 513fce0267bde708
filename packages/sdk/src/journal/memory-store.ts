import type { Journal, JournalClaim, JournalPage, OpenRecord } from '../outcome/journal.ts';
import { createJournal } from './create-journal.ts';
import {
  byAge,
  type JournalRecord,
  type JournalRecordEnd,
  type JournalStore,
  type JournalUpdateMode,
  type KeyClaim,
  type KeySelection,
} from './store.ts';

/** Records that are kept; the oldest is dropped. */
const MAX_RECORDS = 100_000;

const isSettled = ({ outcome }: JournalRecordEnd) =>
  outcome === 'applied' || outcome === 'not-applied';

const isAppliedSince = ({ outcome, endedAt }: JournalRecordEnd, { appliedSince }: JournalPage) =>
  outcome === 'applied' && appliedSince !== undefined && (endedAt ?? '') >= appliedSince;

const hasKey = (record: JournalRecord, { idempotencyKey }: Pick<JournalPage, 'idempotencyKey'>) =>
  idempotencyKey === undefined || record.idempotencyKey === idempotencyKey;

const isAfter = (record: JournalRecord, { after }: Pick<JournalPage, 'after'>) =>
  after === undefined ||
  record.startedAt > after.startedAt ||
  (record.startedAt === after.startedAt && record.id > after.id);

/** Keeps records in memory: they end with the process. */
export class MemoryStore implements JournalStore {
  readonly #most: number;
  readonly #records = new Map<string, JournalRecord>();
  /** When the claims expire, by the id of the record. */
  readonly #claims = new Map<string, number>();

  constructor(most = MAX_RECORDS) {
    this.#most = most;
  }

  async append(record: JournalRecord, claim?: KeyClaim): Promise<boolean> {
    if (this.#records.has(record.id)) throw new Error('A record with this id exists.');
    const isRival = ({ digest, outcome }: JournalRecord) =>
      outcome !== 'not-applied' && claim?.digests.includes(digest) === false;
    if (claim !== undefined && this.#withKey(claim).some(isRival)) return false;
    const [oldest] = this.#records.keys();
    if (this.#records.size >= this.#most && oldest !== undefined) this.#records.delete(oldest);
    this.#records.set(record.id, record);
    return true;
  }

  async keyed(selection: KeySelection): Promise<readonly JournalRecord[]> {
    return byAge(this.#withKey(selection));
  }

  #withKey({ scopes, anyScope, operation, idempotencyKey }: KeySelection): JournalRecord[] {
    return [...this.#records.values()].filter(
      (record) =>
        record.idempotencyKey === idempotencyKey &&
        record.operation === operation &&
        (anyScope || scopes.includes(record.scope)),
    );
  }

  async update(
    id: string,
    end: JournalRecordEnd | null,
    mode?: JournalUpdateMode,
  ): Promise<boolean> {
    const record = this.#records.get(id);
    const isReleased = mode === undefined && this.#claims.delete(id);
    if (end === null || record === undefined) return isReleased;
    const { outcome } = record;
    if (outcome !== null && (mode === 'first' || outcome !== 'unknown')) return false;
    this.#records.set(id, { ...record, ...end });
    return true;
  }

  async claim(selection: JournalClaim): Promise<readonly JournalRecord[]> {
    const { scopes, lease, endedSince, ids, limit } = selection;
    const now = Date.now();
    const claimed = byAge([...this.#records.values()])
      .filter((record) => scopes.includes(record.scope) && isAfter(record, selection))
      .filter((record) => hasKey(record, selection))
      .filter(({ id }) => (ids?.includes(id) ?? true) && (this.#claims.get(id) ?? 0) <= now)
      .filter(
        (record) =>
          !isSettled(record) || (endedSince !== undefined && (record.endedAt ?? '') >= endedSince),
      )
      .slice(0, limit);
    for (const { id } of claimed) this.#claims.set(id, now + lease);
    return claimed;
  }

  async open(page: JournalPage): Promise<readonly OpenRecord[]> {
    return byAge([...this.#records.values()])
      .filter((record) => !isSettled(record) || isAppliedSince(record, page))
      .filter((record) => isAfter(record, page) && hasKey(record, page))
      .slice(0, page.limit)
      .map(({ id, scope, operation, startedAt, requestId, ...one }) => ({
        ...{ id, scope, operation, startedAt, requestId, idempotencyKey: one.idempotencyKey },
        ...{ digest: one.digest, outcome: one.outcome, endedAt: one.endedAt },
      }));
  }

  async prune(before: string): Promise<number> {
    const old = [...this.#records.values()].filter(
      (record) => isSettled(record) && (record.endedAt ?? '') < before,
    );
    for (const { id } of old) this.#records.delete(id);
    return old.length;
  }
}

/**
 * Creates a journal in memory, for tests, and for programs that need no record of what they sent after
 * their end. It keeps the newest 100,000 entries, and seals them with a secret of its own.
 *
 * @example
 * const payments = createPaymentsClient({ journal: memoryJournal() });
 */
export function memoryJournal(): Journal {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return createJournal(new MemoryStore(), { secret });
}
