import {
  missingColumn,
  notInTransaction,
  runStatement,
  type SqliteConnection,
  type SqlTransaction,
} from '../../tables/sql-transaction.ts';
import { CLOCK_TOLERANCE, DEFAULT_MAX_AGE } from '../verify/envelope.ts';
import { WebhookError } from '../webhook-error.ts';
import { deliveryOf, type EventDelivery } from './webhook-store.ts';

/**
 * How long `latest` of a store remembers a resource at least, in milliseconds. Longer than the service
 * repeats a delivery, for events that wait in a queue or are replayed.
 */
export const PLACE_RETENTION = 10 * (DEFAULT_MAX_AGE + CLOCK_TOLERANCE);

/** The id of the row that holds the place of a resource; no event has such an id. */
export function placeRow(resource: string, part: string | undefined): string {
  return part === undefined ? `latest ${resource}` : `latest ${resource} ${part}`;
}

const LOST =
  'The event was already marked as handled, another delivery has taken it over, or `tx` is of another database. Roll this transaction back.';
const UNCOMMITTED =
  'The transaction in which the event was marked was not committed when its handler ended.';

/** The error of a mark as the caller gets it: the statement leaves a column empty to refuse one. */
function refused(cause: unknown): unknown {
  const column = missingColumn(cause);
  if (column === 'digest') notInTransaction();
  if (column !== 'token') return cause;
  return new WebhookError('WEBHOOK_CLAIM_LOST', { message: LOST, cause });
}

/** Runs the statement that marks an event; returns a promise only if the client does. */
export function runMark(tx: SqlTransaction | SqliteConnection, sql: string): unknown {
  try {
    const result = runStatement(tx, sql);
    if (typeof (result as PromiseLike<unknown> | undefined)?.then !== 'function') return undefined;
    return Promise.resolve(result).then(
      () => undefined,
      (cause: unknown) => {
        throw refused(cause);
      },
    );
  } catch (cause) {
    throw refused(cause);
  }
}

/**
 * Marks the event of a delivery in a transaction of the caller. The delivery then fails unless that
 * transaction is committed when its handlers have ended.
 *
 * @param isMarked whether the store finds the mark, on a connection of its own
 */
export function markIn(
  tx: SqlTransaction | SqliteConnection,
  event: { readonly id: string },
  sqlOf: (delivery: EventDelivery) => string,
  isMarked: (delivery: EventDelivery) => Promise<boolean>,
): unknown {
  const delivery = deliveryOf(event);
  return delivery.mark(
    () => runMark(tx, sqlOf(delivery)),
    async () => {
      if (await isMarked(delivery)) return;
      const action = 'Return or await the promise of your transaction in the handler.';
      throw new WebhookError('WEBHOOK_HANDLER_FAILED', { message: UNCOMMITTED, action });
    },
  );
}
