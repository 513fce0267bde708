import type { HttpMethod } from '@org/payments-contract';
import type { CalledName } from '../errors/payments-error.ts';
import type { RunProgress } from './run-progress.ts';

/** The request of a signed operation: the first, or one with a stamp. Few operations have a third. */
export type Leg = 1 | 2 | 3;

interface EventBase {
  /** The same for all events of one call; 0 for an event of no call. */
  readonly call: number;
  readonly operation: CalledName | undefined;
  /**
   * The id of the request at the service, as the last response or challenge of the call named it;
   * undefined before one has.
   */
  readonly requestId?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What a supervisor of a journal reports after each round. Its `call` is 0. */
export type JournalEvent =
  | {
      readonly type: 'journal.open';
      /** Writes of the client's account whose outcome is not certain. */
      readonly open: number;
      /** Open writes of another account, host or version, or secret; see `recover()`. */
      readonly foreign: number;
      /** Milliseconds since the oldest of the account's open writes began; 0 if there are none. */
      readonly oldestMs: number;
    }
  | { readonly type: 'journal.failed'; readonly error: string; readonly retryInMs: number };

/**
 * The figures of a run, which each of its workers reports at most once a second, as `RunProgress` has
 * them. Its `call` is 0.
 */
export interface RunEvent
  extends Pick<
    RunProgress,
    'run' | 'items' | 'counts' | 'open' | 'underWay' | 'refusals' | 'amounts' | 'rate'
  > {
  readonly type: 'run.progress';
}

/** What happens in a call, without ids of resources, values or secrets. */
export type ClientEvent = EventBase &
  (
    | {
        readonly type: 'call.start';
        readonly method: HttpMethod;
        readonly template: string;
        /** Host and port of the service; absent if no base URL is configured. */
        readonly host?: string | undefined;
        readonly port?: number | undefined;
      }
    | {
        readonly type: 'attempt.start';
        readonly leg: Leg | undefined;
        /** Counts the requests of the call, both legs together, from 1. */
        readonly attempt: number;
        /** How many times this very request was sent before. */
        readonly resend: number;
      }
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
        /** The key of a write whose outcome is unknown, with which it may be repeated. */
        readonly idempotencyKey?: string | undefined;
      }
    | JournalEvent
    | RunEvent
  );

type WithoutBase<Event> = Event extends unknown ? Omit<Event, keyof EventBase> : never;
/** An event without the fields that its call adds. */
export type EventBody = WithoutBase<ClientEvent>;

/** Called with the events of every call of a client. */
export interface Observer {
  (event: ClientEvent): void;
  /**
   * Headers that pass the trace on with the attempt that has just started: `traceparent`,
   * `tracestate` and `baggage`. Others are not sent.
   */
  readonly traceHeaders?: (call: number) => Readonly<Record<string, string>>;
}
