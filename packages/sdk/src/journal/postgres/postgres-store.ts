import type { KindsOf } from '@org/payments-contract/internal';
import { checkOptions } from '../../options/checks.ts';
import type { Journal, JournalClaim, JournalPage, OpenRecord } from '../../outcome/journal.ts';
import { checkPool, quotedTable, timeAfter } from '../../tables/postgres.ts';
import { createJournal, type JournalOptions } from '../create-journal.ts';
import {
  byAge,
  type JournalRecord,
  type JournalRecordEnd,
  type JournalStore,
  type JournalUpdateMode,
  type KeyClaim,
  type KeySelection,
  UNSETTLED,
} from '../store.ts';
import { PoolConnections, type PostgresPool } from './pool-connections.ts';
import { ENDING, KEY, postgresTable } from './postgres-table.ts';

const columns = `id, scope, operation, method, template, started_at AS "startedAt",
  request_id AS "requestId", idempotency_key AS "idempotencyKey", digest, sealed, outcome,
  ended_at AS "endedAt", status, resource_id AS "resourceId", error_code AS "errorCode"`;

/** Records that one statement of a pruning deletes, so that its locks are short. */
const SLICE = 1_000;

/** The commit waits for the disk, even if the database is set to `synchronous_commit = off`. */
const DURABLE = "WITH durable AS (SELECT set_config('synchronous_commit', 'on', true))";

