import { type DialectName, findOperation } from '@org/payments-contract';
import type { KindsOf, OptionKinds } from '@org/payments-contract/internal';
import type {
  Authorization,
  CalledOperation,
  ClientContext,
  ClientDialect,
  Service,
  Settings,
} from '../call/context.ts';
import { isCredentialHeader } from '../call/header-value.ts';
import type { AppInfo, ClientOptions, JournalOption, SharedOptions } from '../call/options.ts';
import { RetryBudget } from '../call/send/retry-policy.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { checkOptions } from '../options/checks.ts';
import { ServiceClock } from '../outcome/read-timing.ts';
import { isNode, runtimeName, SDK_NAME, SDK_VERSION } from '../runtime.ts';
import { serviceAt } from './base-url.ts';
import {
  agentNamesElsewhere,
  journalOptionNames,
  namesElsewhere,
  sharedOptionNames,
} from './option-names.ts';
import { callSettings, clientSettings, definedOnly, headerIssues } from './settings.ts';

/** The characters of a product name or version: the token characters of RFC 9110, 5.6.2. */
const token = /^[!#$%&'*+.^`|~\w-]+$/;
const url = /^https?:\/\/[\x21-\x27\x2a-\x7e]+$/;

function check(field: string, value: string | undefined, pattern: RegExp): void {
  if (value === undefined || pattern.test(value)) return;
  throw new ConfigurationError(
    'appInfo',
    `appInfo.${field} has characters that a User-Agent cannot hold.`,
    pattern === url
      ? 'Pass an absolute http or https URL without parentheses.'
      : 'Use letters, digits and -._ only.',
  );
}

/**
 * The User-Agent: the SDK and its version, the runtime, and the application if it is named.
 *
 * @throws ConfigurationError for an `appInfo` that is not a valid header value
 */
function userAgent(app: AppInfo | undefined): string {
  const sdk = `${SDK_NAME.replace(/^@/, '').replace('/', '-')}/${SDK_VERSION} ${runtimeName()}`;
  if (app === undefined) return sdk;
  check('name', app.name, token);
  check('version', app.version, token);
  check('url', app.url, url);
  const version = app.version === undefined ? '' : `/${app.version}`;
  return `${sdk} ${app.name}${version}${app.url === undefined ? '' : ` (${app.url})`}`;
}

function refuseBrowser(): void {
  const { window, document } = globalThis as { window?: unknown; document?: unknown };
  if (window === undefined || document === undefined) return;
  throw new ConfigurationError(
    'environment',
    'This client holds secrets and does not run in a browser.',
    // Node has no `window`: jsdom and happy-dom add it in tests.
    isNode()
      ? 'Call it on your server; in a test, begin the file with `/** @jest-environment node */`.'
      : 'Call it on your server; in the browser use @org/payments-wallet with the relay.',
  );
}

/** The newest of what the SDK uses; a test compares the version with the package's `engines`. */
function refuseOldRuntime(): void {
  if (typeof Promise.withResolvers === 'function') return;
  throw new ConfigurationError(
    'runtime',
    `The SDK needs Node 22.12 or later, or a runtime as new; this is ${runtimeName()}.`,
    'Run the program with a newer version.',
  );
}

function refuseWrong(options: ClientOptions, known: OptionKinds): void {
  const elsewhere = Object.hasOwn(known, 'clientSecret') ? namesElsewhere : agentNamesElsewhere;
  checkOptions(options, known, { of: 'the client', elsewhere });
  const [wrong] = headerIssues(options.headers);
  if (wrong === undefined) return;
  const { path, message } = wrong;
  throw new ConfigurationError(
    path,
    `\`${path}\` is not valid: ${message}.`,
    `Correct \`${path}\`, or leave it out.`,
  );
}

/** Returns where a client sends its requests; found once, at the first call. */
function foundOnce(find: () => Service): ClientContext['service'] {
  let found: Service | undefined;
  return () => {
    found ??= find();
    return found;
  };
}

/** Returns a function that merges the options of a call with the client's, which are read once. */
function mergedSettings(options: SharedOptions, agent: string): ClientContext['settings'] {
  let own: Settings | undefined;
  return (call) => {
    own ??= clientSettings(options, agent);
    return call === undefined ? own : callSettings(own, options, call);
  };
}

/** The rows of a dialect are loaded only by a client that names it. */
function dialectOf(name: DialectName): ClientDialect {
  const dialect = {
    name,
    operation: (operation: CalledOperation) => operation,
    async load() {
      dialect.operation = (await import('./dialect.ts')).inDialect(name);
    },
  };
  return dialect;
}

/**
 * Checks the options of a client and returns its context.
 *
 * @throws ConfigurationError in a browser, on an older runtime, or for invalid options
 */
export function createContext(
  auth: 'platform' | 'agent',
  authorization: (options: ClientOptions) => Authorization,
  options: ClientOptions & { readonly dialect?: DialectName | undefined },
  known: OptionKinds,
): ClientContext {
  refuseBrowser();
  refuseOldRuntime();
  refuseWrong(options, known);
  const agent = userAgent(options.appInfo);
  return {
    service: foundOnce(serviceAt(options.baseUrl)),
    authorization: authorization(options),
    auth,
    options,
    settings: mergedSettings(options, agent),
    operation: findOperation,
    dialect: options.dialect && dialectOf(options.dialect),
    journal: options.journal,
    account: options.account,
    budget: new RetryBudget(),
    serviceClock: new ServiceClock(),
    random: Math.random,
  };
}

/** What a client inherits for another account: neither its stamper nor headers with credentials. */
function inheritedOptions({ stamper: _stamper, headers, ...others }: ClientOptions): ClientOptions {
  const names = [...Object.keys(sharedOptionNames), 'appInfo'];
  const fields = Object.entries(others).filter(([name]) => names.includes(name));
  const open = Object.entries(headers ?? {}).filter(([name]) => !isCredentialHeader(name));
  return { ...Object.fromEntries(fields), headers: Object.fromEntries(open) };
}

/** @throws ConfigurationError for a URL that is missing: that of the environment is another one */
function serviceOption({ baseUrl }: Pick<ClientOptions, 'baseUrl'>): ClientContext['service'] {
  if (baseUrl !== undefined && baseUrl !== '') return foundOnce(serviceAt(baseUrl));
  throw new ConfigurationError('baseUrl', 'The base URL is missing.', 'Pass `baseUrl`.');
}

/** How a client of another account or service is created from one. */
export interface Identity<Options> {
  /** The options that name the account or the service. */
  readonly names: KindsOf<Options>;
  /** @throws ConfigurationError without credentials */
  readonly authorization: (options: Options) => Authorization;
}

/**
 * Returns the context of a client with other defaults. With an option that names the account or the
 * service, it has its own credentials, account and state, and nothing of what the former one was
 * trusted with.
 *
 * @throws ConfigurationError for invalid options
 */
export function contextWith<Options extends Pick<ClientOptions, 'baseUrl' | 'account'>>(
  context: ClientContext,
  changes: SharedOptions & JournalOption & Options,
  { names, authorization }: Identity<Options>,
): ClientContext {
  refuseWrong(changes, { ...sharedOptionNames, ...journalOptionNames, ...names });
  const isOther = Object.keys(names).some((name) => Object.hasOwn(changes, name));
  const before: ClientOptions = isOther ? inheritedOptions(context.options) : context.options;
  const given = definedOnly<SharedOptions & JournalOption>(changes);
  const { journal = context.journal } = given;
  const options: ClientOptions = {
    ...before,
    ...given,
    headers: { ...before.headers, ...given.headers },
  };
  const settings = mergedSettings(options, userAgent(options.appInfo));
  if (!isOther) return { ...context, options, settings, journal };
  return {
    ...context,
    journal,
    options,
    settings,
    service: Object.hasOwn(changes, 'baseUrl') ? serviceOption(changes) : context.service,
    authorization: authorization(changes),
    account: changes.account,
    budget: new RetryBudget(),
    serviceClock: new ServiceClock(),
  };
}
