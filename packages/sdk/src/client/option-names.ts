import {
  aFunction,
  type KindsOf,
  listOf,
  numberOf,
  type OptionKind,
  oneOf,
  wholeNumber,
  withFunctions,
} from '@org/payments-contract/internal';
import type {
  AgentClientOptions,
  AgentIdentity,
  AnyCallOptions,
  DeviceCodeOptions,
  JournalOption,
  PaymentsClientOptions,
  PlatformIdentity,
  SharedOptions,
} from '../call/options.ts';
import { logLevels } from '../observe/log-observer.ts';

const milliseconds = numberOf({ above: 0, unit: 'milliseconds' });

const shared: KindsOf<SharedOptions> = {
  stamper: withFunctions('stamp'),
  timeout: milliseconds,
  deadline: milliseconds,
  retry: wholeNumber({ from: 0 }),
  fetch: aFunction,
  transport: aFunction,
  logger: withFunctions('error', 'warn', 'info', 'debug'),
  logLevel: oneOf(...logLevels),
  validate: oneOf('strict', 'warn', 'off'),
  onDrift: aFunction,
  clock: withFunctions('now', 'setTimeout'),
  observers: listOf(aFunction, 'functions'),
  maxResponseBytes: numberOf({ above: 0, unit: 'bytes' }),
  headers: true,
};

const journal: OptionKind = {
  expected: 'a journal, such as `sqliteJournal` or `createJournal` returns',
  accepts: (value) => typeof Object(Object(value).work).record === 'function',
};

/** The option of a journal, which `withOptions` also takes. */
export const journalOptionNames: KindsOf<JournalOption> = { journal };

const account: OptionKind = {
  expected: 'a text, or a list of texts',
  accepts: (value) =>
    [value].flat().every((one) => typeof one === 'string') && [value].flat().length > 0,
};

const client = { baseUrl: true, appInfo: true, journal, account } as const;

/** What clients of other services call an option, for a platform. */
export const namesElsewhere: Readonly<Record<string, string>> = {
  ...{ apiKey: 'tokenId` and `clientSecret', token: 'tokenId` and `clientSecret' },
  ...{ apiToken: 'tokenId` and `clientSecret', accessToken: 'tokenId` and `clientSecret' },
  ...{ clientId: 'tokenId', username: 'tokenId', password: 'clientSecret' },
  ...{ secret: 'clientSecret', secretKey: 'clientSecret', environment: 'baseUrl' },
  ...{ apiVersion: 'baseUrl', host: 'baseUrl', endpoint: 'baseUrl', url: 'baseUrl' },
  ...{ agent: 'transport', httpAgent: 'transport', httpsAgent: 'transport' },
  ...{ proxy: 'transport', dispatcher: 'transport', httpClient: 'fetch' },
  ...{ maxRetries: 'retry', maxNetworkRetries: 'retry', retries: 'retry' },
};

/** The same for an agent, which has one token in place of the pair. */
export const agentNamesElsewhere: typeof namesElsewhere = Object.fromEntries(
  Object.entries({ tokenId: 'tokenId', clientSecret: 'clientSecret', ...namesElsewhere }).map(
    ([name, here]) => [name, /tokenId|clientSecret/.test(here) ? 'accessToken' : here],
  ),
);

export const callOptionNames: KindsOf<AnyCallOptions> = {
  ...shared,
  signal: withFunctions('addEventListener'),
  current: true,
  extra: true,
  idempotencyKey: true,
  onProgress: true,
};

/** Options that `withOptions` inherits. */
export const sharedOptionNames = shared;

/** Options by which `withOptions` creates a client of another account or service. */
export const platformIdentityNames: KindsOf<PlatformIdentity> = {
  baseUrl: true,
  account,
  tokenId: true,
  clientSecret: true,
  credentials: true,
};

/** The same for an agent's client. */
export const agentIdentityNames: KindsOf<AgentIdentity> = {
  baseUrl: true,
  account,
  accessToken: true,
};

export const platformOptionNames: KindsOf<PaymentsClientOptions> = {
  ...shared,
  ...client,
  dialect: oneOf('2026-08'),
  tokenId: true,
  clientSecret: true,
  credentials: true,
};

export const agentOptionNames: KindsOf<AgentClientOptions> = {
  ...shared,
  ...client,
  accessToken: true,
};

export const deviceCodeOptionNames: KindsOf<DeviceCodeOptions> = {
  ...shared,
  ...client,
  onRedeemed: true,
};
