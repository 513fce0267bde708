import { callSafely, secretProblem, systemClock } from '@org/payments-contract/internal';
import { ConfigurationError } from '@org/payments-sdk';
import { type RelayCall, relayPaths } from '../protocol/index.ts';
import type { ActionSchemas, AnyAction, RelayUser } from './actions.ts';
import {
  checkAction,
  checkChoice,
  checkFunction,
  checkNumber,
  checkOrigin,
  checkRelayOptionNames,
  checkRpId,
  checkText,
} from './check-options.ts';
import type { RelayDeadlines, WalletRelayOptions } from './options.ts';

const calls = Object.keys(relayPaths) as RelayCall[];

/** Plain segments only: not encoded, not empty, and not dots alone. */
const mountPattern = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/** Whether a string is a prefix the relay can be mounted at; the empty string is the root. */
export function isMount(text: string): boolean {
  return mountPattern.test(text);
}

/** A call and the prefix it was reached below. */
export interface CallAtPath {
  readonly call: RelayCall;
  readonly mount: string;
}

/**
 * The call of a path. With a mount the path must be exactly mount and call; without one, any plain
 * prefix may precede the call. The path is compared unchanged: not decoded, not normalized, without
 * a trailing slash.
 */
export function callOf(pathname: string, mount: string | undefined): CallAtPath | undefined {
  const call = calls.find((name) => {
    const path = relayPaths[name];
    if (mount !== undefined) return pathname === `${mount}${path}`;
    return pathname.endsWith(path) && isMount(pathname.slice(0, -path.length));
  });
  return call && { call, mount: pathname.slice(0, -relayPaths[call].length) };
}

type Checked = WalletRelayOptions<RelayUser, ActionSchemas, unknown>;

const encodings = ['base64url', 'utf8'] as const;
const verifications = ['required', 'preferred', 'discouraged'] as const;

function missing(option: string, variable: string): ConfigurationError {
  const action = `Set \`${option}\`, such as from an environment variable like ${variable}.`;
  return new ConfigurationError(option, `The relay has no \`${option}\`.`, action);
}

/** The values of an option that may be set later; throws if one of them is missing. */
function present(
  option: string,
  variable: string,
  given: string | readonly (string | undefined)[] | undefined,
): readonly string[] | ConfigurationError {
  const values = typeof given === 'string' || given === undefined ? [given] : given;
  // An empty list is a mistake, and not a variable that is not set yet.
  if (values.length === 0) throw missing(option, variable);
  const known = values.filter((value): value is string => Boolean(value));
  return known.length === values.length ? known : missing(option, variable);
}

function checkFunctions(options: Checked): void {
  checkFunction('authenticate', options.authenticate, 'required');
  checkFunction('accounts', options.accounts);
  checkFunction('cacheKey', options.cacheKey);
  checkFunction('clientAddress', options.clientAddress);
  checkFunction('onError', options.onError);
  for (const [name, limiter] of Object.entries(options.rateLimits ?? {})) {
    if (limiter !== undefined) checkFunction(`rateLimits.${name}`, limiter.consume, 'required');
  }
  const { families } = options;
  if (families !== undefined) {
    checkFunction('families.add', families.add, 'required');
    checkFunction('families.members', families.members, 'required');
  }
  const actions = (options.actions ?? {}) as Readonly<Record<string, AnyAction>>;
  for (const [name, action] of Object.entries(actions)) checkAction(name, action);
}

function deadlinesOf(given: RelayDeadlines = {}): Record<keyof RelayDeadlines, number> {
  const of = (name: keyof RelayDeadlines, otherwise: number) =>
    checkNumber(`deadlines.${name}`, given[name] ?? otherwise, 1);
  return {
    body: of('body', 10_000),
    authenticate: of('authenticate', 10_000),
    accounts: of('accounts', 10_000),
    action: of('action', 60_000),
    limiter: of('limiter', 3_000),
  };
}

/**
 * Checks the given options at once. `secret` and `origins`, which may come from the environment,
 * may be missing until the first call.
 *
 * @throws ConfigurationError for invalid options
 */
export function resolveSettings(options: Checked) {
  checkRelayOptionNames(options);
  const { mount, passkey = {}, clock = systemClock } = options;
  checkFunctions(options);
  const secrets = present('secret', 'RELAY_SECRET', options.secret);
  const origins = present('origins', 'APP_ORIGIN', options.origins);
  if (!(secrets instanceof ConfigurationError)) {
    const problem = secretProblem(secrets, 'the relay');
    if (problem !== undefined) {
      throw new ConfigurationError('secret', problem.message, problem.action);
    }
  }
  const hosts =
    origins instanceof ConfigurationError
      ? []
      : origins.map((origin) => checkOrigin('origins', origin).hostname);
  if (mount !== undefined && !isMount(mount)) {
    const action = 'Begin with a slash and end without one, such as `/api/wallet`.';
    throw new ConfigurationError('mount', 'The mount is not a plain path.', action);
  }
  const rpId = checkRpId(checkText('rpId', options.rpId), hosts);
  const relatedOrigins = options.relatedOrigins ?? [];
  for (const origin of relatedOrigins) checkOrigin('relatedOrigins', origin);
  const topOrigins = passkey.topOrigins ?? [];
  for (const origin of topOrigins) checkOrigin('passkey.topOrigins', origin);
  const { dialect } = options;
  const shared = {
    dialect,
    mount,
    rpId,
    rpName: checkText('rpName', options.rpName) ?? rpId,
    challengeEncoding: checkChoice(
      'passkey.challengeEncoding',
      passkey.challengeEncoding ?? (dialect === undefined ? 'base64url' : 'utf8'),
      encodings,
    ),
    userVerification: checkChoice(
      'passkey.userVerification',
      passkey.userVerification ?? 'required',
      verifications,
    ),
    topOrigins: new Set(topOrigins),
    maxRefreshes: checkNumber('maxRefreshes', options.maxRefreshes ?? 100, 0, Infinity),
    maxSessionAge: checkNumber('maxSessionAge', options.maxSessionAge ?? 43_200_000, 0, Infinity),
    cacheLifetime: checkNumber('cacheLifetime', options.cacheLifetime ?? 5_000, 0),
    maxReads: checkNumber('maxReads', options.maxReads ?? 20, 1),
    maxBodyBytes: checkNumber('maxBodyBytes', options.maxBodyBytes ?? 65_536, 1_024),
    deadlines: deadlinesOf(options.deadlines),
    clock: {
      now: () => clock.now(),
      setTimeout: (callback: () => void, milliseconds: number) =>
        clock.setTimeout === undefined
          ? systemClock.setTimeout(callback, milliseconds)
          : clock.setTimeout(callback, milliseconds),
    },
    now: () => clock.now(),
  };
  return () => {
    if (secrets instanceof ConfigurationError) throw secrets;
    if (origins instanceof ConfigurationError) throw origins;
    return { ...shared, secrets, origins: new Set([...origins, ...relatedOrigins]) };
  };
}

/** The options that do not depend on the type of the user, checked and with their defaults. */
export type RelaySettings = ReturnType<ReturnType<typeof resolveSettings>>;

/**
 * Calls an observer of the platform without waiting for it. It may throw or reject without effect
 * on the call. A failure is written to the console, without what the function threw, which may hold
 * secrets.
 */
export function observe<Arguments extends readonly unknown[]>(
  name: string,
  listener: ((...values: Arguments) => unknown) | undefined,
  ...values: Arguments
): void {
  callSafely(() => console.error(`payments relay: \`${name}\` failed.`), listener, ...values);
}
