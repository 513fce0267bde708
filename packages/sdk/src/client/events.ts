import type { HttpMethod } from '@org/payments-contract';
import type { CalledName } from '../errors/payments-error.ts';

/** Which request of a signed operation: the one that asks, or the one that brings the stamp. */
export type Leg = 1 | 2;

interface EventBase {
  /** The same for all events of one call. */
  readonly call: number;
  readonly operation: CalledName | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What happens in a call, without ids, values or secrets. */
export type ClientEvent = EventBase &
  (
    | { readonly type: 'call.start'; readonly method: HttpMethod; readonly template: string }
    | { readonly type: 'attempt.start'; readonly leg: Leg | undefined; readonly attempt: number }
    | {
        readonly type: 'attempt.end';
        readonly leg: Leg | undefined;
        readonly attempt: number;
        readonly status: number | undefined;
        readonly error: string | undefined;
        readonly durationMs: number;
      }
    | { readonly type: 'retry'; readonly delayMs: number; readonly why: string }
    | { readonly type: 'sign.start' }
    | { readonly type: 'sign.end'; readonly durationMs: number; readonly error: string | undefined }
    | { readonly type: 'drift'; readonly paths: readonly string[] }
    | {
        readonly type: 'call.end';
        readonly durationMs: number;
        readonly status: number | undefined;
        readonly error: string | undefined;
      }
  );

type WithoutBase<Event> = Event extends unknown ? Omit<Event, keyof EventBase> : never;

/** An event before the call has put its own facts in. */
export type EventBody = WithoutBase<ClientEvent>;

/** Hears what happens; must not throw. */
export type Observer = (event: ClientEvent) => void;
