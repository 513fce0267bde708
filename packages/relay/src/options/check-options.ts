import { type KindsOf, oneOf, optionChecks } from '@org/payments-contract/internal';
import { ConfigurationError } from '@org/payments-sdk';
import { getPublicSuffix } from 'tldts';
import { defaultLimits } from '../limits/rate-limits.ts';
import type { ActionSchemas, AnyAction, RelayUser } from './actions.ts';
import { checkableKinds } from './id-kinds.ts';
import type { PasskeyOptions, RelayDeadlines, WalletRelayOptions } from './options.ts';

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/;

/** @throws ConfigurationError unless it is an origin, and one of https or of the loopback */
export function checkOrigin(option: string, origin: string): URL {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url === undefined || url.origin !== origin) {
    const action = 'Write scheme, host and port only, such as `https://app.example.com`.';
    throw new ConfigurationError(option, `${origin} is not an origin.`, action);
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))) {
    return url;
  }
  const action = 'Serve the page over https. Only the loopback may be plain http.';
  throw new ConfigurationError(option, `${origin} is not an https origin.`, action);
}

/**
 * Checks the RP ID against the hosts of all origins, and returns the host of the first origin if no
 * RP ID is given. Browsers refuse a public suffix, such as `co.uk` or `github.io`.
 *
 * @throws ConfigurationError
 */
export function checkRpId(given: string | undefined, hosts: readonly string[]): string {
  const [first = ''] = hosts;
  const rpId = given ?? first;
  const isAbove = hosts.every((host) => host === rpId || host.endsWith(`.${rpId}`));
  if (!isAbove) {
    const message = 'The RP ID must be the host of every origin, or a domain above it.';
    const action =
      'Pass `rpId`, such as `example.com`, and origins of other domains as `relatedOrigins`.';
    throw new ConfigurationError('rpId', message, action);
  }
  if (given === undefined) return rpId;
  const suffix = getPublicSuffix(given, { allowPrivateDomains: true });
  const isDomain = given.includes('.') && !given.startsWith('.') && suffix !== given;
  const isHost = given === 'localhost' || hosts.includes(given);
  if ((isDomain || isHost) && !address.test(given)) return rpId;
  const message = `The RP ID must be a domain that you own, not \`${given}\`.`;
  throw new ConfigurationError('rpId', message, 'Pass `rpId`, such as `example.com`.');
}

/** @throws ConfigurationError unless it is a finite number from `min`, or the one exception */
export function checkNumber(name: string, value: number, min: number, exception?: number): number {
  if (value === exception || (Number.isFinite(value) && value >= min)) return value;
  const message = `\`${name}\` must be a number from ${min}, not ${String(value)}.`;
  throw new ConfigurationError(name, message, `Pass a number from ${min} as \`${name}\`.`);
}

/** @throws ConfigurationError for text that is empty or not text */
export function checkText(name: string, value: string | undefined): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new ConfigurationError(
    name,
    `\`${name}\` must be text.`,
    `Pass text as \`${name}\`, or leave it out.`,
  );
}

/** @throws ConfigurationError unless it is one of the choices */
export function checkChoice<const Choice extends string>(
  name: string,
  value: Choice,
  choices: readonly Choice[],
): Choice {
  if (choices.includes(value)) return value;
  const action = `Pass one of ${choices.join(', ')}.`;
  throw new ConfigurationError(name, `\`${name}\` does not have an accepted value.`, action);
}

/** @throws ConfigurationError unless it is a function, or it is optional and left out */
export function checkFunction(name: string, value: unknown, need?: 'required'): void {
  if (typeof value === 'function' || (value === undefined && need === undefined)) return;
  throw new ConfigurationError(
    name,
    `\`${name}\` must be a function.`,
    `Pass a function as \`${name}\`.`,
  );
}

/** @throws ConfigurationError unless the action has a schema and `run` */
export function checkAction(name: string, action: AnyAction): void {
  const option = `actions.${name}`;
  const validate: unknown = action?.input?.['~standard']?.validate;
  checkFunction(`${option}.run`, action?.run, 'required');
  if (typeof validate !== 'function') {
    const message = `The input of the action \`${name}\` is not a Standard Schema.`;
    throw new ConfigurationError(
      `${option}.input`,
      message,
      'Pass a schema, such as a zod schema.',
    );
  }
  const wrong = (action.allowKinds ?? []).filter(
    (kind) => !/^[A-Z][A-Za-z]*$/.test(kind) || checkableKinds.has(kind),
  );
  if (wrong.length === 0) return;
  const message = `\`allowKinds\` of the action \`${name}\` cannot hold ${wrong.join(', ')}.`;
  const what = 'Name kinds the relay cannot check, such as `ExternalAccount`, without a colon.';
  throw new ConfigurationError(`${option}.allowKinds`, message, what);
}

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
  dialect: oneOf('2026-08'),
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
