/** One point the specification leaves open: what the mock does, and what else it could do. */
interface Choice<Chosen> {
  /** Number of the rule the choice belongs to, where it has one. */
  readonly rule?: number;
  readonly question: string;
  readonly default: Chosen;
  /** All values the option takes; left out where any number or list will do. */
  readonly values?: readonly Chosen[];
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

function minutes(question: string, value: number): Choice<number> {
  return { question, default: value };
}

/** Every point left open, by the name of its option. The first value is the default. */
export const openChoices = {
  fieldErrors: oneOf(4, 'What stands in each entry of `details.errors`?', [
    'field-and-message',
    'field',
  ]),
  notFoundCode: oneOf(6, 'Which code does a 404 carry: one of the resource, or a common one?', [
    'specific',
    'common',
  ]),
  internalErrorCode: oneOf(6, 'Which code does a 500 carry?', [
    'INTERNAL_ERROR',
    'SERVICE_SWITCH_ERROR',
  ]),
  malformedBodyCode: oneOf(7, 'Which code answers malformed JSON and a wrong content type?', [
    'INVALID_REQUEST_FORMAT',
    'INVALID_INPUT',
  ]),
  authentication: oneOf(8, 'Must API calls carry valid credentials?', ['required', 'off']),
  credentialsStatus: oneOf(8, 'Which status refuses missing or wrong API credentials?', [401, 403]),
  pendingChallenges: oneOf(11, 'Are two pending challenges on one resource independent?', [
    'independent',
    'latest-only',
  ]),
  loneSignatureHeader: oneOf(14, 'Does one signature header without the other make a retry?', [
    'refuse',
    'ignore',
  ]),
  keyOrder: oneOf(17, 'Is another order of the same keys a changed body?', [
    'ignored',
    'significant',
  ]),
  privacyElsewhere: oneOf(26, 'What does `privateEnabled` do on other kinds of account?', [
    'refuse',
    'ignore',
  ]),
  passkeyOrigins: list(33, 'Which origins may passkeys come from? `:*` stands for any port.', [
    'http://localhost:*',
    'https://localhost:*',
  ]),
  passkeyRpIds: list(33, 'Which relying parties may passkeys be for?', ['localhost']),
  challengeEncoding: oneOf(
    39,
    "What is a passkey challenge's text: base64url of its bytes, or the bytes themselves?",
    ['base64url', 'utf8'],
  ),
  oauthChallenge: oneOf(40, 'What answers a challenge for an OAUTH credential?', [
    'refuse',
    'credential',
  ]),
  spentOtpStatus: oneOf(
    42,
    'Which status refuses a code without an outstanding challenge?',
    [401, 400],
  ),
  clientKeyReuse: oneOf(44, 'What happens to a client key that was used before?', [
    'note',
    'refuse',
  ]),
  unknownFields: oneOf(48, 'What happens to a body field the contract does not know?', [
    'refuse',
    'ignore',
  ]),
  cardOwner: oneOf(70, "Which account is a card's owning internal account?", [
    'first-source-at-issue',
    'any-source',
  ]),
  declinedAuthorization: oneOf(69, 'How does a declined simulated authorization answer?', [
    'card-transaction',
    'conflict',
  ]),
  rejectedStatus: oneOf(71, 'Which status has a transaction after its rejection?', [
    'REJECTED',
    'FAILED',
    'REFUNDED',
  ]),
  secondReject: oneOf(71, 'What answers the rejection of a decided transaction?', [409, 200]),
  badCursor: oneOf(73, 'What answers a cursor that is none?', [400, 'first-page']),
  listOrder: oneOf(74, 'In which order do lists without a `sortOrder` come?', [
    'oldest-first',
    'newest-first',
  ]),
  agentLimitCode: oneOf(77, 'Which code refuses what would exceed a limit of an agent?', [
    'VELOCITY_LIMIT_EXCEEDED',
    'FORBIDDEN',
  ]),
  undisclosedOwnership: oneOf(
    79,
    'May 25 % or more of a business be held by nobody who is named?',
    ['refuse', 'ignore'],
  ),
  unsignedRetry: oneOf(24, 'What answers signature headers where no signature is due?', [
    'ignore-unless-replay',
    'ignore',
  ]),
  challengeMinutes: minutes('How long may a signed-request challenge be answered?', 5),
  sessionMinutes: minutes('How long does a session live?', 15),
  otpMinutes: minutes('How long does a one-time code live?', 5),
  deviceCodeMinutes: minutes('How long may a device code be redeemed?', 15),
  exchangeRateMinutes: minutes('How long does an exchange rate stay the same?', 5),
  kycLinkMinutes: minutes('How long does a KYC link live?', 60),
  supportedIssuers: list(36, 'Which OIDC issuers are supported?', [
    'https://accounts.google.com',
    'accounts.google.com',
    'https://appleid.apple.com',
  ]),
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

/** One line of the gap ledger. */
export interface Gap {
  /** The option of `createMock` that decides it. */
  readonly option: keyof Choices;
  /** Number of the rule, where one speaks of it. */
  readonly rule?: number;
  readonly question: string;
  readonly value: unknown;
  readonly default: unknown;
  readonly alternatives?: readonly unknown[];
}

/** What the options say, with defaults where they are silent. Strict mode moves one default. */
export function resolveChoices(given: Partial<Choices>, strict: boolean): Choices {
  const defaults = Object.entries(openChoices).map(([name, { default: value }]) => [name, value]);
  const stricter: Partial<Choices> = strict ? { clientKeyReuse: 'refuse' } : {};
  const set = Object.entries(given).filter(
    ([name, value]) => Object.hasOwn(openChoices, name) && value !== undefined,
  );
  return { ...Object.fromEntries(defaults), ...stricter, ...Object.fromEntries(set) } as Choices;
}

/** The gap ledger: every open point and what it is set to. */
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
