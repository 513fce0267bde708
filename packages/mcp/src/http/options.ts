import type { PasskeyStore } from '../approval/passkey/passkey-store.ts';

/** How to serve over HTTP. */
export interface HttpOptions {
  /** What clients send as their bearer token; at least 32 characters. */
  readonly token: string;
  /**
   * Serves the approval page at `/approvals` for people who know this code of at least 32 characters.
   * A platform that has its own sign-in mounts `mcp.approvalPage` behind it instead.
   */
  readonly approvalCode?: string | undefined;
  /** Has each approval on that page confirmed by a passkey; see `ApprovalPageOptions`. */
  readonly passkeys?: PasskeyStore | undefined;
  /** Default 3340; 0 for any free one. */
  readonly port?: number | undefined;
  /** Default `127.0.0.1`: only this machine reaches the server. */
  readonly host?: string | undefined;
  /** Further names in the `Host` header, such as that of a proxy in front. */
  readonly allowedHosts?: readonly string[] | undefined;
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
