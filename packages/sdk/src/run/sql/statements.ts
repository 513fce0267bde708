/** How a database writes what the others write in another way. */
export interface Dialect {
  /** The time of the database's clock, or a parameter, in milliseconds. */
  readonly now: string;
  /** A column that numbers the rows. */
  readonly place: string;
  /** Lets two workers claim at the same time. */
  readonly skipLocked: string;
}

/** `available_at` is when an item is due, or when the lease of the worker that has its token ends. */
export function schemaOf({ place }: Dialect): string {
  return `CREATE TABLE IF NOT EXISTS payment_runs (
  run TEXT PRIMARY KEY, account TEXT NOT NULL, started_at BIGINT NOT NULL,
  is_complete BIGINT NOT NULL DEFAULT 0, per_second DOUBLE PRECISION, changed_at BIGINT NOT NULL DEFAULT 0,
  paused_until BIGINT NOT NULL DEFAULT 0, next_at DOUBLE PRECISION NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS payment_run_items (
  ${place}, run TEXT NOT NULL, id TEXT NOT NULL, digest TEXT NOT NULL, content TEXT,
  amount BIGINT, currency TEXT, status TEXT, code TEXT, outcome TEXT,
  steps TEXT NOT NULL DEFAULT '{}', tries BIGINT NOT NULL DEFAULT 0,
  available_at BIGINT NOT NULL DEFAULT 0, token TEXT, worker TEXT,
  doubt BIGINT NOT NULL DEFAULT 0, begun_at BIGINT, finished_at BIGINT, UNIQUE (run, id)
);
CREATE TABLE IF NOT EXISTS payment_run_reads (
  run TEXT NOT NULL, worker TEXT NOT NULL, id TEXT NOT NULL, read_at BIGINT NOT NULL,
  PRIMARY KEY (run, worker, id)
);
CREATE INDEX IF NOT EXISTS payment_run_items_due
  ON payment_run_items (run, available_at, place) WHERE status IS NULL;
CREATE INDEX IF NOT EXISTS payment_run_items_begun
  ON payment_run_items (run, begun_at) WHERE status IS NULL AND begun_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS payment_run_items_token ON payment_run_items (token) WHERE token IS NOT NULL;
CREATE INDEX IF NOT EXISTS payment_run_items_figures
  ON payment_run_items (run, status, code, currency, amount);
CREATE INDEX IF NOT EXISTS payment_run_items_finished
  ON payment_run_items (run, finished_at) WHERE finished_at IS NOT NULL;`;
}

const ITEMS = 'FROM payment_run_items WHERE run = :run';
const OPEN = `${ITEMS} AND status IS NULL`;
const HELD = 'WHERE run = :run AND token = :token AND status IS NULL';
const set = (changes: string) => `UPDATE payment_run_items SET ${changes}`;

/** The values of so many items: `(:run, :id0, …), (:run, :id1, …)`. */
function rows(count: number, ...names: readonly string[]): string {
  const row = (_: unknown, at: number) =>
    `(:run, ${names.map((name) => (/^[a-z]/.test(name) ? `:${name}${at}` : name)).join(', ')})`;
  return Array.from({ length: count }, row).join(', ');
}

export const offerOf = (count: number): string =>
  `INSERT INTO payment_run_items (run, id, digest, content, amount, currency)
VALUES ${rows(count, 'id', 'digest', 'content', 'amount', 'currency')} ON CONFLICT (run, id) DO NOTHING`;
/** Returns the ids that this worker has not read before. */
export const readOf = (count: number): string =>
  `INSERT INTO payment_run_reads (run, id, worker, read_at) VALUES ${rows(count, 'id', ':worker', 'NOW')}
ON CONFLICT (run, worker, id) DO NOTHING RETURNING id`;
export const knownOf = (count: number): string =>
  `SELECT id, digest, outcome, worker ${ITEMS} AND (run, id) IN (VALUES ${rows(count, 'id')})`;

