import type { DialectName } from '@org/payments-contract';
import type { Clock } from '@org/payments-contract/internal';
import type { RateLimiters } from '../limits/rate-limits.ts';
import type { RelayCall } from '../protocol/index.ts';
import type { SessionFamilies } from '../tickets/families.ts';
import type { ActionSchemas, ActionsOf, RelayUser } from './actions.ts';

/** The options of passkey ceremonies. */
export interface PasskeyOptions {
  /**
   * How the service's challenge encodes bytes: as base64url (the default), or as text whose UTF-8
   * bytes are signed, the default in a dialect. With the wrong value, sign-ins fail as a 401 with reason `passkey`.
   */
  readonly challengeEncoding?: 'base64url' | 'utf8' | undefined;
  /** Default `required`. */
  readonly userVerification?: 'required' | 'preferred' | 'discouraged' | undefined;
  /**
   * The origins of pages that may frame a page of `origins` for a ceremony, such as
   * `https://shop.example`. Default none: a ceremony in a cross-origin frame is refused.
   */
  readonly topOrigins?: readonly string[] | undefined;
}

/** How long the relay waits, in milliseconds. */
export interface RelayDeadlines {
  /** For a request's body. Default 10,000. */
  readonly body?: number | undefined;
  /** For `authenticate`, and for `clientAddress`. Default 10,000. */
  readonly authenticate?: number | undefined;
  /** For `accounts`. Default 10,000. */
  readonly accounts?: number | undefined;
  /** For an action: its schema and its `run` together. Default 60,000. */
  readonly action?: number | undefined;
  /** For one response of a limiter's store, or of that of the families. Default 3,000. */
  readonly limiter?: number | undefined;
}

/** The context of a failure, for the platform's own log. */
export interface RelayFailure {
  /** The call of the protocol; undefined if the path does not name one. */
  readonly call: RelayCall | undefined;
  /** The HTTP status of the response. */
  readonly status: number;
  /** The code in the body of the response. */
  readonly code: string;
  /** The `id` of the user; undefined if the failure occurred before `authenticate` returned. */
  readonly userId: string | undefined;
}

/** Options of {@link createWalletRelay}. */
export interface WalletRelayOptions<
  User extends RelayUser,
  Schemas extends ActionSchemas,
  Results,
> {
  /**
   * Seals tickets. At least 32 bytes of randomness, the same in every instance. Several for
   * rotation: the first one seals, all of them open. If it is missing or empty, as when a framework
   * builds without secrets, the relay can still be created, but every call fails.
   */
  readonly secret: string | readonly (string | undefined)[] | undefined;
  /**
   * The origins of the pages that may call, such as `https://app.example.com`; `http` only for the
   * loopback. If one is missing or empty, the relay can still be created, but every call fails.
   */
  readonly origins: readonly (string | undefined)[] | undefined;
  /**
   * The platform's own user behind a request, or null. The request has method, URL and headers, and
   * no body; its signal is aborted at the deadline.
   */
  authenticate(request: Request): User | null | Promise<User | null>;
  /**
   * The address of the client, for limits per address, or null if it is not known. `socket` is the
   * address of the connection, if the adapter for Node or Fastify serves the relay; behind a proxy
   * it is the proxy's. Default: no limits per address.
   */
  readonly clientAddress?:
    | ((
        request: Request,
        socket: string | undefined,
      ) => string | null | undefined | Promise<string | null | undefined>)
    | undefined;
  /**
   * The accounts a user may act on, as `InternalAccount:...` ids. Default the embedded wallets the
   * service lists for the user's `customerId`.
   */
  readonly accounts?: ((user: User) => readonly string[] | Promise<readonly string[]>) | undefined;
  /**
   * The key under which `accounts` are cached: users with the same key have the same accounts.
   * Default: the whole user, if it is plain data; otherwise accounts are not cached.
   */
  readonly cacheKey?: ((user: User) => string) | undefined;
  /** The platform's own signed actions, by name. */
  readonly actions?: ActionsOf<Schemas, Results, User> | undefined;
  /**
   * The words of a service that moved on after the specification, such as `2026-08`: those of the
   * client, and the wallet must have the same. Default the specification's.
   */
  readonly dialect?: DialectName | undefined;
  /** The exact path the relay is mounted at, such as `/api/wallet`. Default any plain prefix. */
  readonly mount?: string | undefined;
  /**
   * More origins of pages that may call, whose hosts are not below the RP ID, such as
   * `https://app.example.de` beside `example.com`. Browsers accept passkeys there if
   * `https://<rpId>/.well-known/webauthn` lists the origin, as `{ "origins": [...] }`.
   */
  readonly relatedOrigins?: readonly string[] | undefined;
  /** Default the host of the first origin. */
  readonly rpId?: string | undefined;
  /** The platform's name in the passkey prompt. Default the `rpId`. */
  readonly rpName?: string | undefined;
  /** How passkey ceremonies are asked for. */
  readonly passkey?: PasskeyOptions | undefined;
  /** Limiters in place of those in memory, for several instances. */
  readonly rateLimits?: RateLimiters | undefined;
  /** The sessions of each sign-in, in a store for several instances. Default in memory. */
  readonly families?: SessionFamilies | undefined;
  /**
   * How often a session may be refreshed after the person signed in. Default 100; `Infinity` for no
   * limit. A refresh beyond it is 401 `SIGN_IN_REQUIRED`.
   */
  readonly maxRefreshes?: number | undefined;
  /**
   * Milliseconds after a sign-in in which sessions may be refreshed. Default 43,200,000, which is 12
   * hours; `Infinity` for no limit.
   */
  readonly maxSessionAge?: number | undefined;
  /** How long account data is cached, in milliseconds. Default 5,000; 0 reads it each time. */
  readonly cacheLifetime?: number | undefined;
  /** The number of reads of the service that one call may cause to check ownership. Default 20. */
  readonly maxReads?: number | undefined;
  /** Bytes a request's body may have. Default 65,536. */
  readonly maxBodyBytes?: number | undefined;
  /** How long the relay waits for what it needs, in milliseconds. */
  readonly deadlines?: RelayDeadlines | undefined;
  /** Called for every response of status 500 and above, with the error behind it. It may throw or reject. */
  readonly onError?: ((error: unknown, failure: RelayFailure) => unknown) | undefined;
  /** The time of tickets, limits and deadlines. Default the system clock. */
  readonly clock?: (Pick<Clock, 'now'> & Partial<Pick<Clock, 'setTimeout'>>) | undefined;
}
