import { bytesToHex } from '@org/payments-crypto';
import type { PaymentsClient } from '@org/payments-sdk';
import type { CallBody, DialectBodies } from '../checks/bodies.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { AnyAction } from '../options/actions.ts';
import type { RelaySettings } from '../options/settings.ts';
import type { Caller, Ownership } from '../ownership/ownership.ts';
import type { RelayCall, RelayCalls } from '../protocol/index.ts';
import type { Families } from '../tickets/families.ts';
import type { Tickets } from '../tickets/tickets.ts';

/** The state that all calls of one relay share. */
export interface RelayContext {
  readonly payments: PaymentsClient;
  readonly settings: RelaySettings;
  readonly actions: ReadonlyMap<string, AnyAction>;
  readonly tickets: Tickets;
  readonly ownership: Ownership;
  readonly limits: RateLimits;
  readonly families: Families;
}

/** One request that passed the checks every request passes, with the body of its call. */
export interface RelayRequest<Body = unknown> extends Caller {
  readonly origin: string;
  /** The path below which the relay was called. */
  readonly mount: string;
  /** The address of the client, if the platform passes it. */
  readonly address: string | undefined;
  /** Undefined for the specification. */
  readonly dialect?: RelayDialect | undefined;
  readonly body: Body;
}

/** The binding of this request's tickets. */
export function bindingOf(
  { user, origin, mount }: RelayRequest,
  call: RelayCall,
): { call: RelayCall; userId: string; origin: string; mount: string } {
  return { call, userId: user.id, origin, mount };
}

/** Tells logins of the platform apart in a browser, without the id of the user. */
export async function personOf({ user }: RelayRequest): Promise<string> {
  const text = new TextEncoder().encode(`payments-relay person ${user.id}`);
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', text))).slice(0, 32);
}

/** What the relay does differently in a dialect; loaded by the first request of a relay that names it. */
export interface RelayDialect extends DialectBodies {
  readonly verify: CallHandler<'verify'>;
  /** The fields of the response to a code that was sent. @throws ContractError */
  codeFields(sent: object): Readonly<Record<string, unknown>>;
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
