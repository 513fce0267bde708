import type { Fields, OperationRow } from '@org/payments-contract';
import type { ApiCall } from '@org/payments-sdk';
import type { KeyStanding } from './sent-writes.ts';

/** Milliseconds by which the clocks of a service's machines may differ. */
const TOLERANCE = 60_000;
const ONCE = 'because the service carries out calls with one key once';

/**
 * What is said of a result that an earlier call with the same idempotency key may have brought about:
 * the response does not show that.
 *
 * @param earlier what the journal has of calls with the key before this one
 * @param calledAt when this one was made, milliseconds since 1970 by the clock of the service; NaN if
 *   that is not known
 */
export function repeatNote(
  { path, method, retry }: OperationRow,
  value: unknown,
  earlier: KeyStanding | undefined,
  calledAt: number,
): string | undefined {
  if (retry !== 'keyed') return undefined;
  const { id, createdAt } = Object(value) as Fields;
  if (earlier?.outcome === 'applied') {
    const { resourceId = id } = earlier;
    return resourceId === id
      ? `A call with this idempotency key was applied before. This is its result, and nothing was done again, ${ONCE}.`
      : `A call with this idempotency key was applied before and made ${resourceId}, and this is another one: the service may have forgotten the key. Read both before you do anything more.`;
  }
  if (earlier !== undefined) {
    return `A call with this idempotency key was sent before. This is the one result of both, ${ONCE}.`;
  }
  const isMade = method === 'POST' && !path.includes('{');
  const created = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
  if (!isMade || !(created < calledAt - TOLERANCE)) return undefined;
  return `This was created at ${String(createdAt)}, before this call: an earlier call with this idempotency key made it, and nothing was done again, ${ONCE}.`;
}

/** The value of a keyed call, and when it was made by the clock of the service. */
export async function timed(
  call: ApiCall<unknown>,
): Promise<readonly [value: unknown, calledAt: number]> {
  const begun = performance.now();
  const { data, response } = await call.withResponse();
  return [data, Date.parse(response.header('date') ?? '') - (performance.now() - begun)];
}
