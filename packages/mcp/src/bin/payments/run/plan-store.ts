import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Payment } from './check/payments.ts';

/** What a person approved: a whole file, and where its money comes from. */
export interface Approval {
  readonly run: string;
  /** Of the file, of how it is read, of the accounts that pay and of the run. */
  readonly digest: string;
  readonly file: string;
  /** Who approved it: the user of the system, or the script that passed the digest. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** One payment as it was approved. */
export interface ApprovedPayment {
  readonly line: number;
  readonly payment: Payment;
  /** The most that may leave the account for it, in its smallest unit. */
  readonly most: number;
  readonly fingerprint: string;
}

const schema = `
CREATE TABLE IF NOT EXISTS payout_files (
  run TEXT PRIMARY KEY, digest TEXT NOT NULL, file TEXT NOT NULL, approvedBy TEXT NOT NULL, approvedAt TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS payout_rows (
  run TEXT NOT NULL, id TEXT NOT NULL, line INTEGER NOT NULL, payment TEXT NOT NULL, most INTEGER NOT NULL,
  fingerprint TEXT NOT NULL, payee TEXT NOT NULL, PRIMARY KEY (run, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS payout_rows_same ON payout_rows (fingerprint);
CREATE INDEX IF NOT EXISTS payout_rows_payee ON payout_rows (payee);`;

const payeeOf = ({ to }: Payment) => to.accountId ?? to.umaAddress ?? '';

/** The approved files, in the file of the state. A row that was approved is paid as it was approved. */
export class PlanStore {
  readonly #database: DatabaseSync;

  /** @param database an open one; see {@link openPlans} */
  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(`PRAGMA busy_timeout = 10000; ${schema}`);
  }

  approval(run: string): Approval | undefined {
    const text = `SELECT run, digest, file, approvedBy AS by, approvedAt AS at FROM payout_files WHERE run = ?`;
    return this.#database.prepare(text).get(run) as unknown as Approval | undefined;
  }

  payments(run: string): readonly ApprovedPayment[] {
    const text =
      'SELECT line, payment, most, fingerprint FROM payout_rows WHERE run = ? ORDER BY line';
    const rows = this.#database.prepare(text).all(run) as unknown as readonly (Omit<
      ApprovedPayment,
      'payment'
    > & { readonly payment: string })[];
    return rows.map((row) => ({ ...row, payment: JSON.parse(row.payment) as Payment }));
  }

  /** Another run with the same payment, the latest first. */
  earlier(run: string, fingerprint: string): Pick<Approval, 'run' | 'at'> | undefined {
    const text = `SELECT f.run AS run, f.approvedAt AS at FROM payout_rows r JOIN payout_files f ON f.run = r.run
      WHERE r.fingerprint = ? AND r.run <> ? ORDER BY f.approvedAt DESC LIMIT 1`;
    return this.#database.prepare(text).get(fingerprint, run) as unknown as
      | Pick<Approval, 'run' | 'at'>
      | undefined;
  }

  /** Whether any run had this payee. */
  knows(payment: Payment): boolean {
    const text = 'SELECT 1 FROM payout_rows WHERE payee = ? LIMIT 1';
    return this.#database.prepare(text).get(payeeOf(payment)) !== undefined;
  }

  /** Replaces what was approved for the run. */
  approve(approval: Approval, rows: readonly ApprovedPayment[]): void {
    const { run, digest, file, by, at } = approval;
    const database = this.#database;
    database.exec('BEGIN IMMEDIATE');
    try {
      const insert = database.prepare(
        'INSERT OR REPLACE INTO payout_rows VALUES (?, ?, ?, ?, ?, ?, ?)',
      );
      database.prepare('DELETE FROM payout_rows WHERE run = ?').run(run);
      for (const { line, payment, most, fingerprint } of rows) {
        const text = JSON.stringify(payment);
        insert.run(run, payment.id, line, text, most, fingerprint, payeeOf(payment));
      }
      database
        .prepare('INSERT OR REPLACE INTO payout_files VALUES (?, ?, ?, ?, ?)')
        .run(run, digest, file, by, at);
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}

/** Opens the approved files of a state; undefined if there is no state yet. */
export async function openPlans(path: string): Promise<PlanStore | undefined> {
  if (!existsSync(path)) return undefined;
  const { DatabaseSync } = await import('node:sqlite');
  return new PlanStore(new DatabaseSync(path));
}
