import { bookkeeping, recordOf } from '../store/table-handle.ts';

export interface ChallengeRecord {
  /** The request id, `Request:<uuid>`. */
  readonly id: string;
  readonly operation: string;
  /** The path of the request, decoded: the resource the challenge belongs to. */
  readonly path: string;
  /** Digest of the canonical text of the request body. */
  readonly body: string;
  readonly payloadToSign: string;
  /** Facts that the plan binds besides operation, resource and body. */
  readonly binds: Readonly<Record<string, unknown>>;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** 3 if the challenge follows a first stamp; left out for the challenge of leg 1. */
  readonly answeredBy?: 3;
  readonly consumedAt?: number;
}

export const challenges = bookkeeping('challenges', recordOf<ChallengeRecord>());

export interface StoredResponse {
  /** The caller and the key; for lenient keys also the operation and its path. */
  readonly id: string;
  /** A digest of the request that the key is bound to; empty for a lenient key. */
  readonly request: string;
  readonly status: number;
  readonly body: unknown;
}

export const storedResponses = bookkeeping('storedResponses', recordOf<StoredResponse>());

export interface ScheduledMove {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly table: string;
  readonly recordId: string;
  readonly to: string;
  /** The change is applied only in this state. If it equals `to`, only the fields change. */
  readonly from?: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export const scheduledMoves = bookkeeping('scheduledMoves', recordOf<ScheduledMove>(), {
  time: ({ at }) => at,
});

/** One event, which reports a change of state to webhook endpoints. */
export interface MockEvent {
  /** `Webhook:<uuid>`; receivers deduplicate by it. */
  readonly id: string;
  /** Type of event, such as `CARD.STATE_CHANGE`. */
  readonly type: string;
  /** Time of the change, ISO 8601. */
  readonly timestamp: string;
  /** The resource after the change, in its wire form. */
  readonly data: unknown;
}

export const events = bookkeeping('events', recordOf<MockEvent>());

export const engineTables = [challenges, storedResponses, scheduledMoves, events] as const;
