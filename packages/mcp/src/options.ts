import type { OperationName, Permission } from '@org/payments-contract';
import type {
  AgentClient,
  AnyPaymentsClient,
  Logger,
  PaymentsClient,
  PendingStepJSON,
} from '@org/payments-sdk';
import type { PasskeyStore } from './approval/passkey/passkey-store.ts';
import { type AuditLog, memoryAuditLog } from './audit-log.ts';

/** Supplies the time, so that tests can move it. */
export interface McpClock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** A signed operation whose customer has to sign. */
export interface SigningRequest {
  /** Name of the operation, such as `cards.update`. */
  readonly operation: OperationName;
  /**
   * The pending step: seal it before it leaves your servers, and complete it with
   * `payments.<operation>.complete(step, stamp)`.
   */
  readonly step: PendingStepJSON;
}

/** Options of every server. */
export interface SharedMcpOptions {
  /**
   * The tools to offer, as a subset of those available: names of operations, such as
   * `transactions.list`, or of resources, such as `transactions`. Default all. Fewer tools leave a
   * model more room.
   */
  readonly tools?: readonly string[] | undefined;
  /**
   * Has a person approve every write, not only those that move money, raise authority or cannot be
   * undone. Default false.
   */
  readonly confirmWrites?: boolean | undefined;
  /**
   * Lets the model itself confirm by a second call if nobody can be asked. Default false: what the
   * model confirms, no person has approved.
   */
  readonly secondCall?: boolean | undefined;
  /** Has a person decide on the approval page even if the client can ask its user. Default false. */
  readonly pageOnly?: boolean | undefined;
  /** Milliseconds a person has to decide, at most 2,147,483,647. Default 300,000. */
  readonly confirmationLifetime?: number | undefined;
  /**
   * An account of who was asked, who approved and what happened. Default in memory; use
   * `fileAuditLog(path)`. Which payments were sent is recorded in the journal of the client: without
   * one it is in memory too, and after a restart the server does not know which payments it sent.
   */
  readonly audit?: AuditLog | undefined;
  /**
   * Which tools are listed: `search`, three tools that find, describe and call any operation, or
   * `all`, one for each operation. Default `search`, or `all` if `tools` names some.
   */
  readonly surface?: 'search' | 'all' | undefined;
  /** Receives one line for each call of a tool, with secrets masked. Default: nothing is logged. */
  readonly logger?: Logger | undefined;
  /** Supplies the time. */
  readonly clock?: McpClock | undefined;
}

/** A server for one agent: its own operations, within its policy. */
export interface AgentMcpOptions extends SharedMcpOptions {
  /** Created with `createAgentClient`. */
  readonly agent: AgentClient;
  /** Only if `agent` is left out. */
  readonly platform?: undefined;
}

/** A server for a platform: what its API token may read. */
export interface PlatformMcpOptions extends SharedMcpOptions {
  /** Created with `createPaymentsClient`. */
  readonly platform: AnyPaymentsClient | PaymentsClient<boolean>;
  /** Only if `platform` is left out. */
  readonly agent?: undefined;
  /**
   * What the API token may do. If left out, the server determines it when the tools are first
   * listed: with two reads and, only if a write that needs `TRANSACT` is allowed, with an empty
   * quote, which the service refuses.
   */
  readonly permissions?: readonly Permission[] | undefined;
  /**
   * Writes to offer: the names of operations, or true for all. Default none. Operations that
   * return a secret are never offered, and those that upload a file only with `documentFolders`.
   */
  readonly allowWrites?: boolean | readonly OperationName[] | undefined;
  /**
   * Folders whose files may be uploaded as documents, by a path below one of them. Without it,
   * operations that upload a file are not offered.
   */
  readonly documentFolders?: readonly string[] | undefined;
  /**
   * Returns the address at which the customer signs a pending operation, such as a page of the platform
   * with the wallet. Without it, operations that always need a signature are not offered.
   */
  readonly signingLink?: ((request: SigningRequest) => string | Promise<string>) | undefined;
}

/** Options of `createPaymentsMcp`. */
export type PaymentsMcpOptions = AgentMcpOptions | PlatformMcpOptions;

/** Options with their defaults filled in. */
export interface McpSettings {
  readonly confirmWrites: boolean;
  readonly secondCall: boolean;
  readonly pageOnly: boolean;
  readonly confirmationLifetime: number;
  readonly audit: AuditLog;
  readonly surface: 'search' | 'all';
  readonly logger: Logger | undefined;
  readonly clock: McpClock;
  readonly signingLink: PlatformMcpOptions['signingLink'];
  readonly documentFolders: readonly string[];
}

/** Fills in the defaults of options that were checked. */
export function settingsOf(options: PaymentsMcpOptions): McpSettings {
  return {
    confirmWrites: options.confirmWrites ?? false,
    secondCall: options.secondCall ?? false,
    pageOnly: options.pageOnly ?? false,
    confirmationLifetime: options.confirmationLifetime ?? 300_000,
    audit: options.audit ?? memoryAuditLog(),
    surface: options.surface ?? (options.tools === undefined ? 'search' : 'all'),
    logger: options.logger,
    signingLink: options.agent === undefined ? options.signingLink : undefined,
    documentFolders: (options.agent === undefined && options.documentFolders) || [],
    clock: options.clock ?? Date,
  };
}

/** How to serve over HTTP. */
export interface HttpOptions {
  /** What clients send as their bearer token; at least 32 characters. */
  readonly token: string;
  /**
   * Serves the approval page at `/approvals`: the code of at least 32 characters with which each
   * person opens it, by the person's name, which is recorded in the audit log. A platform that has its
   * own sign-in mounts `mcp.approvalPage` behind it instead.
   */
  readonly approvalCodes?: Readonly<Record<string, string>> | undefined;
  /** Has each approval on that page confirmed by a passkey of the person; see `ApprovalPageOptions`. */
  readonly passkeys?: PasskeyStore | undefined;
  /** Default 3340; 0 for any free one. */
  readonly port?: number | undefined;
  /** Default `127.0.0.1`: only this machine reaches the server. */
  readonly host?: string | undefined;
  /** Further names in the `Host` header, such as that of a proxy in front. */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * The origin under which a proxy that ends TLS serves this server, such as `https://pay.example.com`:
   * the approval page's cookie is then `Secure`, its forms come from there, and a client that can open
   * addresses offers it. Over https, except on this machine. `X-Forwarded-Proto` is not read: whoever
   * reaches the server could send it.
   */
  readonly publicOrigin?: string | undefined;
  /** Origins of pages that may call, such as `https://chat.example.com`. Default none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Bytes a request's body may have. Default 1,000,000. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Sessions that are open at once. Default 100. Beyond that the one used least recently ends; while
   * all have running calls, a new one is refused with 503 `TOO_MANY_SESSIONS`.
   */
  readonly maxSessions?: number | undefined;
}
