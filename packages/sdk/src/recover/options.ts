import {
  aFunction,
  flag,
  type KindsOf,
  listOf,
  numberOf,
  text,
  withFunctions,
} from '@org/payments-contract/internal';
import type { CalledName } from '../errors/payments-error.ts';
import { checkCallOptions } from '../options/checks.ts';
import { DEFAULT_SETTLE } from '../outcome/read-timing.ts';
import { settleKind } from '../outcome/reconcile.ts';
import { KEY_LIFETIME } from '../outcome/same-key.ts';
import type { RecoveredWrite } from './recovered-write.ts';

/** What a client was before: each part that is left out is that of the client. */
export interface FormerIdentity {
  readonly baseUrl?: string | undefined;
  /** The name of the account, or the id of the API token. */
  readonly account?: string | undefined;
}

/** A write that a recovery waits for. */
export interface RecoveryWait {
  /** Id of its entry in the journal. */
  readonly id: string;
  readonly operation: CalledName;
  /** When the service is asked about it again, ISO 8601. */
  readonly until: string;
}

/** How open writes are recovered. */
export interface RecoverOptions {
  /**
   * Whether a write with an idempotency key may be sent once more with that key. The service then
   * applies it if it had not arrived, and never twice. Default true.
   */
  readonly repeatKeyed?: boolean | undefined;
  /** Milliseconds for which the service remembers an idempotency key. Default 82,800,000: 23 hours. */
  readonly keyLifetime?: number | undefined;
  /**
   * Milliseconds after the deadline of a write during which the service may still apply it. Until
   * they have passed by the service's clock, and 300,000 more if the entry does not show how far the
   * clocks differ, the recovery does not conclude "not applied"; it waits. Default 30,000.
   */
  readonly settle?: number | undefined;
  /**
   * Also returns the writes whose end was recorded at this time or later, for a process that had
   * their result and lost it. Default: open writes only.
   */
  readonly since?: Date | string | undefined;
  /** Only the writes with these ids in the journal. Default: all of the account. */
  readonly ids?: readonly string[] | undefined;
  /** Only the writes with this idempotency key. Default: all of the account. */
  readonly idempotencyKey?: string | undefined;
  /**
   * What the client was when it recorded entries: base URLs, or objects with `baseUrl` or `account`,
   * after a host, a version or a credential was replaced. These entries are settled like its own, by
   * requests to the service that the client has now, which must be the same service. Default: none.
   */
  readonly formerly?: readonly (string | FormerIdentity)[] | undefined;
  /**
   * Milliseconds the whole recovery may take. Writes without an outcome by then are returned as
   * `unknown`, and stay open. Default 600,000.
   */
  readonly deadline?: number | undefined;
  /** Milliseconds one attempt may take. Default: as in other calls. */
  readonly timeout?: number | undefined;
  /** Ends the recovery; the remaining entries stay open. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called before the recovery waits, up to some minutes, for a write that nothing shows yet. Its
   * failure does not end the recovery.
   */
  readonly onWait?: ((wait: RecoveryWait) => void) | undefined;
}

const DEFAULT_DEADLINE = 600_000;

const milliseconds = numberOf({ from: 0, unit: 'milliseconds' });

function isFormer(value: unknown): boolean {
  if (typeof value === 'string') return URL.canParse(value);
  const { baseUrl, account, ...more } = Object(value) as Record<string, unknown>;
  const isSet = baseUrl !== undefined || account !== undefined;
  const isText = typeof (account ?? '') === 'string' && Object.keys(more).length === 0;
  return isSet && isText && (baseUrl === undefined || URL.canParse(String(baseUrl)));
}

/** The identity as the client of that time had it: without a slash at the end of its base URL. */
function formerIdentity(given: string | FormerIdentity): FormerIdentity {
  const { baseUrl, account } = typeof given === 'string' ? { baseUrl: given } : { ...given };
  if (baseUrl === undefined) return { account };
  const { origin, pathname } = new URL(baseUrl);
  return { baseUrl: origin + pathname.replace(/\/+$/, ''), account };
}

