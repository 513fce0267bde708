import type { Fields, NamedOperation, OperationRow } from '@org/payments-contract';
import type { ApiCall } from '@org/payments-sdk';
import { isLater, presentOf } from '../approval/describe/not-made.ts';
import type { AnyClient } from '../tools/method.ts';
import { oldKeyText } from './key-age.ts';
import { type KeyStanding, makesAnew } from './sent-writes.ts';

/** Milliseconds by which the clocks of a service's machines may differ. */
const TOLERANCE = 60_000;
/** Milliseconds, more, by which that of a proxy may be ahead, which dates responses. */
const PROXY = 240_000;

/**
 * What is said of a result that an earlier call with the same idempotency key may have brought about:
 * the response does not show that.
 *
 * @param earlier what the journal has of calls with the key before this one
 * @param calledAt when this one was made, milliseconds since 1970 by the clock of the service; NaN if
 *   that is not known
 */
function repeatNote(
  row: OperationRow,
  value: unknown,
  earlier: KeyStanding | undefined,
  calledAt: number,
): string | undefined {
  if (row.retry !== 'keyed') return undefined;
  const { id, createdAt } = Object(value) as Fields;
  if (earlier?.outcome === 'applied' && earlier.settledBy === undefined) {
    const { resourceId = id } = earlier;
    return resourceId === id
      ? 'A call with this key was applied before, and nothing was done again.'
      : `A call with this key was applied before and made ${resourceId}, not this: the key may be forgotten. Read both first.`;
  }
  const created = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
  if (earlier?.isOld && !(created < calledAt - TOLERANCE)) {
    return `${oldKeyText(earlier)} This was created at ${String(createdAt)}: look for both.`;
  }
  if (earlier !== undefined) {
    return 'A call with this key was sent before. There is one result of both.';
  }
  if (!makesAnew(row) || !(created < calledAt - TOLERANCE)) return undefined;
  return `This was created at ${String(createdAt)}, which is before this call, as far as the clocks show: an earlier call with this key may have made it, and then nothing was done again. Do not pay it with another key.`;
}

/**
 * The value of a call with what is said of a repeat: the service returns its first response again, so
 * that a read shows the present state.
 */
export async function repeated(
  client: AnyClient,
  { row }: NamedOperation,
  value: unknown,
  earlier: KeyStanding | undefined,
  calledAt: number,
): Promise<{ readonly value: unknown; readonly repeat?: string }> {
  const note = repeatNote(row, value, earlier, calledAt);
  const { id, status } = Object(value) as Fields;
  // When a quote was executed, it does not show: a read does, if it is not behind the response.
  if (note === undefined) {
    const isDated = row.retry !== 'keyed' || makesAnew(row);
    const now = isDated ? undefined : await presentOf(client, row, id);
    return { value: now !== undefined && isLater(id, status, now.status) ? now : value };
  }
  const now = await presentOf(client, row, id);
  if (now !== undefined) return { value: now, repeat: `${note} A read shows it as it is now.` };
  return { value, repeat: `${note} It is shown as it was then: read ${String(id ?? 'it')}.` };
}

/** The value of a keyed call, and when it was made by the clock of the service: the one of a proxy may be ahead. */
export async function timed(
  call: ApiCall<unknown>,
): Promise<readonly [value: unknown, calledAt: number]> {
  const [begun, own] = [performance.now(), Date.now()];
  const { data, response } = await call.withResponse();
  const dated = Date.parse(response.header('date') ?? '') - (performance.now() - begun);
  // Of two clocks that differ the earlier one, unless it is far behind.
  return [data, Math.max(dated - PROXY, Math.min(dated, own))];
}
