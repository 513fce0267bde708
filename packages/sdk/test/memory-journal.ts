import { journalWork } from '../src/journal/create-journal.ts';
import type {
  Journal,
  JournalEntry,
  JournalPage,
  JournalPosition,
  JournalRequest,
} from '../src/outcome/journal.ts';

function isOpen({ end }: JournalEntry): boolean {
  return end === undefined || !['applied', 'not-applied'].includes(end.outcome);
}

/** A journal in memory, with its entries to look at, and the clock that its claims follow. */
export interface MemoryJournal extends Journal {
  readonly entries: Map<string, JournalEntry>;
  clock: { now(): number };
}

/** Creates a journal in memory. */
export function memoryJournal(): MemoryJournal {
  const entries = new Map<string, JournalEntry>();
  const claims = new Map<string, number>();
  const place = ({ startedAt, id }: JournalPosition) => `${startedAt} ${id}`;
  const inOrder = (all: readonly JournalEntry[], { after, limit }: JournalPage) =>
    all
      .filter((entry) => after === undefined || place(entry) > place(after))
      .sort((one, other) => (place(one) < place(other) ? -1 : 1))
      .slice(0, limit);
  return {
    entries,
    clock: { now: () => Date.now() },
    async append(entry, scopes = [entry.scope]) {
      const { idempotencyKey, request } = entry;
      if (idempotencyKey !== undefined && request !== undefined) {
        const rivals = await this.keyed({ ...entry, idempotencyKey, request, scopes });
        if (rivals.some(({ isSame, end }) => !isSame && end?.outcome !== 'not-applied'))
          return false;
      }
      entries.set(entry.id, entry);
      return true;
    },
    async keyed({ scopes, anyScope, operation, idempotencyKey, request }) {
      const text = ({ path, search, body }: JournalRequest) => JSON.stringify([path, search, body]);
      return [...entries.values()]
        .filter((one) => (anyScope || scopes.includes(one.scope)) && one.operation === operation)
        .filter((one) => one.idempotencyKey === idempotencyKey)
        .map((one) => ({
          ...{ id: one.id, scope: one.scope, startedAt: one.startedAt, end: one.end },
          clockOffset: one.clockOffset,
          isSame: one.request !== undefined && text(one.request) === text(request),
        }));
    },
    async update(id, end, mode) {
      const entry = entries.get(id);
      const known = mode === 'first' ? entry?.end : undefined;
      const isWritable = entry?.end === undefined || entry.end.outcome === 'unknown';
      const isWritten = entry !== undefined && end !== undefined && isWritable && !known;
      if (isWritten) entries.set(id, { ...entry, end });
      if (mode === undefined) claims.delete(id);
      return isWritten;
    },
    async claim({ scopes, lease, after, endedSince, ids, idempotencyKey: key, limit }) {
      const now = this.clock.now();
      const found = [...entries.values()]
        .filter((entry) => scopes.includes(entry.scope))
        .filter(({ id }) => ids?.includes(id) ?? true)
        .filter(({ idempotencyKey }) => key === undefined || idempotencyKey === key)
        .filter((entry) => {
          const isRecent = endedSince !== undefined && (entry.end?.endedAt ?? '') >= endedSince;
          return isOpen(entry) || isRecent;
        })
        .filter(({ id }) => (claims.get(id) ?? 0) <= now);
      const claimed = inOrder(found, { after, limit });
      for (const { id } of claimed) claims.set(id, now + lease);
      return claimed;
    },
    async open(page) {
      const { idempotencyKey: key, appliedSince } = page;
      const isApplied = ({ end }: JournalEntry) =>
        appliedSince !== undefined && end?.outcome === 'applied' && end.endedAt >= appliedSince;
      const isOne = (entry: JournalEntry) =>
        (isOpen(entry) || isApplied(entry)) && (key === undefined || entry.idempotencyKey === key);
      return inOrder([...entries.values()].filter(isOne), page).map(
        ({ id, scope, operation, startedAt, requestId = null, idempotencyKey = null, ...one }) => ({
          ...{ id, scope, operation, startedAt, requestId, idempotencyKey },
          digest: JSON.stringify([one.method, one.request]),
          outcome: one.end?.outcome ?? null,
          endedAt: one.end?.endedAt ?? null,
        }),
      );
    },
    async scopes({ service, account }, formerly = []) {
      const current = `${service} ${account}`;
      const claimable = [current, ...formerly.map((one) => `${one.service} ${one.account}`)];
      const reasonAgainst = (scope: string) => {
        if (claimable.includes(scope)) return undefined;
        const reason = scope.startsWith(`${service} `) ? 'account' : 'host';
        return { reason, because: `another ${reason}` } as const;
      };
      return { current, claimable, reasonAgainst };
    },
    async prune() {
      return 0;
    },
    work: journalWork,
  };
}
