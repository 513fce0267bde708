export type {
  Journal,
  JournalClaim,
  JournalEnd,
  JournalEntry,
  JournalRequest,
  JournalWork,
} from '../outcome/journal.ts';
export { createJournal, type JournalOptions } from './create-journal.ts';
export {
  type PostgresJournal,
  type PostgresJournalOptions,
  postgresJournal,
} from './postgres/postgres-journal.ts';
export type { PostgresPool } from './postgres/postgres-store.ts';
export { postgresTable } from './postgres/table.ts';
export { type SqliteJournal, sqliteJournal } from './sqlite/sqlite-journal.ts';
export type { JournalRecord, JournalRecordEnd, JournalStore } from './store/store.ts';
