import type { JournalClaim, JournalPage, OpenRecord } from '../../outcome/journal.ts';
import { byAge, type JournalRecord, type JournalRecordEnd, type JournalStore } from '../store.ts';

/** The part of a `pg` pool that a journal uses. */
export interface PostgresPool {
  query(
    text: string,
    values?: unknown[],
  ): Promise<{
    readonly rows: readonly unknown[];
    readonly rowCount: number | null;
  }>;
}

const columns = `id, scope, operation, method, template, started_at AS "startedAt",
  request_id AS "requestId", idempotency_key AS "idempotencyKey", digest, sealed, outcome,
  ended_at AS "endedAt", status, resource_id AS "resourceId", error_code AS "errorCode"`;

/** Records that one statement of a pruning deletes, so that its locks are short. */
const SLICE = 1_000;

/** A time of the server in the form of the columns, which sorts as the times do. */
function isoTime(expression: string): string {
  return `to_char((${expression}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * Keeps records in a table of Postgres. Claims follow the clock of the server: those of the
 * processes that share it may differ.
 */
export class PostgresStore implements JournalStore {
  readonly #pool: PostgresPool;
  readonly #table: string;

  constructor(pool: PostgresPool, table: string) {
    this.#pool = pool;
    this.#table = table;
  }

  /** Waits for the server's disk, even if the database is set to `synchronous_commit = off`. */
  async append(record: JournalRecord): Promise<void> {
    const { id, scope, operation, method, template, startedAt } = record;
    const { requestId, idempotencyKey, digest, sealed } = record;
    await this.#pool.query(
      `WITH durable AS (SELECT set_config('synchronous_commit', 'on', true))
       INSERT INTO ${this.#table} (id, scope, operation, method, template, started_at, request_id,
         idempotency_key, digest, sealed)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM durable`,
      [
        id,
        scope,
        operation,
        method,
        template,
        startedAt,
        requestId,
        idempotencyKey,
        digest,
        sealed,
      ],
    );
  }

  async update(id: string, end: JournalRecordEnd | null): Promise<void> {
    if (end !== null) {
      const { outcome, endedAt, status, resourceId, errorCode } = end;
      const { rowCount } = await this.#pool.query(
        `UPDATE ${this.#table} SET outcome = $2, ended_at = $3, status = $4, resource_id = $5,
           error_code = $6, claimed_by = NULL, claimed_until = NULL
         WHERE id = $1 AND (outcome IS NULL OR outcome = 'unknown')`,
        [id, outcome, endedAt, status, resourceId, errorCode],
      );
      if (rowCount !== 0) return;
    }
    await this.#pool.query(
      `UPDATE ${this.#table} SET claimed_by = NULL, claimed_until = NULL WHERE id = $1`,
      [id],
    );
  }

  async claim(selection: JournalClaim): Promise<readonly JournalRecord[]> {
    const { scopes, by, lease, after, endedSince, limit } = selection;
    const { startedAt = '', id = '' } = after ?? {};
    const { rows } = await this.#pool.query(
      `UPDATE ${this.#table} SET claimed_by = $1,
         claimed_until = ${isoTime("clock_timestamp() + $2 * interval '1 millisecond'")}
       WHERE id IN (
         SELECT id FROM ${this.#table}
         WHERE scope = ANY($3::text[])
           AND (outcome IS NULL OR outcome = 'unknown' OR ended_at >= $4::text)
           AND (claimed_until IS NULL OR claimed_until <= ${isoTime('clock_timestamp()')})
           AND (started_at, id) > ($5, $6)
         ORDER BY started_at, id LIMIT $7
         FOR UPDATE SKIP LOCKED)
       RETURNING ${columns}`,
      [by, lease, scopes, endedSince ?? null, startedAt, id, limit],
    );
    return byAge(rows as JournalRecord[]);
  }

  async open({ after, limit }: JournalPage): Promise<readonly OpenRecord[]> {
    const { rows } = await this.#pool.query(
      `SELECT id, scope, operation, started_at AS "startedAt", request_id AS "requestId",
         idempotency_key AS "idempotencyKey"
       FROM ${this.#table}
       WHERE (outcome IS NULL OR outcome = 'unknown') AND (started_at, id) > ($1, $2)
       ORDER BY started_at, id LIMIT $3`,
      [after?.startedAt ?? '', after?.id ?? '', limit],
    );
    return rows as OpenRecord[];
  }

  async prune(before: string): Promise<number> {
    let total = 0;
    for (;;) {
      const { rowCount } = await this.#pool.query(
        `DELETE FROM ${this.#table} WHERE id IN (
           SELECT id FROM ${this.#table}
           WHERE outcome IN ('applied', 'not-applied') AND ended_at < $1
           ORDER BY ended_at LIMIT ${SLICE})`,
        [before],
      );
      total += rowCount ?? 0;
      if ((rowCount ?? 0) < SLICE) return total;
    }
  }
}
