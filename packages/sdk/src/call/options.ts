import type { DialectName, Drift, RedeemedDeviceCode } from '@org/payments-contract';
import type { Clock } from '@org/payments-contract/internal';
import type { CalledName } from '../errors/payments-error.ts';
import type { Observer } from '../observe/events.ts';
import type { Logger, LogLevel } from '../observe/log-observer.ts';
import type { Journal } from '../outcome/journal.ts';
import type { FetchFunction, Transport } from '../transport/transport.ts';
import type { UploadProgress } from './request/upload/multipart.ts';

/** Stamps payloads: a session key, a remote signer, a device behind a relay. */
export interface Stamper {
  /** Stamps the exact text; the result is the whole `Service-Wallet-Signature`. */
  stamp(payloadToSign: string): Promise<string>;
}

/** Header fields by name; null removes one that the client would send. */
export type FurtherHeaders = Readonly<Record<string, string | null>>;

/** Options a client has and any call may replace. */
export interface SharedOptions<Given extends Stamper | undefined = Stamper | undefined> {
  /** Signs when the service requires a signature. */
  readonly stamper?: Given | undefined;
  /** Milliseconds one attempt may take, headers and body. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Milliseconds the whole call may take, retries included and signing time excluded. Default 120,000. */
  readonly deadline?: number | undefined;
  /** How many times a call that may be repeated is repeated. Default 2. */
  readonly retry?: number | undefined;
  /** Sends requests instead of the runtime's own client: the `fetch` of a proxy, a test or a mock. */
  readonly fetch?: FetchFunction | undefined;
  /** Sends requests instead of the default transport; `fetch` is then not used. */
  readonly transport?: Transport | undefined;
  /**
   * Receives log lines, which do not contain secrets. Default: `console` if the environment variable
   * PAYMENTS_LOG is set; otherwise nothing is logged.
   */
  readonly logger?: Logger | undefined;
  /** The lowest level that is logged. Default: the value of PAYMENTS_LOG, or `warn`. */
  readonly logLevel?: LogLevel | undefined;
  /**
   * What to do with a response to a read that differs from the contract: throw (`strict`, the
   * default), report and return it (`warn`), or do not check (`off`). The response to an accepted
   * write is always returned. Unknown fields and enum values are never an error; null in an
   * optional field is left out. What `reconcile` and `recover` read is always checked strictly.
   */
  readonly validate?: 'strict' | 'warn' | 'off' | undefined;
  /** Called with each difference between a response and the contract. */
  readonly onDrift?: ((report: DriftReport) => void) | undefined;
  /** Supplies the time and the timers; tests can replace it. */
  readonly clock?: Clock | undefined;
  /**
   * Called with the events of every call: attempts, signatures, retries. One that throws or
   * rejects does not affect the call; a warning reports it once.
   */
  readonly observers?: readonly Observer[] | undefined;
  /** Bytes a response's body may have. Default 10,000,000. */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Further headers. A call's headers are added to its client's; headers that the client sets
   * itself cannot be replaced. Null removes a header of the client, or the User-Agent.
   */
  readonly headers?: FurtherHeaders | undefined;
}

/** Differences between one response and the contract. */
export interface DriftReport {
  /** The operation that was called; undefined if it is not in the contract. */
  readonly operation: CalledName | undefined;
  /** Each difference: its place, and the expected value. */
  readonly drift: readonly Drift[];
}

/** Fields that the service accepts and this version of the contract does not have. */
export interface ExtraFields {
  /** Added to the body: JSON values by name, or fields of an upload's form. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** Added to the query. Values of `undefined` are left out; lists are sent once per item. */
  readonly query?: QueryFields | undefined;
}

/** Values of a query by name. */
export type QueryFields = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** Options of a single call of any operation. */
export interface CallOptions extends SharedOptions {
  /**
   * Fields that the service has added and this version of the contract does not have. The input is
   * still checked, and a field that the contract has is refused here. Both requests of a signed
   * change, every repetition and the journal contain them.
   */
  readonly extra?: ExtraFields | undefined;
  /** Ends the call, also while it waits. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The resource as you last read it. A transition forbidden from its state is then refused before
   * anything is sent, with the code of the service.
   */
  readonly current?: object | undefined;
}

