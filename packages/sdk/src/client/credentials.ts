import { copyMistake } from '@org/payments-contract/internal';
import type { Authorization } from '../call/context.ts';
import type {
  AgentIdentity,
  PaymentsClientOptions,
  PlatformCredentials,
  PlatformIdentity,
  SecretSource,
} from '../call/options.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { fromEnvironment } from '../runtime.ts';

/**
 * Checks a secret.
 *
 * @throws ConfigurationError when it is missing, or is not what was to be copied
 */
function check(option: string, value: unknown, variable?: string): string {
  if (value === undefined || value === '') {
    const source = variable === undefined ? '' : ` or set ${variable}`;
    throw new ConfigurationError(
      option,
      `The ${option} is missing.`,
      `Pass \`${option}\`${source}.`,
    );
  }
  if (typeof value !== 'string') {
    throw new ConfigurationError(option, `The ${option} is not text.`, 'Pass a string.');
  }
  const mistake = copyMistake(value);
  if (mistake === undefined) return value;
  throw new ConfigurationError(option, `The ${option} ${mistake[0]}.`, mistake[1]);
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** The pair as the service accepts it. An id may contain a colon; the pair is sent as given. */
function basic({ tokenId, clientSecret }: Partial<PlatformCredentials>): string {
  const id = check('tokenId', tokenId, 'PAYMENTS_TOKEN_ID');
  return `Basic ${base64(`${id}:${check('clientSecret', clientSecret, 'PAYMENTS_CLIENT_SECRET')}`)}`;
}

type Known = Authorization & { known: string | undefined };

function fromSource<Secret>(
  source: SecretSource<Secret>,
  toHeader: (secret: Secret) => string,
  accountOf: (secret: Secret) => string,
): Authorization {
  let account: string | undefined;
  let loading: Promise<string> | undefined;
  const load = (refresh: boolean): Promise<string> => {
    if (loading !== undefined) return loading;
    const started = (async () => {
      const secret = await source({ refresh });
      const header = toHeader(secret);
      account = accountOf(secret);
      return header;
    })();
    loading = started;
    const done = (value: string | undefined) => {
      if (loading !== started) return;
      loading = undefined;
      if (value !== undefined) authorization.known = value;
    };
    started.then(done, () => done(undefined));
    return started;
  };
  const authorization: Known = {
    known: undefined,
    isRefreshable: true,
    header(refused) {
      const { known } = authorization;
      if (known === undefined) return load(refused !== undefined);
      return refused === known ? load(true) : known;
    },
    giveUp() {
      loading = undefined;
    },
    account: () => account,
  };
  return authorization;
}

function fixedAuthorization(header: () => string, account: () => string): Authorization {
  const authorization: Known = {
    known: undefined,
    isRefreshable: false,
    header() {
      authorization.known ??= header();
      return authorization.known;
    },
    giveUp() {},
    account,
  };
  return authorization;
}

function isMissing(value: string | undefined): boolean {
  return value === undefined || value === '';
}

/**
 * The platform's authorization, from its options or the environment. A given secret is checked at
 * once; a missing one is read from the environment at first use.
 *
 * @throws ConfigurationError for a secret that cannot work
 */
export function platformAuthorization(options: PaymentsClientOptions): Authorization {
  const { credentials, tokenId, clientSecret } = options;
  if (credentials !== undefined) {
    if (typeof credentials === 'function') {
      return fromSource(credentials, basic, ({ tokenId: id }) => id);
    }
    throw new ConfigurationError(
      'credentials',
      'The credentials are not a function.',
      'Pass a function that returns `{ tokenId, clientSecret }`, or pass these two as options.',
    );
  }
  if (!isMissing(tokenId)) check('tokenId', tokenId);
  if (!isMissing(clientSecret)) check('clientSecret', clientSecret);
  const pair = () =>
    ({
      tokenId: isMissing(tokenId) ? fromEnvironment('PAYMENTS_TOKEN_ID') : tokenId,
      clientSecret: isMissing(clientSecret)
        ? fromEnvironment('PAYMENTS_CLIENT_SECRET')
        : clientSecret,
    }) as Partial<PlatformCredentials>;
  const account = () => check('tokenId', pair().tokenId, 'PAYMENTS_TOKEN_ID');
  return fixedAuthorization(() => basic(pair()), account);
}

/**
 * The authorization of a client that `withOptions` creates for another account or service. Nothing is
 * read from the environment, which has the credentials of one account.
 *
 * @throws ConfigurationError unless there is either a pair or a function
 */
export function otherPlatformAuthorization(options: PlatformIdentity): Authorization {
  const { credentials, tokenId, clientSecret } = options;
  if (credentials === undefined) {
    check('tokenId', tokenId);
    check('clientSecret', clientSecret);
  } else if (tokenId !== undefined || clientSecret !== undefined) {
    throw new ConfigurationError(
      'credentials',
      'There are two sets of credentials.',
      'Pass either `credentials`, or `tokenId` and `clientSecret`.',
    );
  }
  return platformAuthorization(options);
}

/** The same for an agent. @throws ConfigurationError without a token */
export function otherAgentAuthorization({ accessToken }: AgentIdentity): Authorization {
  if (typeof accessToken !== 'function') check('accessToken', accessToken);
  return agentAuthorization(accessToken);
}

/**
 * An agent's authorization.
 *
 * @throws ConfigurationError for a token that cannot work; one that is missing fails at first use
 */
export function agentAuthorization(
  accessToken: string | SecretSource<string> | undefined,
): Authorization {
  const bearer = (token: unknown) => `Bearer ${check('accessToken', token)}`;
  if (typeof accessToken === 'function') {
    return fromSource(accessToken, bearer, (token) => token);
  }
  if (!isMissing(accessToken)) check('accessToken', accessToken);
  return fixedAuthorization(
    () => bearer(accessToken),
    () => check('accessToken', accessToken),
  );
}
