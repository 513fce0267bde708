/** Returns the statements that create a journal's table and indexes if they do not exist. */
export function postgresTable(table = 'payments_journal'): string {
  const name = table.replace('.', '_');
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
  claimed_until ${text}
);
CREATE INDEX IF NOT EXISTS ${name}_open ON ${table} (scope, started_at, id)
  WHERE outcome IS NULL OR outcome = 'unknown';
CREATE INDEX IF NOT EXISTS ${name}_ended ON ${table} (ended_at) WHERE ended_at IS NOT NULL;
`.trim();
}
