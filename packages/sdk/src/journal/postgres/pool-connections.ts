import { JournalError } from '../../errors/caller-errors.ts';
import { isPaymentsError } from '../../errors/payments-error.ts';
import { onConnection, type PostgresConnection } from '../../tables/postgres.ts';
import { refusalOf, type StorePlace } from '../store-errors.ts';

/** The part of a `pg` pool that a journal uses. */
export interface PostgresPool {
  query(
    text: string,
    values?: unknown[],
  ): Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number | null }>;
}

/** A `Pool` of `pg`, as far as it shows its connections. */
interface CountedPool extends PostgresPool {
  connect(): Promise<PostgresConnection>;
  readonly totalCount: number;
  /** Callers that wait for a connection, because all are in use. */
  readonly waitingCount: number;
}

function isCounted(pool: PostgresPool): pool is CountedPool {
  const { connect, waitingCount } = pool as Partial<CountedPool>;
  return typeof connect === 'function' && typeof waitingCount === 'number';
}

/** Milliseconds without any connection for this journal after which nobody is expected to return one. */
const LONGEST_WAIT = 5_000;

/**
 * The connections of a journal's pool. It takes them one by one instead of calling `pool.query`: only
 * so is it certain that a statement was not sent, while the database is down, refuses the password, or
 * all connections are in use, possibly by a transaction in which the call is made.
 */
export class PoolConnections {
  readonly #pool: PostgresPool;
  readonly #place: StorePlace;
  /** When a connection was last obtained. */
  #obtainedAt = 0;

  constructor(pool: PostgresPool, place: StorePlace) {
    this.#pool = pool;
    this.#place = place;
  }

  /**
   * Runs a statement.
   *
   * @throws JournalError or ConfigurationError if it was not carried out; any other error if that is
   *   not known
   */
  async query(text: string, values?: unknown[], signal?: AbortSignal) {
    const pool = this.#pool;
    const query = async (on: PostgresPool) => {
      try {
        return await on.query(text, values);
      } catch (error) {
        throw refusalOf(error, this.#place) ?? error;
      }
    };
    if (!isCounted(pool)) return query(pool);
    const connection = await this.#obtain(pool, signal);
    return onConnection(connection, async (discard) => {
      try {
        return await query(connection as PostgresConnection & PostgresPool);
      } catch (error) {
        if (!isPaymentsError(error)) discard(error);
        throw error;
      }
    });
  }

  #obtain(pool: CountedPool, signal: AbortSignal | undefined): Promise<PostgresConnection> {
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      let isOver = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = (settle: () => void) => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        settle();
      };
      const giveUp = () =>
        end(() =>
          reject(this.#unavailable(pool.waitingCount > 0, pool, performance.now() - startedAt)),
        );
      const look = () => {
        const since = Math.max(startedAt, this.#obtainedAt);
        const left =
          pool.waitingCount > 0 ? since + LONGEST_WAIT - performance.now() : LONGEST_WAIT;
        if (left <= 0) giveUp();
        else timer = setTimeout(look, left);
      };
      timer = setTimeout(look, LONGEST_WAIT);
      signal?.addEventListener('abort', giveUp);
      const connecting = (async () => pool.connect())();
      /** It waits for one of the connections that there are; its pool may end the wait itself. */
      const isQueued = pool.waitingCount > 0;
      connecting.then(
        (connection) => {
          this.#obtainedAt = performance.now();
          if (isOver) connection.release();
          else end(() => resolve(connection));
        },
        (error: unknown) =>
          end(() => {
            const refusal = refusalOf(error, this.#place);
            const other = () =>
              this.#unavailable(isQueued, pool, performance.now() - startedAt, error);
            reject(refusal ?? other());
          }),
      );
      if (signal?.aborted) giveUp();
    });
  }

  #unavailable(isQueued: boolean, pool: CountedPool, waited: number, cause?: unknown): unknown {
    if (!isQueued) return refusalOf(cause, this.#place, 'connect');
    const { totalCount, waitingCount } = pool;
    const seconds = (waited / 1_000).toFixed(1);
    const others = waitingCount === 0 ? '' : `, and ${waitingCount} callers wait for one`;
    return new JournalError({
      message: `The pool of the journal has no free connection: all ${totalCount} were in use for ${seconds} s${others}.`,
      action:
        'Give the journal a pool of its own, or raise `max` of the pool. A call inside a transaction that holds a connection of the same pool can wait for itself.',
      retryable: true,
    });
  }
}
