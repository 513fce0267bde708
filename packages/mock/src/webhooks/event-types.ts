import type { EventOf, EventType } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import { eventsOf } from '../engine/events.ts';
import type { MockEvent } from '../engine/tables.ts';
import { MockUsageError } from '../usage-error.ts';
import type { World } from '../world.ts';

type TypesOf<Type> = Type extends EventType
  ? Type
  : Extract<EventType, `${Type & string}.${string}`>;

/** The events of a kind, or of a group. */
export type EventsOf<Type> = EventOf<TypesOf<Type>>;

export function eventTypes(): readonly string[] {
  return eventRows().flatMap(({ types }) => types);
}

/** Checks that a type of event exists. @throws MockUsageError for an unknown type, naming the known ones */
export function requireEventType(type: string): string {
  const known = eventTypes();
  if (known.includes(type)) return type;
  throw new MockUsageError(`${type} is not a type of event; allowed: ${known.join(', ')}`, []);
}

/** Returns the events of a kind or a group, such as `CARD`. @throws MockUsageError for another */
export function eventsOfType(world: World, type: string): readonly MockEvent[] {
  const isGroup = eventTypes().some((known) => known.startsWith(`${type}.`));
  if (!isGroup) requireEventType(type);
  return eventsOf(world).filter(
    (event) => event.type === type || event.type.startsWith(`${type}.`),
  );
}

const noStatusChange = 'no operation changes the status of an internal account';
const noNewInstructions = 'the funding instructions of an account do not change';
const noFailedRefund = 'the refund of an incoming payment does not fail in the sandbox';

/** The types of event that only `webhooks.trigger` emits, no operation and not the clock; with the reason for each. */
export const triggerOnly: Readonly<Record<string, string>> = {
  'INTERNAL_ACCOUNT.STATUS_UPDATED': noStatusChange,
  'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED': noNewInstructions,
  'INCOMING_PAYMENT.REFUND_FAILED': noFailedRefund,
  'VERIFICATION.READY_FOR_VERIFICATION': 'the specification does not name a cause of this status',
} satisfies Partial<Record<EventType, string>>;
