import type { EventType } from '@org/payments-contract';
import { closest } from '../config/unknown-options.ts';
import { eventTypes } from './event-types.ts';

/** The event type closest to a misspelt one, if one is close. */
export function closestEventType(type: string): string | undefined {
  return closest(type, Object.keys(eventTypes));
}

/** Whether the contract has a type of event. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventTypes, type);
}