/** Options of a call that accepts an idempotency key. */
export interface KeyedCallOptions extends CallOptions {
  /** Generated when left out. Repeat a call with the same key to repeat it safely. */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a call that uploads a file. */
export interface UploadOptions extends CallOptions {
  /** Called as the body is handed to the network. One that throws does not affect the call. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

export interface AnyCallOptions extends KeyedCallOptions, UploadOptions {}

/** The platform's basic credential. */
export interface PlatformCredentials {
  /** Id of the API token. */
  readonly tokenId: string;
  /** Secret of the API token. */
  readonly clientSecret: string;
}

/**
 * Returns the current secret; `refresh` is true after the service refused the last one. It runs
 * within the time limits of the call that needs it.
 */
export type SecretSource<Secret> = (context: {
  readonly refresh: boolean;
}) => Secret | Promise<Secret>;

/** Names the application in the User-Agent. */
export interface AppInfo {
  /** Name of the application, such as `shop`. */
  readonly name: string;
  /** Its version. */
  readonly version?: string | undefined;
  /** Where it is described, or who to contact. */
  readonly url?: string | undefined;
}

/** Where a client records what it sends. */
export interface JournalOption {
  /** Records every change before it is sent, so that its outcome can be found out after a crash. */
  readonly journal?: Journal | undefined;
}

/** Options of a client that no call can replace. */
export interface ClientOptions<Given extends Stamper | undefined = Stamper | undefined>
  extends SharedOptions<Given>,
    JournalOption {
  /** Ends with the API version: `https://…/2025-10-13`. Default `PAYMENTS_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** Added to the User-Agent, which names the SDK, its version and the runtime. */
  readonly appInfo?: AppInfo | undefined;
  /**
   * Names the account in the journal, which keeps a fingerprint of it. For platforms that replace
   * their API tokens: default the token's id, or an agent's token. Of several names the first is used
   * from now on; what was recorded under the others, or by the token itself, belongs to it too.
   */
  readonly account?: string | readonly string[] | undefined;
}

/** Options of the platform's client. */
export interface PaymentsClientOptions<
  Given extends Stamper | undefined = Stamper | undefined,
  Dialect extends DialectName | undefined = undefined,
> extends ClientOptions<Given> {
  /**
   * The words of a service that moved on after the specification, such as `2026-08`: see the page
   * *Newer services*. Give the relay, the wallet and the mock the same. Default the specification's.
   */
  readonly dialect?: Dialect | undefined;
  /** Id of the API token. Default `PAYMENTS_TOKEN_ID`. */
  readonly tokenId?: string | undefined;
  /** Secret of the API token. Default `PAYMENTS_CLIENT_SECRET`. */
  readonly clientSecret?: string | undefined;
  /** Instead of `tokenId` and `clientSecret`: called when needed, and once more after a 401. */
  readonly credentials?: SecretSource<PlatformCredentials> | undefined;
}

/**
 * Another account, or another service, for `withOptions` of a platform's client: always with the
 * credentials for it.
 */
export type PlatformIdentity = Pick<
  PaymentsClientOptions,
  'baseUrl' | 'tokenId' | 'clientSecret' | 'credentials' | 'account'
>;

/** The same for an agent's client. */
export type AgentIdentity = Pick<ClientOptions, 'baseUrl' | 'account'> & {
  readonly accessToken?: AgentClientOptions['accessToken'];
};

/** Options of an agent's client. */
export interface AgentClientOptions extends ClientOptions {
  /** The token that an agent received for its device code, or a function that returns it. */
  readonly accessToken: string | SecretSource<string> | undefined;
}

/** Options of a client that is created from a device code. */
export interface DeviceCodeOptions extends ClientOptions {
  /**
   * Called once with the agent's id, name, policy and access token, before the client is returned.
   * Store the token here, encrypted: the service returns it once, and a later process creates its
   * client with it. When it throws or rejects, `fromDeviceCode` rejects with a
   * `TokenNotStoredError`.
   */
  readonly onRedeemed?: ((redeemed: RedeemedDeviceCode) => void | Promise<void>) | undefined;
}
