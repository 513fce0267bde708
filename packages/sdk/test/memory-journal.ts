import { journalWork } from '../src/journal/journal-work.ts';
import type { Journal, JournalEntry } from '../src/outcome/journal.ts';

function isOpen({ end }: JournalEntry): boolean {
  return end === undefined || end.outcome === 'unknown';
}

/** A journal in memory, with its entries to look at. */
export function memoryJournal(): Journal & { readonly entries: Map<string, JournalEntry> } {
  const entries = new Map<string, JournalEntry>();
  const claims = new Map<string, string>();
  return {
    entries,
    async append(entry) {
      entries.set(entry.id, entry);
    },
    async update(id, end) {
      const entry = entries.get(id);
      if (entry !== undefined && end !== undefined && isOpen(entry)) {
        entries.set(id, { ...entry, end });
      }
      claims.delete(id);
    },
    async claim({ scope, now, until, after, endedSince, limit }) {
      const place = ({ startedAt, id }: { startedAt: string; id: string }) => `${startedAt} ${id}`;
      const taken = [...entries.values()]
        .filter((entry) => entry.scope === scope)
        .filter((entry) => {
          const isRecent = endedSince !== undefined && (entry.end?.endedAt ?? '') >= endedSince;
          return isOpen(entry) || isRecent;
        })
        .filter(({ id }) => (claims.get(id) ?? '') <= now)
        .filter((entry) => after === undefined || place(entry) > place(after))
        .sort((one, other) => (place(one) < place(other) ? -1 : 1))
        .slice(0, limit);
      for (const { id } of taken) claims.set(id, until);
      return taken;
    },
    async prune() {
      return 0;
    },
    work: journalWork,
  };
}
