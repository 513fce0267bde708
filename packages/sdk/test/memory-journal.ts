import type { Journal, JournalEntry } from '../src/journal/journal.ts';

/** A journal in memory, with its entries to look at. */
export function memoryJournal(): Journal & { readonly entries: Map<string, JournalEntry> } {
  const entries = new Map<string, JournalEntry>();
  return {
    entries,
    async append(entry) {
      entries.set(entry.id, entry);
    },
    async update(id, end) {
      const entry = entries.get(id);
      if (entry !== undefined) entries.set(id, { ...entry, end });
    },
    async *open() {
      for (const entry of entries.values()) {
        if (entry.end === undefined || entry.end.outcome === 'unknown') yield entry;
      }
    },
    async close() {},
  };
}
