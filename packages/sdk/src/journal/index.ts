export type {
  ForeignEntry,
  Journal,
  JournalClaim,
  JournalEnd,
  JournalEntry,
  JournalOwner,
  JournalPage,
  JournalPosition,
  JournalRequest,
  JournalScopes,
  JournalWork,
  KeyedEntry,
  KeyedRequest,
  OpenRecord,
} from '../outcome/journal.ts';
export { createJournal, type JournalOptions } from './create-journal.ts';
export { memoryJournal } from './memory-store.ts';
export type { PostgresPool } from './postgres/pool-connections.ts';
export {
  type PostgresJournal,
  type PostgresJournalOptions,
  postgresJournal,
} from './postgres/postgres-store.ts';
export { postgresTable } from './postgres/postgres-table.ts';
export {
  type SqliteJournal,
  type SqliteJournalOptions,
  sqliteJournal,
} from './sqlite/sqlite-journal.ts';
export type {
  JournalRecord,
  JournalRecordEnd,
  JournalStore,
  JournalUpdateMode,
  KeyClaim,
  KeySelection,
} from './store.ts';
