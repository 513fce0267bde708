import { MockUsageError } from '../usage-error.ts';

/** One point the specification leaves open: the mock's choice and the alternatives. */
interface Choice<Chosen> {
  /** Number of the rule the choice belongs to, if it has one. */
  readonly rule?: number;
  readonly question: string;
  readonly default: Chosen;
  /** All allowed values; left out if any list, or any number of milliseconds, is allowed. */
  readonly values?: readonly Chosen[];
  /** The form of each value of a list; any string when left out. */
  readonly items?: { readonly pattern: RegExp; readonly words: string };
}

type Value = string | number;

function oneOf<const Values extends readonly [Value, ...Value[]]>(
  rule: number,
  question: string,
  values: Values,
): Choice<Values[number]> {
  return { rule, question, default: values[0], values };
}

function list(
  rule: number,
  question: string,
  values: readonly string[],
): Choice<readonly string[]> {
  return { rule, question, default: values };
}

function duration(question: string, milliseconds: number): Choice<number> {
  return { question, default: milliseconds };
}

function regions(question: string): Choice<readonly string[]> {
  const items = { pattern: /^[A-Z]{2}$/, words: 'codes of regions such as "DE"' };
  return { question, default: [], items };
}

/** Every point left open, by the name of its option. The first value is the default. */
export const openChoices = {
  /** Whether API calls must carry valid credentials: `required` (default) or `off`. */
  authentication: oneOf(8, 'Must API calls carry valid credentials?', ['required', 'off']),
  /** Origins that passkeys may come from; `:*` stands for any port, also in responses. Default: localhost. */
  passkeyOrigins: list(33, 'Which origins may passkeys come from? `:*` stands for any port.', [
    'http://localhost:*',
    'https://localhost:*',
  ]),
  /** Relying party IDs that passkeys may be for. Default: `localhost`. */
  passkeyRpIds: list(33, 'Which relying parties may passkeys be for?', ['localhost']),
  /** How the text of a passkey challenge follows from its bytes: `base64url` (default) or `utf8`. */
  challengeEncoding: oneOf(
    39,
    "What is a passkey challenge's text: base64url of its bytes, or the bytes themselves?",
    ['base64url', 'utf8'],
  ),
  /**
   * What happens to a field of a body, at any depth, or of a query that the contract does not have:
   * `refuse` (default) or `ignore`.
   */
  unknownFields: oneOf(127, 'What happens to a field that the contract does not have?', [
    'refuse',
    'ignore',
  ]),
  /**
   * Response to a declined simulated authorization: `card-transaction` (default), or a 409
   * `conflict`.
   */
  declinedAuthorization: oneOf(69, 'What is the response to a declined simulated authorization?', [
    'card-transaction',
    'conflict',
  ]),
  /**
   * The effect of a clearing beyond the available balance: settle it, pull what was held and leave
   * an `exception` (default), or `refuse` it.
   */
  clearingBeyondBalance: oneOf(92, 'What does a clearing beyond the available balance do?', [
    'exception',
    'refuse',
  ]),
  /**
   * How a delivery carries its signature: bare `base64` (default), or as `s` of the JSON text
   * `{v,s}`.
   */
  webhookSignature: oneOf(93, 'How does a delivery carry its signature?', ['base64', 'versioned']),
  /** Hosts to which the mock sends if the configured webhook endpoint names them. Default: loopback. */
  webhookHosts: list(93, 'Which hosts may the configured webhook endpoint have?', [
    'localhost',
    '127.0.0.1',
    '[::1]',
  ]),
  /**
   * How long an endpoint may take to respond to a delivery, in milliseconds; always 5,000 for a
   * request for approval. Default: 30,000.
   */
  webhookTimeout: duration('How many milliseconds may an endpoint take to respond?', 30_000),
  /**
   * How long an incoming payment waits for the platform to approve or reject it, in milliseconds;
   * then it has failed. Default: 5,000.
   */
  approvalTime: duration('For how many milliseconds does a payment wait for approval?', 5_000),
  /** How long a challenge can be answered, in milliseconds. Default: 300,000. */
  challengeLifetime: duration('For how many milliseconds can a challenge be answered?', 300_000),
  /** How long a session is valid, in milliseconds. Default: 900,000. */
  sessionLifetime: duration('For how many milliseconds is a session valid?', 900_000),
  /**
   * Regions whose customers have to authenticate strongly, ISO 3166-1 alpha-2, such as `DE`. Default:
   * none.
   */
  strongAuthenticationRegions: regions(
    'In which regions do customers have to authenticate strongly?',
  ),
  /** How long a quote can be executed, in milliseconds. Default: 300,000. */
  quoteLifetime: duration('For how many milliseconds can a quote be executed?', 300_000),
  /**
   * How an idempotency key is remembered: for one request of its caller, so that another one is a 409
   * (`strict`, default), or for each operation and path, where any request gets the first response
   * (`lenient`).
   */
  idempotency: oneOf(95, 'What is the response to a key that was used with another request?', [
    'strict',
    'lenient',
  ]),
  /** OIDC issuers that are accepted. Default: those of Google and Apple. */
  supportedIssuers: list(36, 'Which OIDC issuers are supported?', [
    'https://accounts.google.com',
    'accounts.google.com',
    'https://appleid.apple.com',
  ]),
  /**
   * How long the check of a complete customer takes, in milliseconds; until it ends it is
   * `IN_PROGRESS`. Default: 30,000; with 0 it ends before the response.
   */
  verificationDuration: {
    rule: 81,
    question: 'How many milliseconds does the check of a customer take?',
    default: 30_000,
  },
  /**
   * Whether the envelope of an exported wallet is signed: `empty` (default), as in the sandbox, or
   * `signed`.
   */
  walletExportSignature: oneOf(89, 'What signature does the envelope of an exported wallet have?', [
    'empty',
    'signed',
  ]),
  /**
   * The form of a payload to sign: the `activity` of the signing backend, as the public examples
   * print it (default), `described` by the operation and its fields, or an `opaque` token.
   */
  payloads: oneOf(119, 'Which form does a payload to sign have?', [
    'activity',
    'described',
    'opaque',
  ]),
  /**
   * Currency codes whose internal account, of a customer created over the API, is an embedded wallet.
   * Default: `USDB`.
   */
  embeddedWalletCurrencies: list(
    121,
    "In which currencies is a new customer's internal account an embedded wallet?",
    ['USDB'],
  ),
  /** Currency codes in which a card can be issued. Default: `USD`, `EUR` and `USDB`. */
  cardCurrencies: list(67, 'In which currencies can a card be issued?', ['USD', 'EUR', 'USDB']),
  /** Currency codes that a customer may use. Default: eight fiat currencies, BTC, USDC and USDB. */
  supportedCurrencies: list(62, 'Which currencies may a customer use?', [
    ...['USD', 'EUR', 'GBP', 'MXN', 'BRL', 'INR', 'PHP', 'NGN', 'BTC', 'USDC', 'USDB'],
  ]),
};