/** What is sent to the database. `NOW` is the dialect's. */
export const statements = {
  begin: `INSERT INTO payment_runs (run, account, started_at) VALUES (:run, :account, NOW)
ON CONFLICT (run) DO NOTHING`,
  run: 'SELECT account, is_complete, started_at, NOW AS time FROM payment_runs WHERE run = :run',
  complete: 'UPDATE payment_runs SET is_complete = 1 WHERE run = :run',
  // What it has read, and what processes had read that were killed long ago.
  end: `DELETE FROM payment_run_reads WHERE run = :run
  AND (worker = :worker OR read_at < NOW - 2592000000)`,
  reopen: `${set('status = NULL, code = NULL, outcome = NULL, finished_at = NULL, tries = 0')},
  available_at = 0, content = :content WHERE run = :run AND id = :id AND status != 'paid'`,
  // A token that is still there is that of a worker that ended without a word.
  claim: `${set("token = :claim || '.' || place, worker = :worker, available_at = NOW + :lease")},
  begun_at = CASE WHEN doubt = 1 OR token IS NOT NULL THEN begun_at ELSE NOW END,
  doubt = CASE WHEN token IS NOT NULL THEN 1 ELSE doubt END
WHERE place IN (SELECT place ${OPEN} AND available_at <= NOW
  ORDER BY available_at, place LIMIT :limit SKIP_LOCKED)
RETURNING id, content, token, steps, tries, doubt, begun_at, NOW - begun_at AS age`,
  waiting: `SELECT COUNT(*) AS open, MIN(available_at) - NOW AS next_in ${OPEN}`,
  pace: `SELECT per_second, NOW - changed_at AS age, paused_until - NOW AS pause,
  (SELECT COUNT(DISTINCT worker) ${OPEN} AND token IS NOT NULL AND available_at > NOW) AS workers
FROM payment_runs WHERE run = :run`,
  renew: `${set('available_at = NOW + :lease')} ${HELD} RETURNING id`,
  save: `${set('steps = :steps')} ${HELD} RETURNING id`,
  release: `${set('steps = :steps, token = NULL, available_at = NOW + :due_in, doubt = :doubt')},
  tries = tries + :tried ${HELD}`,
  // The content of an item is kept only while it may be needed.
  finish: `${set('status = :status, code = :code, outcome = :outcome, steps = :steps, token = NULL')},
  finished_at = NOW, doubt = :doubt, content = CASE WHEN :is_final = 1 THEN NULL ELSE content END
${HELD} RETURNING id`,
  reserve: `UPDATE payment_runs SET
  next_at = CASE WHEN next_at > NOW THEN next_at ELSE NOW END + :interval
WHERE run = :run RETURNING next_at - :interval - NOW AS delay`,
  slow: `UPDATE payment_runs SET
  paused_until = CASE WHEN paused_until > NOW + :pause THEN paused_until ELSE NOW + :pause END,
  per_second = CASE WHEN changed_at > NOW - 1000 THEN per_second ELSE :per_second END,
  changed_at = CASE WHEN changed_at > NOW - 1000 THEN changed_at ELSE NOW END WHERE run = :run`,
  groups: `SELECT status, currency, COUNT(*) AS items, CAST(SUM(amount) AS TEXT) AS amount
${ITEMS} GROUP BY status, currency`,
  paidAs: `SELECT code, currency, COUNT(*) AS items, CAST(SUM(amount) AS TEXT) AS amount
${ITEMS} AND status = 'paid' AND code IS NOT NULL GROUP BY code, currency ORDER BY items DESC, code`,
  refusals: `SELECT code, COUNT(*) AS items ${ITEMS} AND status = 'refused'
GROUP BY code ORDER BY items DESC, code`,
  oldest: `SELECT id, begun_at,
  CASE WHEN token IS NOT NULL AND available_at > NOW THEN 1 ELSE 0 END AS held
${OPEN} AND begun_at IS NOT NULL ORDER BY begun_at LIMIT 20`,
  held: `SELECT COUNT(*) AS items ${OPEN} AND token IS NOT NULL AND available_at > NOW`,
  finished: `SELECT COUNT(*) AS items, NOW - MIN(finished_at) AS age ${ITEMS}
AND finished_at > NOW - 60000`,
  has: `SELECT 1 AS found ${ITEMS} LIMIT 1`,
  results: `SELECT id, outcome, finished_at,
  CASE WHEN token IS NOT NULL OR doubt = 1 THEN 1 ELSE 0 END AS begun,
  CASE WHEN status IS NULL THEN steps ELSE '{}' END AS steps
${ITEMS} AND id > :after ORDER BY id LIMIT :limit`,
};

/** A statement with numbered parameters, and their names in order. */
export function numbered(
  text: string,
  { now, skipLocked }: Dialect,
  sign: string,
): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  const written = text
    .replaceAll('NOW', now)
    .replace('SKIP_LOCKED', skipLocked)
    .replaceAll(/(?<!:):([a-z]\w*)/g, (_, name: string) => {
      if (!names.includes(name)) names.push(name);
      return `${sign}${names.indexOf(name) + 1}`;
    });
  return { text: written, names };
}