/** A time of the server in the form of the columns, which sorts as the times do. */
function isoTime(expression: string): string {
  return `to_char((${expression}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A record, and whether it is the one of its key that bears the mark. */
type KeyedRow = JournalRecord & { readonly isLatest: boolean | null };

interface InsertOptions {
  /** Where the record is taken from: under which conditions it is inserted. */
  readonly from: string;
  readonly isLatest: boolean;
  /** Parameters of these conditions. */
  readonly more: readonly unknown[];
  readonly signal: AbortSignal | undefined;
}

/**
 * Keeps records in a table of Postgres. Claims follow the clock of the server: those of the
 * processes that share it may differ.
 */
class PostgresStore implements JournalStore {
  readonly #connections: PoolConnections;
  readonly #table: string;

  constructor(connections: PoolConnections, table: string) {
    this.#connections = connections;
    this.#table = table;
  }

  /**
   * The newest record of a key is marked, and an index refuses a second mark: whoever inserts takes
   * the mark of the record that it has seen. If another process was faster, it looks again.
   */
  async append(record: JournalRecord, claim?: KeyClaim, signal?: AbortSignal): Promise<boolean> {
    const insert = (from: string, isLatest: boolean, ...more: readonly unknown[]) =>
      this.#insert(record, { from, isLatest, more, signal });
    if (claim === undefined) return insert('FROM durable', false);
    const { scopes, digests } = claim;
    const none = `FROM durable WHERE NOT EXISTS (
      SELECT 1 FROM ${this.#table} WHERE idempotency_key = $8 AND operation = $3 AND scope = ANY($12))`;
    if (await insert(none, true, scopes)) return true;
    for (;;) {
      const others = await this.#withKey(claim);
      const isRival = ({ digest, outcome }: JournalRecord) =>
        outcome !== 'not-applied' && !digests.includes(digest);
      if (others.some(isRival)) return false;
      const latest = others.find(({ isLatest }) => isLatest);
      const isInserted =
        latest === undefined
          ? await insert('FROM durable', true)
          : await insert('FROM durable, latest', true, latest.id);
      if (isInserted) return true;
    }
  }

  /** Inserts a record; false if it would not be the only one that is marked as the newest of its key. */
  async #insert(
    record: JournalRecord,
    { from, isLatest, more, signal }: InsertOptions,
  ): Promise<boolean> {
    const { id, scope, operation, method, template, startedAt } = record;
    const { requestId, idempotencyKey, digest, sealed } = record;
    const table = this.#table;
    const unmarked = `, latest AS (
      UPDATE ${table} SET latest_of_key = NULL WHERE id = $12 AND latest_of_key RETURNING id)`;
    const { rowCount } = await this.#connections.query(
      `${DURABLE}${from.endsWith('latest') ? unmarked : ''}
       INSERT INTO ${table} (id, ${KEY}, method, template, started_at, request_id, digest, sealed,
         latest_of_key)
       SELECT $1, $2, $3, $8, $4, $5, $6, $7, $9, $10, $11 ${from}
       ON CONFLICT (${KEY}) WHERE latest_of_key DO NOTHING`,
      [
        ...[id, scope, operation, method, template, startedAt, requestId, idempotencyKey],
        ...[digest, sealed, isLatest || null, ...more],
      ],
      signal,
    );
    return rowCount !== 0;
  }

  async keyed(selection: KeySelection): Promise<readonly JournalRecord[]> {
    const found = await this.#withKey(selection);
    return found.map(({ isLatest: _, ...record }) => record);
  }

  async #withKey({
    scopes,
    anyScope,
    operation,
    idempotencyKey,
  }: KeySelection): Promise<KeyedRow[]> {
    const { rows } = await this.#connections.query(
      `SELECT ${columns}, latest_of_key AS "isLatest" FROM ${this.#table}
       WHERE idempotency_key = $1 AND operation = $2 AND ($4 OR scope = ANY($3::text[]))
       ORDER BY started_at, id`,
      [idempotencyKey, operation, scopes, anyScope === true],
    );
    return rows as KeyedRow[];
  }

  async update(
    id: string,
    end: JournalRecordEnd | null,
    mode?: JournalUpdateMode,
  ): Promise<boolean> {
    if (end !== null) {
      const { outcome, endedAt, status, resourceId, errorCode } = end;
      const { rowCount } = await this.#connections.query(
        `${mode === 'resend' ? DURABLE : ''} UPDATE ${this.#table} SET outcome = $2, ended_at = $3,
           status = $4, resource_id = $5, error_code = $6
           ${mode === undefined ? ', claimed_by = NULL, claimed_until = NULL' : ''}
           ${mode === 'resend' ? 'FROM durable' : ''}
         WHERE id = $1 AND (outcome IS NULL ${mode === 'first' ? '' : "OR outcome = 'unknown'"})`,
        [id, outcome, endedAt, status, resourceId, errorCode],
      );
      if (rowCount !== 0) return true;
    }
    if (mode !== undefined) return false;
    const { rowCount } = await this.#connections.query(
      `UPDATE ${this.#table} SET claimed_by = NULL, claimed_until = NULL
       WHERE id = $1 AND claimed_by IS NOT NULL`,
      [id],
    );
    return end === null && rowCount !== 0;
  }

  async claim(selection: JournalClaim): Promise<readonly JournalRecord[]> {
    const { scopes, by, lease, after, endedSince, ids = null, limit, idempotencyKey } = selection;
    const conditions = [
      ...(endedSince === undefined ? [] : [endedSince]),
      ...(idempotencyKey === undefined ? [] : [idempotencyKey]),
    ];
    const ofKey = `AND idempotency_key = $${7 + conditions.length}`;
    const { startedAt = '', id = '' } = after ?? {};
    const { rows } = await this.#connections.query(
      `UPDATE ${this.#table} SET claimed_by = $1,
         claimed_until = ${isoTime(timeAfter('$2'))}
       WHERE id IN (
         SELECT id FROM ${this.#table}
         WHERE scope = ANY($3::text[])
           AND (${UNSETTLED}${endedSince === undefined ? '' : ' OR ended_at >= $8'})
           ${idempotencyKey === undefined ? '' : ofKey}
           AND ($7::text[] IS NULL OR id = ANY($7))
           AND (claimed_until IS NULL OR claimed_until <= ${isoTime('clock_timestamp()')})
           AND (started_at, id) > ($4, $5)
         ORDER BY started_at, id LIMIT $6
         FOR UPDATE SKIP LOCKED)
       RETURNING ${columns}`,
      [by, lease, scopes, startedAt, id, limit, ids, ...conditions],
    );
    return byAge(rows as JournalRecord[]);
  }

  async open({
    after,
    limit,
    idempotencyKey,
    appliedSince,
  }: JournalPage): Promise<readonly OpenRecord[]> {
    const { rows } = await this.#connections.query(
      `SELECT id, scope, operation, started_at AS "startedAt", request_id AS "requestId",
         idempotency_key AS "idempotencyKey", digest, outcome, ended_at AS "endedAt"
       FROM ${this.#table}
       WHERE (${UNSETTLED} ${appliedSince === undefined ? '' : "OR ended_at >= $4 AND outcome = 'applied'"})
         AND (started_at, id) > ($1, $2)
         ${idempotencyKey === undefined ? '' : `AND idempotency_key = $${appliedSince === undefined ? 4 : 5}`}
       ORDER BY started_at, id LIMIT $3`,
      [
        ...[after?.startedAt ?? '', after?.id ?? '', limit],
        ...[appliedSince, idempotencyKey].filter((value) => value !== undefined),
      ],
    );
    return rows as OpenRecord[];
  }

  async prune(before: string): Promise<number> {
    let total = 0;
    for (;;) {
      const { rowCount } = await this.#connections.query(
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

/** Options of a journal in Postgres. */
export interface PostgresJournalOptions extends JournalOptions {
  /** Table of the records, with its schema if it has one. Default `payments_journal`. */
  readonly table?: string | undefined;
}

/** A journal in Postgres. */
export interface PostgresJournal extends Journal {
  /** Creates the table and its indexes if they do not exist. */
  setup(): Promise<void>;
}

const names: KindsOf<PostgresJournalOptions> = { table: true, secret: true };

/**
 * Creates a journal in a table of Postgres, over a pool of `pg`. A change is on the server's disk
 * before it is sent. Call `setup()` once, or run the statement of `postgresTable` in a migration.
 *
 * @example
 * const journal = postgresJournal(new Pool(), { secret });
 * await journal.setup();
 *
 * @throws ConfigurationError for something other than a pool, an unknown option, or a table name or
 *   secret that cannot work
 */
export function postgresJournal(
  pool: PostgresPool,
  options: PostgresJournalOptions = {},
): PostgresJournal {
  checkPool(pool, 'pool');
  checkOptions(options, names, { of: 'postgresJournal' });
  const { table = 'payments_journal', ...rest } = options;
  const name = quotedTable(table, ENDING);
  const place = {
    name: `the table ${name}`,
    setup: 'Call `journal.setup()`, or run the statement of `postgresTable` in a migration.',
  };
  const connections = new PoolConnections(pool, place);
  const store = new PostgresStore(connections, name);
  return {
    ...createJournal(store, rest),
    async setup() {
      await connections.query(postgresTable(table));
    },
  };
}
