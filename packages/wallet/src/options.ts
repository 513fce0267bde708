import type { DialectName } from '@org/payments-contract';
import type { WalletClock } from './clock.ts';
import type { WalletTransport } from './relay/transport.ts';
import type { PayloadStrength, ServiceChange } from './signing/payload/request.ts';
import type { Review } from './signing/review.ts';
import type { VaultChoice } from './vault/indexeddb-vault.ts';

/** The address of the signer. */
export interface SignerFrame {
  /** Such as `https://sign.example.com`: another origin than the page's, of the same site. */
  readonly origin: string;
  /** The page that runs `startSigner`; default `/`. */
  readonly path?: string;
}

/** How an action is run. */
export interface RunOptions {
  /** Refuses with `FRESH_SIGN_IN_REQUIRED` unless somebody signed in within the last two minutes. */
  readonly requires?: 'fresh' | undefined;
}

/** The changes that actions are, from their input. */
export type ActionChanges = Readonly<Record<string, (input: never) => ServiceChange>>;

/** How to set up a wallet. One of `relay`, `transport` and `signer` is needed. */
export interface WalletOptions {
  /** Where the relay is mounted, such as `/api/wallet`; same origin. */
  readonly relay?: string | undefined;
  /**
   * Keeps the key in a frame on another origin of the platform, which runs `startSigner`. Then
   * `relay`, `vault`, `review` and similar options are options of the signer, not of this wallet.
   */
  readonly signer?: SignerFrame | undefined;
  /** Another way to the platform's backend, instead of `relay`. */
  readonly transport?: WalletTransport | undefined;
  /**
   * The account the wallet is for. Pass it wherever it is known: accounts then never share a database.
   * Without it the relay uses the user's only account.
   */
  readonly accountId?: string | undefined;
  /**
   * Who is logged in at your platform: an id that no other person has. People who share a browser or
   * an account then never share a database, and a reload does not wait for the relay. Without it the
   * relay is asked after each load whether the stored session was opened by who is logged in.
   */
  readonly person?: string | undefined;
  /** The RP ID passkeys belong to; names the database. Default: the page's host name. */
  readonly rpId?: string | undefined;
  /**
   * Where keys are kept. `auto`, the default: IndexedDB if it can store non-extractable keys, otherwise
   * memory. `memory`: a reload signs out.
   */
  readonly vault?: VaultChoice | undefined;
  /**
   * Called with every payload before it is stamped, and may refuse it. Without it, a payload is
   * refused whose check is weaker than `minimumCheck`.
   */
  readonly review?: Review | undefined;
  /**
   * The weakest check of a payload with which an action is stamped without a `review`; default
   * `shown`. With `kind` or `unreadable` the page relies on its backend for what is signed. The
   * wallet's own refresh and new passkeys need `shown`, its sign-out and removal of credentials
   * `kind`; all of them `unreadable` if that is set here.
   */
  readonly minimumCheck?: PayloadStrength | undefined;
  /**
   * The changes at the service that your actions are, by the name of the action: with them a
   * payload is compared exactly, and a signer can say in words what it is.
   */
  readonly changes?: ActionChanges | undefined;
  /**
   * Whether `wallet.stamp(payload)` may be used, for backends without the relay; default false.
   * Any script in the page can then have payloads stamped, unless `review` refuses.
   */
  readonly stamp?: boolean | undefined;
  /** The maximum number of stamps per minute, of all wallets of the page together; default 60. */
  readonly stampsPerMinute?: number | undefined;
  /** Milliseconds before the end at which a session is `expiring`; default 60,000. */
  readonly expiringWithin?: number | undefined;
  /**
   * Refresh automatically when `expiring`, as long as the page is open; default false. A refresh
   * that failed is tried again until the session ends.
   */
  readonly autoRefresh?: boolean | undefined;
  /**
   * The words of a service that moved on after the specification, such as `2026-08`: those of the
   * relay. The part of the wallet for it is loaded when it is used. Default the specification's.
   */
  readonly dialect?: DialectName | undefined;
  /**
   * The public key that signs what codes by e-mail are sealed to, hex; a dialect that seals them needs
   * it. It is a fact of the service: ship it with the page, and never take it from a response.
   */
  readonly codeKey?: string | undefined;
  /** The source of time, which tests can replace. */
  readonly clock?: WalletClock | undefined;
}
