import type { ErrorCode, OperationName } from '@org/payments-contract';
import type { ForeignForm } from './foreign-responses.ts';

/** The effect of a fault, and the step at which it occurs. */
export type FaultEffect =
  /** Returns this response instead of running the operation. */
  | {
      readonly kind: 'answer';
      /** HTTP status of the response. */
      readonly status: number;
      /**
       * Code in the body of the response, which the contract need not have; by default one that fits
       * the status.
       */
      readonly code?: ErrorCode | (string & {});
      /** Milliseconds to wait; the `Retry-After` header has them as whole seconds, rounded up. */
      readonly retryAfter?: number;
      /** Further header fields of the response; each replaces one that the mock would send. */
      readonly headers?: Readonly<Record<string, string>>;
      /** JSON body of the response in place of an error's. */
      readonly body?: unknown;
      /** Body of the response in place of JSON, as a gateway sends it. */
      readonly html?: string;
    }
  /**
   * The connection is refused: nothing is sent. Over HTTP, if the connection already exists, it is
   * closed before the request is read.
   */
  | { readonly kind: 'refuse-connection' }
  /** The connection breaks before the request is read: nothing happens. */
  | { readonly kind: 'reset-connection' }
  /** The operation is carried out, then the connection breaks without a response. */
  | { readonly kind: 'lose-reply' }
  /** The operation is carried out; its response breaks off after this number of bytes. */
  | { readonly kind: 'truncate' /** Bytes of the body that arrive. */; readonly bytes: number }
  /** The response is delayed by this number of real milliseconds. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** The status and headers are sent at once, the body after this number of real milliseconds. */
  | { readonly kind: 'delay-body'; readonly milliseconds: number }
  /** The challenge that leg 2 names expires before leg 2 is checked. */
  | { readonly kind: 'expire-challenge' }
  /** The session that stamped leg 2 is revoked before leg 2 is checked. */
  | { readonly kind: 'revoke-session' }
  /**
   * A gateway responds in the service's place, with a success status and a body that is not the
   * operation's. An operation that itself responds with that status and no body is not struck.
   */
  | {
      readonly kind: 'foreign-response';
      /** Which body; by default one that the seed chooses. */
      readonly form?: ForeignForm;
      /** HTTP status, 200 to 299; 200 when left out. */
      readonly status?: number;
      /** Whether the operation is carried out behind the gateway; false when left out. */
      readonly applied?: boolean;
    }
  /**
   * The connection of a write breaks at once; the write arrives and is carried out this number of
   * milliseconds later on the mock's clock, as of that time. Every later request finds it applied.
   */
  | { readonly kind: 'late-apply'; readonly milliseconds: number }
  /**
   * The write is carried out; for this number of milliseconds on the mock's clock, all reads show
   * the state before it.
   */
  | { readonly kind: 'stale-read'; readonly milliseconds: number }
  /**
   * A list comes from a cache: it shows the state in which the fault was added, and its `Age` and
   * `Date` are those of a copy that was this number of milliseconds old then.
   */
  | { readonly kind: 'cached-list'; readonly milliseconds: number }
  /**
   * The service's clock is off by this number of milliseconds, which may be negative: in the `Date`
   * header, and in the times that the request writes and checks.
   */
  | { readonly kind: 'skewed-date'; readonly milliseconds: number }
  /** One tied credential cannot be updated together with its customer. */
  | { readonly kind: 'fail-credential-update' };

/** Which requests a fault strikes. */
export interface Fault {
  /** Any operation when left out. */
  readonly operation?: OperationName;
  /** Leg of a signed operation; any request when left out. */
  readonly leg?: 1 | 2 | 3;
  /** The first matching request it strikes, counted from 1; 1 when left out. */
  readonly nth?: number;
  /** How many matching requests it strikes; 1 when left out. */
  readonly times?: number | 'always';
  /** Chance that a matching request is struck, 0 to 1, decided by the seed; 1 when left out. */
  readonly probability?: number;
  /** What happens to a request that it strikes. */
  readonly effect: FaultEffect;
}
