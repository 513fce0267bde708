import type { EventOf, EventType } from '@org/payments-contract';
import { DOCS_ADDRESS } from '@org/payments-contract/internal';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import type { ApprovalDecision } from '../decision.ts';
import {
  closestEventType,
  isEventType,
  isKnownEvent,
  type UnknownEvent,
  type WebhookEvent,
} from '../event.ts';

/** What a handler receives besides the event. */
export interface HandlerContext {
  /** Aborted when the time for the handler is over; pass it on to what can be cancelled. */
  readonly signal: AbortSignal;
  /**
   * Returns whether no later event of the same resource was seen, and records that this one was: set a
   * state only if it is true, because events arrive in any order. Later is what changed later, and of
   * two changes at one time the one whose state follows. True for an event without a resource.
   *
   * @param part names what the handler keeps, if it is not all that other handlers keep of the resource
   * @throws WebhookError `WEBHOOK_STORE_FAILED`; ConfigurationError for a store without `advance`
   *
   * @example
   * ```ts
   * webhooks.on('OUTGOING_PAYMENT.COMPLETED', async ({ data }, { latest }) => {
   *   if (await latest()) await orders.setStatus(data.id, 'paid');
   * });
   * ```
   */
  readonly latest: (part?: string) => Promise<boolean>;
}

/**
 * Handles an event. What it returns is waited for, also the promises of a list. If it throws, or
 * returns work that nobody would start, such as a function or a query, the service delivers again.
 */
export type EventHandler<Event> = (event: Event, context: HandlerContext) => unknown;

/** Decides on an incoming payment. */
export type ApprovalHandler = (
  event: EventOf<'INCOMING_PAYMENT.PENDING'>,
  context: HandlerContext,
) => ApprovalDecision | Promise<ApprovalDecision>;

/** The handler of one type of event: `*` stands for every event. */
export type HandlerOf<Type extends EventType | '*'> = Type extends '*'
  ? EventHandler<WebhookEvent>
  : Type extends 'INCOMING_PAYMENT.PENDING'
    ? ApprovalHandler
    : Type extends EventType
      ? EventHandler<EventOf<Type>>
      : never;

/** A handler whose type was checked when it was registered. */
type AnyHandler = (event: never, context: HandlerContext) => unknown;
type CheckedHandler = EventHandler<WebhookEvent>;

function unknownType(type: string): ConfigurationError {
  const guess = closestEventType(type);
  const hint = guess === undefined ? '.' : `; did you mean \`${guess}\`?`;
  const message = `\`${type}\` is not a type of event${hint}`;
  const action = `Pass a type of ${DOCS_ADDRESS}events, or use onUnknown() for later types.`;
  return new ConfigurationError('type', message, action);
}

function checkHandler(handler: unknown): void {
  if (typeof handler === 'function') return;
  const message = 'The handler is not a function.';
  throw new ConfigurationError('handler', message, 'Pass a function that takes the event.');
}

export class Handlers {
  readonly #byType = new Map<string, CheckedHandler>();
  #unknown: EventHandler<UnknownEvent> | undefined;

  /**
   * @throws ConfigurationError for a type the contract does not have, one that has a handler, or a
   *   handler that is not a function
   */
  set(type: string, handler: AnyHandler): void {
    if (type !== '*' && !isEventType(type)) {
      throw unknownType(type);
    }
    checkHandler(handler);
    if (this.#byType.has(type)) {
      const action = 'Register one handler for each type, and call several functions in it.';
      throw new ConfigurationError('type', `\`${type}\` already has a handler.`, action);
    }
    this.#byType.set(type, handler as CheckedHandler);
  }

  setUnknown(handler: EventHandler<UnknownEvent>): void {
    checkHandler(handler);
    if (this.#unknown !== undefined) {
      const action = 'Call onUnknown() once.';
      throw new ConfigurationError('onUnknown', 'Unknown events already have a handler.', action);
    }
    this.#unknown = handler;
  }

  /** The handler of an event's type, if there is one. */
  ofType(event: WebhookEvent): CheckedHandler | undefined {
    const handler = isKnownEvent(event) ? this.#byType.get(event.type) : this.#unknown;
    return handler as CheckedHandler | undefined;
  }

  /** Whether a handler is called for an event. */
  has(event: WebhookEvent): boolean {
    return (this.ofType(event) ?? this.every) !== undefined;
  }

  /** The handler of every event, if there is one. */
  get every(): CheckedHandler | undefined {
    return this.#byType.get('*');
  }
}
