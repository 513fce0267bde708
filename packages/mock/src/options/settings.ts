import { API_VERSION, type DialectName } from '@org/payments-contract';
import { didYouMean } from '@org/payments-contract/internal';
import * as z from 'zod/mini';
import type { Instant } from '../clock.ts';
import { Random } from '../random.ts';
import type { Snapshot } from '../store/store.ts';
import { checked, MockUsageError } from '../usage-error.ts';
import { type Choices, openChoices, resolveChoices, type SomeChoices } from './choices.ts';
import { defaultOutcomes, type OutcomeTables } from './outcomes.ts';

/** The options of `createMock`, all optional, including one for each point left open. */
export interface MockOptions extends SomeChoices {
  /**
   * Decides every id, key and challenge: the same seed and calls produce the same bytes. Default: that
   * of `state`, otherwise a random one, `mock.seed`, so that ids of events never repeat those of an
   * earlier run. Credentials, webhook keys and exchange rates are then those of every mock without one.
   */
  readonly seed?: string | number | undefined;
  /**
   * The time at the start. At a point in time the clock stands still until it is moved; with a
   * function such as `Date.now` it runs. Default: 2026-01-05T09:00:00Z, standing still.
   */
  readonly now?: Instant | (() => number) | undefined;
  /**
   * Base URL of the API; its path must end in the version. Only the path is matched. Default:
   * `https://mock.payments.test/` and the version.
   */
  readonly baseUrl?: string | undefined;
  /** User name of the platform's Basic credentials; derived from the seed when left out. */
  readonly tokenId?: string | undefined;
  /** Password of the platform's Basic credentials; derived from the seed when left out. */
  readonly clientSecret?: string | undefined;
  /** Whether the sandbox literals and client keys that were used before are refused. Default: false. */
  readonly strict?: boolean | undefined;
  /** Tables of sandbox outcomes to replace; the others stay as they are. Default: the public tables. */
  readonly outcomes?: Partial<OutcomeTables> | undefined;
  /** Whether every response is checked against the contract; a violation rejects the call. Default: false. */
  readonly checkResponses?: boolean | undefined;
  /** Entries the request log keeps; 1000 when left out. */
  readonly logLimit?: number | undefined;
  /** Messages the outbox keeps; 1000 when left out. */
  readonly outboxLimit?: number | undefined;
  /** Events and postings kept; 10,000 each when left out. The oldest go first. */
  readonly eventLimit?: number | undefined;
  /** Challenges kept, pending and answered; 10,000 when left out. The oldest go first. */
  readonly challengeLimit?: number | undefined;
  /** Waits for an injected delay, in milliseconds; by a timer when left out. */
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined;
  /**
   * The words of a service that moved on after the specification, such as `2026-08`. Default the
   * specification's.
   */
  readonly dialect?: DialectName | undefined;
  /** State to start from and to return to on `reset`. Default: a world with the platform's
   * internal accounts. */
  readonly state?: Snapshot | undefined;
}

/** How a client reaches the mock. */
export interface Connection {
  /** The base URL, which ends with the version of the API. */
  readonly baseUrl: string;
  /** Id of the API token. */
  readonly tokenId: string;
  /** Secret of the API token. */
  readonly clientSecret: string;
}

const DEFAULT_ORIGIN = 'https://mock.payments.test';
const DEFAULT_NOW = '2026-01-05T09:00:00Z';

const byTimer = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

function checkedBaseUrl(text: string): string {
  const baseUrl = text.replace(/\/+$/, '');
  const paths = URL.canParse(baseUrl) ? [new URL(baseUrl).pathname, baseUrl] : [''];
  if (!paths.every((path) => path.endsWith(`/${API_VERSION}`))) {
    throw new MockUsageError(`baseUrl must be a URL that ends in /${API_VERSION}, not ${text}`, []);
  }
  return baseUrl;
}

function connectionOf(options: MockOptions, seed: string | number): Connection {
  const random = new Random(seed);
  return {
    baseUrl: checkedBaseUrl(options.baseUrl ?? `${DEFAULT_ORIGIN}/${API_VERSION}`),
    tokenId: options.tokenId ?? `token-${random.hex('connection', 8)}`,
    clientSecret: options.clientSecret ?? random.hex('connection', 24),
  };
}

const text = z.optional(z.string());
const flag = z.optional(z.boolean());
const limit = z.optional(z.int().check(z.gte(0)));
const object = z.optional(z.looseObject({}));

/** Every option of `createMock` that is not an open point; checked to be complete by its type. */
const plainOptions = {
  seed: z.optional(z.union([z.string(), z.number()])),
  now: z.optional(
    z.custom(
      (value) => ['string', 'number', 'function'].includes(typeof value) || value instanceof Date,
      'expected a point in time, or a function that returns one',
    ),
  ),
  baseUrl: text,
  tokenId: text,
  clientSecret: text,
  strict: flag,
  outcomes: object,
  checkResponses: flag,
  logLimit: limit,
  outboxLimit: limit,
  eventLimit: limit,
  challengeLimit: limit,
  sleep: z.optional(z.custom((value) => typeof value === 'function', 'expected a function')),
  dialect: z.optional(z.enum(['2026-08'])),
  state: object,
} satisfies Readonly<Record<Exclude<keyof MockOptions, keyof Choices>, z.ZodMiniType>>;

/** Checks the names of all options and the values of the plain ones. @throws MockUsageError */
function checkOptions(options: MockOptions): void {
  const names = [...Object.keys(plainOptions), ...Object.keys(openChoices)];
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const known = `Options: ${names.join(', ')}.`;
    throw new MockUsageError(
      `${name} is not an option of createMock${didYouMean(name, names)}. ${known}`,
      [],
    );
  }
  checked('createMock', z.object(plainOptions), options);
  for (const name of Object.keys(options.outcomes ?? {})) {
    if (Object.hasOwn(defaultOutcomes, name)) continue;
    const tables = Object.keys(defaultOutcomes).join(', ');
    throw new MockUsageError(`${name} is not a table of outcomes. Tables: ${tables}.`, []);
  }
}

/** @throws MockUsageError for an unknown option or value, or when `baseUrl` does not end in the version */
export function resolveSettings(options: MockOptions) {
  checkOptions(options);
  const seed = options.seed ?? 'payments';
  const strict = options.strict ?? false;
  // Newer services send a digest as text, and its characters are the bytes to sign.
  const challengeEncoding = options.challengeEncoding ?? (options.dialect && 'utf8');
  return {
    /** Decides credentials, webhook keys and exchange rates; with `isSeeded` everything else too. */
    seed,
    isSeeded: options.seed !== undefined,
    now: options.now ?? DEFAULT_NOW,
    connection: connectionOf(options, seed),
    strict,
    checkResponses: options.checkResponses ?? false,
    logLimit: options.logLimit ?? 1000,
    outboxLimit: options.outboxLimit ?? 1000,
    challengeLimit: options.challengeLimit ?? 10_000,
    eventLimit: options.eventLimit ?? 10_000,
    sleep: options.sleep ?? byTimer,
    choices: resolveChoices({ ...options, challengeEncoding }),
    outcomes: { ...defaultOutcomes, ...options.outcomes },
    dialect: options.dialect,
  };
}

export type Settings = ReturnType<typeof resolveSettings>;
