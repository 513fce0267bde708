import type { TableSet } from '../../tables/sqlite.ts';

/** `availableAt` is when an item is due, or when the lease of its worker ends. */
export const tables: TableSet = {
  of: 'the state of runs',
  version: 1,
  schema: `CREATE TABLE runs (
  run TEXT PRIMARY KEY, account TEXT NOT NULL, startedAt INTEGER NOT NULL,
  isComplete INTEGER NOT NULL DEFAULT 0, perSecond REAL, changedAt INTEGER NOT NULL DEFAULT 0,
  pausedUntil INTEGER NOT NULL DEFAULT 0, nextAt REAL NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE run_items (
  place INTEGER PRIMARY KEY, run TEXT NOT NULL, id TEXT NOT NULL, digest TEXT NOT NULL,
  content TEXT, amount INTEGER, currency TEXT, status TEXT, code TEXT, outcome TEXT,
  steps TEXT NOT NULL DEFAULT '{}', tries INTEGER NOT NULL DEFAULT 0,
  availableAt INTEGER NOT NULL DEFAULT 0, token TEXT, worker TEXT,
  mayBeSent INTEGER NOT NULL DEFAULT 0, begunAt INTEGER, finishedAt INTEGER,
  UNIQUE (run, id)
) STRICT;
CREATE INDEX run_items_due ON run_items (run, availableAt, place) WHERE status IS NULL;
CREATE INDEX run_items_begun ON run_items (run, begunAt) WHERE status IS NULL AND begunAt IS NOT NULL;
CREATE INDEX run_items_token ON run_items (token) WHERE token IS NOT NULL;
CREATE INDEX run_items_figures ON run_items (run, status, code, currency, amount);
CREATE INDEX run_items_finished ON run_items (run, finishedAt) WHERE finishedAt IS NOT NULL;`,
};

export const INSERT_RUN =
  'INSERT OR IGNORE INTO runs (run, account, startedAt) VALUES (:run, :account, :now)';
export const RUN = 'SELECT * FROM runs WHERE run = :run';
export const COMPLETE = 'UPDATE runs SET isComplete = 1 WHERE run = :run';

export const OFFER = `INSERT OR IGNORE INTO run_items (run, id, digest, content, amount, currency)
VALUES (:run, :id, :digest, :content, :amount, :currency)`;
export const KNOWN = 'SELECT digest, outcome, worker FROM run_items WHERE run = :run AND id = :id';
/** The content of an item that was final is gone. */
export const REOPEN = `UPDATE run_items SET status = NULL, code = NULL, outcome = NULL, finishedAt = NULL,
  tries = 0, availableAt = 0, token = NULL, content = :content
WHERE run = :run AND id = :id AND status != 'paid'`;

export const DUE = `SELECT place FROM run_items
WHERE run = :run AND status IS NULL AND availableAt <= :now ORDER BY availableAt, place LIMIT :limit`;
export const CLAIM = `UPDATE run_items SET token = :token, worker = :worker, availableAt = :until,
  begunAt = CASE WHEN mayBeSent = 1 THEN begunAt ELSE :now END, mayBeSent = 1
WHERE run = :run AND place = :place`;
/** `mayBeSent` is that before the claim. */
export const CLAIMED = `SELECT id, content, steps, tries, mayBeSent,
  CASE WHEN mayBeSent = 1 THEN begunAt ELSE :now END AS begunAt
FROM run_items WHERE run = :run AND place = :place`;
export const OPEN = `SELECT COUNT(*) AS open FROM run_items WHERE run = :run AND status IS NULL`;
export const NEXT = `SELECT MIN(availableAt) AS next FROM run_items WHERE run = :run AND status IS NULL`;
export const WORKERS = `SELECT COUNT(DISTINCT worker) AS workers FROM run_items
WHERE run = :run AND status IS NULL AND availableAt > :now AND begunAt IS NOT NULL AND token IS NOT NULL`;

const HELD = 'run = :run AND token = :token AND status IS NULL';
export const RENEW = `UPDATE run_items SET availableAt = :until WHERE ${HELD}`;
export const SAVE = `UPDATE run_items SET steps = :steps WHERE ${HELD}`;
export const RELEASE = `UPDATE run_items SET steps = :steps, token = NULL, worker = NULL,
  availableAt = :due, mayBeSent = :mayBeSent, tries = tries + :tried
WHERE ${HELD}`;
export const FINISH = `UPDATE run_items SET status = :status, code = :code, outcome = :outcome,
  steps = :steps, token = NULL, finishedAt = :now,
  content = CASE WHEN :status IN ('paid', 'refused') THEN NULL ELSE content END,
  mayBeSent = :status = 'unknown'
WHERE ${HELD}`;

export const RESERVE = 'UPDATE runs SET nextAt = MAX(nextAt, :now) + :interval WHERE run = :run';
export const SLOW = `UPDATE runs SET pausedUntil = MAX(pausedUntil, :until),
  perSecond = CASE WHEN changedAt > :now - 1000 THEN perSecond ELSE :perSecond END,
  changedAt = CASE WHEN changedAt > :now - 1000 THEN changedAt ELSE :now END
WHERE run = :run`;

export const FIGURES = `SELECT status, currency, COUNT(*) AS items, CAST(SUM(amount) AS TEXT) AS amount
FROM run_items WHERE run = :run GROUP BY status, currency`;
export const REFUSALS = `SELECT code, COUNT(*) AS items FROM run_items
WHERE run = :run AND status = 'refused' GROUP BY code ORDER BY items DESC, code`;
export const OLDEST = `SELECT id, begunAt AS since, token IS NOT NULL AND availableAt > :now AS isUnderWay
FROM run_items WHERE run = :run AND status IS NULL AND begunAt IS NOT NULL ORDER BY begunAt LIMIT 20`;
export const UNDER_WAY = `SELECT COUNT(*) AS items FROM run_items
WHERE run = :run AND status IS NULL AND begunAt IS NOT NULL AND token IS NOT NULL AND availableAt > :now`;
export const FINISHED = `SELECT COUNT(*) AS items, MIN(finishedAt) AS first FROM run_items
WHERE run = :run AND finishedAt > :since`;
export const RESULTS = `SELECT id, outcome, finishedAt, mayBeSent = 1 OR steps != '{}' AS isBegun FROM run_items
WHERE run = :run AND id > :after ORDER BY id LIMIT :limit`;
