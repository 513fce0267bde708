import type { HttpMethod } from '@org/payments-contract';
import type { CalledName } from '../errors/payments-error.ts';

/**
 * One change as it is about to leave. It holds the request's exact bytes, and with them whatever
 * secrets the input has: an adapter that writes to disk seals `request`.
 */
export interface JournalEntry {
  readonly id: string;
  readonly operation: CalledName;
  readonly method: HttpMethod;
  /** ISO 8601. */
  readonly startedAt: string;
  /** The challenge the second leg answers. */
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly request: {
    /** Encoded path below the base URL. */
    readonly path: string;
    readonly search: string;
    /** Headers that come from the input. */
    readonly headers: Readonly<Record<string, string>>;
    /** The exact text of the body; null where there is none, or where it is an upload. */
    readonly body: string | null;
  };
  /** What came back; undefined as long as the entry is open. */
  readonly end?: JournalEnd | undefined;
}

/**
 * What became of a change. `applied`: the service accepted it. `not-applied`: it refused it, or
 * nothing left. `unknown`: no response says.
 */
export interface JournalEnd {
  readonly outcome: 'applied' | 'not-applied' | 'unknown';
  /** ISO 8601. */
  readonly endedAt: string;
  readonly status: number | undefined;
  /** Code of the error the call ended with. */
  readonly errorCode: string | undefined;
}

/** Where changes are recorded. Adapters implement these four functions. */
export interface Journal {
  /** Records a change; it is sent only after this has resolved, so the record must be durable. */
  append(entry: JournalEntry): Promise<void>;
  /** Records what became of a change. */
  update(id: string, end: JournalEnd): Promise<void>;
  /** Entries without a known end: those without `end`, and those whose outcome is `unknown`. */
  open(): AsyncIterable<JournalEntry>;
  close(): Promise<void>;
}
