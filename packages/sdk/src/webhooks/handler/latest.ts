import { ConfigurationError } from '../../errors/caller-errors.ts';
import type { WebhookEvent } from '../event.ts';
import { placeOf } from '../place.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveryWork } from './delivery-work.ts';
import type { HandlerContext } from './handlers.ts';
import { asStoreError, orLate, storeCall } from './time-limit.ts';

/**
 * What a handler of an event receives beside it. Of handlers that call `latest` for one resource, this
 * process runs one at a time: an earlier event never writes after a later one.
 */
export function contextOf(
  { settings, events }: Delivery,
  event: WebhookEvent,
  work: DeliveryWork,
  signal: AbortSignal,
): HandlerContext {
  const { store, clock, timeout, retention } = settings;
  const isLatest = async (part: string | undefined) => {
    if (store.advance === undefined) {
      const message = 'The store does not keep the order of events: it has no `advance`.';
      const action = 'Use a store of the SDK, implement `advance`, or compare `placeOf(event)`.';
      throw new ConfigurationError('store', message, action);
    }
    const found = await placeOf(event);
    if (found === undefined) return true;
    const { resource, place } = found;
    await orLate(clock, timeout, events.takeTurn(resource, work.ended));
    const key = part === undefined ? resource : `${resource} ${part}`;
    const advance = async () => store.advance?.(key, place, retention) ?? true;
    try {
      return await storeCall(clock, timeout, advance);
    } catch (cause) {
      throw asStoreError(cause);
    }
  };
  return { signal, latest: (part) => work.run(() => isLatest(part)) };
}