/** The options behind the open points, each with its value. */
export type Choices = {
  readonly [Name in keyof typeof openChoices]: (typeof openChoices)[Name] extends Choice<
    infer Chosen
  >
    ? Chosen
    : never;
};

/** Options for some of the open points. */
export type SomeChoices = { readonly [Name in keyof Choices]?: Choices[Name] | undefined };

/** One line of the gap ledger. */
export interface Gap {
  /** The option of `createMock` that decides it. */
  readonly option: keyof Choices;
  /** Number of the rule, if one covers it. */
  readonly rule?: number;
  /** The point that the specification leaves open. */
  readonly question: string;
  /** How this mock decides it. */
  readonly value: unknown;
  /** How a mock without the option decides it. */
  readonly default: unknown;
  /** The other values of the option, if it has a closed list. */
  readonly alternatives?: readonly unknown[];
}

function isAllowed({ default: standard, values, items }: Choice<unknown>, value: unknown): boolean {
  if (values !== undefined) return values.includes(value);
  if (Array.isArray(standard)) {
    const isItem = (each: unknown) =>
      typeof each === 'string' && (items === undefined || items.pattern.test(each));
    return Array.isArray(value) && value.every(isItem);
  }
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Refuses a value that an option does not allow, naming the allowed ones. @throws MockUsageError */
function requireAllowed(name: string, choice: Choice<unknown>, value: unknown): void {
  if (isAllowed(choice, value)) return;
  const isList = Array.isArray(choice.default);
  const listed = `a list of ${choice.items?.words ?? 'strings'}`;
  const standard = isList ? listed : 'a number of milliseconds, 0 or more';
  const expected = choice.values?.map((each) => JSON.stringify(each)).join(' or ') ?? standard;
  const message = `The option ${name} is ${JSON.stringify(value)}; expected ${expected}.`;
  throw new MockUsageError(message, []);
}

/** @throws MockUsageError for a value that an option does not allow */
export function resolveChoices(given: SomeChoices): Choices {
  const choices: readonly (readonly [string, Choice<unknown>])[] = Object.entries(openChoices);
  const values = new Map<string, unknown>(Object.entries(given));
  for (const [name, choice] of choices) {
    if (values.get(name) !== undefined) requireAllowed(name, choice, values.get(name));
  }
  const defaults = Object.entries(openChoices).map(([name, { default: value }]) => [name, value]);
  const set = Object.entries(given).filter(
    ([name, value]) => Object.hasOwn(openChoices, name) && value !== undefined,
  );
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(set) } as Choices;
}

/** Returns the gap ledger: every open point and its setting. */
export function gapsOf(choices: Choices): Gap[] {
  return Object.entries(openChoices).map(([name, choice]: [string, Choice<unknown>]) => {
    const option = name as keyof Choices;
    const value = choices[option];
    return {
      option,
      ...(choice.rule === undefined ? {} : { rule: choice.rule }),
      question: choice.question,
      value,
      default: choice.default,
      ...(choice.values === undefined
        ? {}
        : { alternatives: choice.values.filter((other) => other !== value) }),
    };
  });
}
