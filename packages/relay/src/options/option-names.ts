import { type KindsOf, optionChecks } from '@org/payments-contract/internal';
import { ConfigurationError } from '@org/payments-sdk';
import { defaultLimits } from '../limits/rate-limits.ts';
import type { ActionSchemas, AnyAction, RelayUser } from './actions.ts';
import type { PasskeyOptions, RelayDeadlines, WalletRelayOptions } from './options.ts';

/** Checks of options and parts. They throw a ConfigurationError. */
export const { checkOptions, checkFunctions, checkRequest } = optionChecks(
  (option, message, action) => new ConfigurationError(option, message, action),
);

type Options = WalletRelayOptions<RelayUser, ActionSchemas, unknown>;

const relay: KindsOf<Options> = {
  secret: true,
  origins: true,
  authenticate: true,
  clientAddress: true,
  accounts: true,
  cacheKey: true,
  actions: true,
  mount: true,
  relatedOrigins: true,
  rpId: true,
  rpName: true,
  passkey: true,
  rateLimits: true,
  families: true,
  maxRefreshes: true,
  maxSessionAge: true,
  cacheLifetime: true,
  maxReads: true,
  maxBodyBytes: true,
  deadlines: true,
  onError: true,
  clock: true,
};

const passkey: KindsOf<PasskeyOptions> = {
  challengeEncoding: true,
  userVerification: true,
  topOrigins: true,
};

const deadlines: KindsOf<RelayDeadlines> = {
  body: true,
  authenticate: true,
  accounts: true,
  action: true,
  limiter: true,
};

const action: KindsOf<AnyAction> = {
  input: true,
  allowForeignIds: true,
  allowKinds: true,
  run: true,
};

const rateLimits = Object.fromEntries(
  Object.keys(defaultLimits).map((name) => [name, true as const]),
);

const of = 'createWalletRelay';

/**
 * Refuses names of options that are not known: a limit with a misspelt name limits nothing.
 *
 * @throws ConfigurationError
 */
export function checkRelayOptionNames(options: Options): void {
  checkOptions(options, relay, { of });
  checkOptions(options.passkey ?? {}, passkey, { of, in: 'passkey' });
  checkOptions(options.deadlines ?? {}, deadlines, { of, in: 'deadlines' });
  checkOptions(options.rateLimits ?? {}, rateLimits, { of, in: 'rateLimits' });
  const actions = (options.actions ?? {}) as Readonly<Record<string, unknown>>;
  for (const [name, given] of Object.entries(actions)) {
    // A function is refused with a message of its own.
    if (typeof given === 'object') checkOptions(given, action, { of, in: `actions.${name}` });
  }
}

/** @throws ConfigurationError for anything but a platform's client */
export function checkClient(payments: unknown): void {
  if ('credentials' in Object(payments) && 'sessions' in Object(payments)) return;
  const message = 'The first argument of createWalletRelay is not the client of a platform.';
  const what = 'Pass the client that `createPaymentsClient` returns.';
  throw new ConfigurationError('payments', message, what);
}
