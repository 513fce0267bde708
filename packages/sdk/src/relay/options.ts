import type { RelayCall } from '@org/payments-contract';
import type { Clock } from '../config/clock.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { ActionSchemas, ActionsOf, RelayUser } from './actions.ts';
import { isMount } from './paths.ts';
import type { RateLimiters } from './rate-limits.ts';
import { checkSecrets } from './tickets/ticket-keys.ts';

/** How passkey ceremonies are asked for. */
export interface PasskeyOptions {
  /**
   * How the service's challenge stands for bytes: as base64url (the default), or as text whose
   * UTF-8 bytes are signed. A wrong choice shows only as a 401 with reason `passkey`.
   */
  readonly challengeEncoding?: 'base64url' | 'utf8' | undefined;
  /** Default `required`. */
  readonly userVerification?: 'required' | 'preferred' | 'discouraged' | undefined;
}

/** What went wrong, for the platform's own log. */
export interface RelayFailure {
  readonly call: RelayCall | undefined;
  readonly status: number;
  readonly code: string;
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
   * rotation: the first one seals, all of them open.
   */
  readonly secret: string | readonly string[];
  /** The origins of the pages that may call, such as `https://app.example.com`. */
  readonly origins: readonly string[];
  /**
   * The platform's own user behind a request, or null. The request has method, URL and headers, and
   * no body.
   */
  authenticate(request: Request): User | null | Promise<User | null>;
  /**
   * The accounts a user may act on, as `InternalAccount:...` ids. Default the embedded wallets the
   * service lists for the user's `customerId`.
   */
  accounts?(user: User): readonly string[] | Promise<readonly string[]>;
  /** The platform's own signed actions, by name. */
  readonly actions?: ActionsOf<Schemas, Results, User> | undefined;
  /** The exact path the relay is mounted at, such as `/api/wallet`. Default any plain prefix. */
  readonly mount?: string | undefined;
  /** Default the host of the first origin. */
  readonly rpId?: string | undefined;
  /** What the passkey prompt calls the platform. Default the `rpId`. */
  readonly rpName?: string | undefined;
  readonly passkey?: PasskeyOptions | undefined;
  readonly rateLimits?: RateLimiters | undefined;
  /** Milliseconds what the service says of accounts is believed. Default 5,000; 0 asks each time. */
  readonly cacheLifetime?: number | undefined;
  /** Bytes a request's body may have. Default 65,536. */
  readonly maxBodyBytes?: number | undefined;
  /** Hears of every answer of status 500 and above, with the error behind it. */
  onError?(error: unknown, failure: RelayFailure): void;
  readonly clock?: Pick<Clock, 'now'> | undefined;
}

/** The options that need no user, checked and with their defaults. */
export interface RelaySettings {
  readonly secrets: readonly string[];
  readonly origins: ReadonlySet<string>;
  readonly mount: string | undefined;
  readonly rpId: string;
  readonly rpName: string;
  readonly challengeEncoding: 'base64url' | 'utf8';
  readonly userVerification: 'required' | 'preferred' | 'discouraged';
  readonly cacheLifetime: number;
  readonly maxBodyBytes: number;
  readonly now: () => number;
}

type Checked = Omit<WalletRelayOptions<RelayUser, ActionSchemas, unknown>, 'actions' | 'accounts'>;

function checkOrigin(origin: string): URL {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url !== undefined && url.origin === origin) return url;
  const action = 'Write scheme, host and port only, such as `https://app.example.com`.';
  throw new ConfigurationError('origins', `Not an origin: ${origin}`, action);
}

function checkRpId(rpId: string, hosts: readonly string[]): void {
  if (hosts.every((host) => host === rpId || host.endsWith(`.${rpId}`))) return;
  const message = 'The RP ID must be the host of every origin, or a domain above it.';
  throw new ConfigurationError('rpId', message, 'Give `rpId`, such as `example.com`.');
}

function checkNumber(name: string, value: number, min: number): number {
  if (Number.isFinite(value) && value >= min) return value;
  throw new ConfigurationError(name, `${name} must be a number from ${min}.`, 'Correct it.');
}

/**
 * Checks the options.
 *
 * @throws ConfigurationError for those the relay cannot work with
 */
export function resolveSettings(options: Checked): RelaySettings {
  const { origins, mount, passkey = {}, clock = { now: () => Date.now() } } = options;
  const secrets = checkSecrets(options.secret);
  if (typeof options.authenticate !== 'function') {
    const message = 'The relay must know who calls.';
    throw new ConfigurationError('authenticate', message, 'Give `authenticate`.');
  }
  const [first, ...others] = origins.map(checkOrigin);
  if (first === undefined) {
    throw new ConfigurationError('origins', 'No page may call the relay.', 'List one origin.');
  }
  if (mount !== undefined && !isMount(mount)) {
    const action = 'Begin with a slash and end without one, such as `/api/wallet`.';
    throw new ConfigurationError('mount', 'The mount is not a plain path.', action);
  }
  const rpId = options.rpId ?? first.hostname;
  checkRpId(
    rpId,
    [first, ...others].map(({ hostname }) => hostname),
  );
  return {
    secrets,
    origins: new Set(origins),
    mount,
    rpId,
    rpName: options.rpName ?? rpId,
    challengeEncoding: passkey.challengeEncoding ?? 'base64url',
    userVerification: passkey.userVerification ?? 'required',
    cacheLifetime: checkNumber('cacheLifetime', options.cacheLifetime ?? 5_000, 0),
    maxBodyBytes: checkNumber('maxBodyBytes', options.maxBodyBytes ?? 65_536, 1_024),
    now: () => clock.now(),
  };
}