const kinds: KindsOf<RecoverOptions> = {
  repeatKeyed: flag,
  keyLifetime: milliseconds,
  settle: settleKind,
  since: {
    expected: 'a Date or an ISO 8601 string',
    accepts: (value) => !Number.isNaN(new Date(value as string).getTime()),
  },
  ids: listOf(text, 'texts'),
  idempotencyKey: text,
  formerly: {
    expected: 'a list of base URLs, or of objects with `baseUrl` or `account`',
    accepts: (value) => Array.isArray(value) && value.every(isFormer),
  },
  deadline: milliseconds,
  timeout: milliseconds,
  signal: withFunctions('addEventListener'),
  onWait: aFunction,
};

/**
 * Fills in the defaults.
 *
 * @throws InvalidRequestError for an option whose name or value is wrong
 */
export function recoverSettings(options: RecoverOptions) {
  checkCallOptions(options, kinds);
  const { keyLifetime, settle, deadline, timeout, since, ids, signal, repeatKeyed } = options;
  const { formerly = [], idempotencyKey, onWait } = options;
  return {
    repeatKeyed: repeatKeyed ?? true,
    keyLifetime: keyLifetime ?? KEY_LIFETIME,
    settle: settle ?? DEFAULT_SETTLE,
    since: since === undefined ? undefined : new Date(since).toISOString(),
    ids,
    idempotencyKey,
    formerly: formerly.map(formerIdentity),
    deadline: deadline ?? DEFAULT_DEADLINE,
    timeout,
    signal,
    onWait,
  };
}

/** The options with every default filled in. */
export type RecoverSettings = ReturnType<typeof recoverSettings>;

/** How a journal is supervised. */
export interface SuperviseOptions
  extends Pick<
    RecoverOptions,
    'repeatKeyed' | 'keyLifetime' | 'settle' | 'formerly' | 'timeout' | 'signal'
  > {
  /**
   * Milliseconds between two rounds, at most: a write that other processes left open is found
   * within this time. Default 60,000.
   */
  readonly interval?: number | undefined;
  /**
   * Milliseconds for which entries with a known outcome are kept; older ones are pruned once an
   * hour. `Infinity` keeps all. Default 2,592,000,000: 30 days.
   */
  readonly keep?: number | undefined;
  /**
   * Called with each write whose outcome has become known, before its entry is closed. If it throws
   * or rejects, the entry stays open and it is called again in a later round.
   */
  readonly onSettled?: ((write: RecoveredWrite) => unknown) | undefined;
}

const DEFAULT_INTERVAL = 60_000;
const SHORTEST_INTERVAL = 1_000;
const DEFAULT_KEEP = 2_592_000_000;

/** The others are checked as options of a recovery. */
const superviseKinds: KindsOf<SuperviseOptions> = {
  interval: {
    expected: `a number of milliseconds, at least ${SHORTEST_INTERVAL}`,
    accepts: (value) => Number.isFinite(value) && Number(value) >= SHORTEST_INTERVAL,
  },
  keep: numberOf({ from: 0, unit: 'milliseconds' }),
  onSettled: aFunction,
  repeatKeyed: true,
  keyLifetime: true,
  settle: true,
  formerly: true,
  timeout: true,
  signal: true,
};

/**
 * Fills in the defaults.
 *
 * @throws InvalidRequestError for an option whose name or value is wrong
 */
export function superviseSettings(options: SuperviseOptions) {
  checkCallOptions(options, superviseKinds);
  const { interval = DEFAULT_INTERVAL, keep = DEFAULT_KEEP, onSettled, ...rest } = options;
  recoverSettings(rest);
  const { signal, ...recover } = rest;
  return { interval, keep, onSettled, signal, recover };
}

/** The options with every default filled in. */
export type SuperviseSettings = ReturnType<typeof superviseSettings>;
