import type { RelayCall, RelayCalls } from '@org/payments-contract';
import type { PaymentsClient } from '../config/payments-client.ts';
import type { AnyAction } from './actions.ts';
import type { CallBody } from './bodies.ts';
import type { Caller, Ownership } from './ownership.ts';
import type { RateLimits } from './rate-limits.ts';
import type { RelaySettings } from './settings.ts';
import type { Tickets } from './tickets/tickets.ts';

/** What every call of one relay shares. */
export interface RelayContext {
  readonly payments: PaymentsClient;
  readonly settings: RelaySettings;
  readonly actions: ReadonlyMap<string, AnyAction>;
  readonly tickets: Tickets;
  readonly ownership: Ownership;
  readonly limits: RateLimits;
}

/** One request that passed the checks every request passes, with the body of its call. */
export interface RelayRequest<Body = unknown> extends Caller {
  readonly origin: string;
  /** The path the relay was reached below. */
  readonly mount: string;
  /** The address of the client, where the platform passes it. */
  readonly address: string | undefined;
  readonly body: Body;
}

/** What a ticket of this request is bound to. */
export function bindingOf(
  { user, origin, mount }: RelayRequest,
  call: RelayCall,
): { call: RelayCall; userId: string; origin: string; mount: string } {
  return { call, userId: user.id, origin, mount };
}

/** Carries out one call. */
export type CallHandler<Call extends RelayCall> = (
  relay: RelayContext,
  request: RelayRequest<CallBody<Call>>,
) => Promise<RelayCalls[Call]['response']>;

/** A time of the relay's clock as ISO 8601. */
export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
