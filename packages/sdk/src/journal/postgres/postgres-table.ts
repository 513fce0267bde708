import { quotedTable } from '../../tables/postgres.ts';
import { UNSETTLED } from '../store.ts';

/** What an idempotency key is for: one request of one operation, in one scope. */
export const KEY = 'scope, operation, idempotency_key';

/** The longest ending of a name of an index. */
export const ENDING = '_unsettled';

/**
 * Returns the statements that create a journal's table and indexes if they do not exist.
 *
 * @throws ConfigurationError for a table name that cannot work
 */
export function postgresTable(name = 'payments_journal'): string {
  const table = quotedTable(name, ENDING);
  const index = (ending: string) => `"${name.replace('.', '_')}${ending}"`;
  const text = 'text COLLATE "C"';
  return `
CREATE TABLE IF NOT EXISTS ${table} (
  id ${text} PRIMARY KEY,
  scope text NOT NULL,
  operation text NOT NULL,
  method text NOT NULL,
  template text NOT NULL,
  started_at ${text} NOT NULL,
  request_id text,
  idempotency_key text,
  digest text NOT NULL,
  sealed text NOT NULL,
  outcome text,
  ended_at ${text},
  status integer,
  resource_id text,
  error_code text,
  claimed_by text,
  claimed_until ${text},
  latest_of_key boolean
);
ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS latest_of_key boolean;
CREATE INDEX IF NOT EXISTS ${index('_key')} ON ${table} (idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX IF NOT EXISTS ${index('_latest')} ON ${table} (${KEY}) WHERE latest_of_key;
CREATE INDEX IF NOT EXISTS ${index(ENDING)} ON ${table} (scope, started_at, id)
  WHERE ${UNSETTLED};
CREATE INDEX IF NOT EXISTS ${index('_ended')} ON ${table} (ended_at) WHERE ended_at IS NOT NULL;
`.trim();
}
